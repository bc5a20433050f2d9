import {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type Response,
  Router,
} from 'express'
import { isOwnKey } from '../rules/keys.js'
import { settingOf } from './client-address.js'
import { passOn } from './error-handler.js'
import type { HookCall } from './hook-call.js'
import type { HookHandler } from './hook-handler.js'
import { readAddress, writtenKey } from './hook-request.js'
import { hideKey } from './key-redaction.js'
import { isParserError } from './left-by-host.js'
import type { TellMounting } from './mounting-mistakes.js'

// An error skips every router, so the handler of errors is mounted beside it and finds it here. The
// router may come from another copy of this module (ES module or CommonJS), which shares the symbol.
const ERROR_HANDLER = Symbol.for('express-incoming-webhooks.errorHandler')

type HooksRouter = Router & { readonly [ERROR_HANDLER]: ErrorRequestHandler }

/** `POST /:key`, below the path where the host mounts it, and every other path and method there. */
export function hooksRouterOf(handler: HookHandler, tellMounting: TellMounting): Router {
  const handled = new WeakSet<Request>()
  const callOf = (req: Request, res: Response, next: NextFunction): HookCall => {
    const { headers } = req
    return {
      req,
      headers,
      res,
      url: req.url,
      hide: (key) => {
        hideKey(req, key)
      },
      address: () => req.ip ?? '',
      tellMounting: () => {
        tellMounting(headers, {
          mountedAt: req.baseUrl,
          trusts: () => settingOf(req.app, 'trust proxy'),
        })
      },
      fail: next,
    }
  }
  const router = Router().use((req, res, next) => {
    handled.add(req)
    void handler.handle(callOf(req, res, next))
  })
  const onError: ErrorRequestHandler = (error: unknown, req, res, next) => {
    // The error of an adapter, or of a timeout of the host, may look like a parser's, but then the
    // request has already been handled.
    if (handled.has(req) || !isHook(req)) {
      passOn(error, req, res, next)
    } else if (isParserError(error)) {
      handled.add(req)
      void handler.handle(callOf(req, res, next), error)
    } else {
      hideKey(req, writtenKey(req.url, readAddress(req.url)))
      passOn(error, req, res, next)
    }
  }
  return Object.assign(router, { [ERROR_HANDLER]: onError })
}

/** Without a path, as error handlers usually are mounted, the failures of all routes come by. */
function isHook({ baseUrl, url }: Request): boolean {
  return baseUrl !== '' || isOwnKey(readAddress(url)?.key ?? '')
}

/**
 * Delivers messages that a body parser before the hooks router could not read, if it kept the text,
 * and otherwise responds as the router does. Mount it beside the router, at the same path. Throws a
 * `TypeError` for another router.
 *
 * @example
 * ```ts
 * const app = express()
 * app.use(express.json({ strict: false }))
 * app.use('/hooks', webhooks.hooksRouter, hooksErrorHandler(webhooks.hooksRouter))
 * ```
 */
export function hooksErrorHandler(hooksRouter: Router): ErrorRequestHandler {
  if (!isHooksRouter(hooksRouter)) {
    throw new TypeError('hooksErrorHandler: expected the hooks router')
  }
  return hooksRouter[ERROR_HANDLER]
}

function isHooksRouter(value: unknown): value is HooksRouter {
  return typeof value === 'function' && ERROR_HANDLER in value
}
