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

/**
 * `POST /:key`, below the path where the host mounts it, and every other path and method there; and what
 * has to be mounted beside it, because an error skips every router.
 */
export function hooksRouterOf(handler: HookHandler, tellMounting: TellMounting) {
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
  const errorHandler: ErrorRequestHandler = (error: unknown, req, res, next) => {
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
  return { router, errorHandler }
}

/** Without a path, as error handlers usually are mounted, the failures of all routes come by. */
function isHook({ baseUrl, url }: Request): boolean {
  return baseUrl !== '' || isOwnKey(readAddress(url)?.key ?? '')
}
