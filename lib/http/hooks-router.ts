import {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type Response,
  Router,
} from 'express'
import { isOwnKey, keyHint } from '../rules/keys.js'
import {
  addressOf,
  type IsTrusted,
  mountedOf,
  settingOf,
  trustedBy,
  type TellMounting,
} from './mounting.js'
import { passOn, sendError } from './answers.js'
import { type HookCall, readAddress, withoutOrigin, writtenKey } from './hook-request.js'
import type { HookHandler } from './hook-handler.js'
import { isParserError } from './body.js'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Admission } from '../load/admission.js'
import type { AnsweredRequest } from '../log/metrics.js'
import type { WebhookError } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import { requestId } from './request-info.js'

/**
 * `POST /:key`, below the path where the host mounts it, and every other path and method there; and what
 * has to be mounted beside it, because an error skips every router.
 */
export function hooksRouterOf(
  handler: HookHandler,
  tellMounting: TellMounting,
): { readonly router: Router; readonly errorHandler: ErrorRequestHandler } {
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
        tellMounting(headers, mountedOf(req))
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

/** How the server of a listener is reached. */
export interface ListenerOptions {
  /**
   * How many proxies stand before the server, each of which adds to `X-Forwarded-For`; 0 without one.
   * If absent, the setting `trust proxy` of an Express app counts.
   */
  readonly proxies?: number
}

/** Makes a request listener that answers hook requests and passes all others on to `app`. */
export type Listener = (app: RequestListener, options?: ListenerOptions) => RequestListener

interface ListenerParts {
  readonly handler: Pick<HookHandler, 'handle'>
  readonly admission: Pick<Admission, 'refusal'>
  readonly count: (request: AnsweredRequest) => void
  readonly tellMounting: TellMounting
  readonly log: HookLog
  /** The path below which the hooks are, such as `/hooks`. */
  readonly hooksPath: string
}

export function createListener({ handler, admission, count, ...parts }: ListenerParts): Listener {
  const below = `${parts.hooksPath}/`.toLowerCase()
  return (app, options) => {
    const proxies = proxiesOf(app, options)
    return (req, res) => {
      const url = withoutOrigin(req.url ?? '')
      // As Express matches paths, ignoring case.
      if (url.slice(0, below.length).toLowerCase() !== below) {
        app(req, res)
        return
      }
      // Rejected before anything else, because reading an address costs more than that.
      const refusal = req.method === 'POST' ? admission.refusal() : null
      if (refusal) {
        req.url = `${parts.hooksPath}/[redacted]`
        sendError(res, refusal)
        count(refusedAtOnce(refusal))
      } else void handler.handle(callOf(req, res, url, proxies, parts))
    }
  }
}

/** A request of which nothing was read. */
function refusedAtOnce({ status, id }: WebhookError): AnsweredRequest {
  const unread = { format: '', webhookId: '', seconds: 0 }
  return { method: 'POST', status, outcome: 'refused', reason: id, ...unread }
}

function callOf(
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
  proxies: Proxies,
  { hooksPath, tellMounting, log }: Pick<ListenerParts, 'hooksPath' | 'tellMounting' | 'log'>,
): HookCall {
  return {
    req,
    headers: req.headers,
    res,
    url: url.slice(hooksPath.length),
    hide: (key) => {
      req.url = withoutKey(url, key, hooksPath)
    },
    address: () => addressOf(req, proxies.isTrusted()),
    tellMounting: () => {
      tellMounting(req.headers, { mountedAt: hooksPath, trusts: proxies.setting })
    },
    fail: (error) => {
      log('error', 'a hook request failed', { requestId: requestId(req), cause: error })
      failed(res)
    },
  }
}

function failed(res: ServerResponse): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.statusCode = 500
  res.setHeader('Content-Type', 'text/plain')
  res.end('Internal Server Error')
}

interface Proxies {
  readonly isTrusted: () => IsTrusted
  readonly setting: () => unknown
}

// Asked at each request that needs it, because a host may set it after it has made its server.
function proxiesOf(app: RequestListener, { proxies }: ListenerOptions = {}): Proxies {
  if (proxies !== undefined) {
    return { isTrusted: () => (_address, hop) => hop < proxies, setting: () => proxies > 0 }
  }
  return {
    isTrusted: () => trustedBy(app),
    setting: () => settingOf(app, 'trust proxy'),
  }
}

/** Twice the maximum length of a key, to allow for some percent-encoding. */
const LONGEST = 128

/**
 * Removes the key from the request's URLs as soon as it has been read, so that an access log written
 * after the response does not contain it. A path longer than any key is removed as a whole.
 */
function hideKey(req: Request, key: string): void {
  req.originalUrl = withoutKey(req.originalUrl, key, req.baseUrl)
  req.url = withoutKey(req.url, key, '')
}

/** The URL without the key; `base` is the path before it. */
function withoutKey(url: string, key: string, base: string): string {
  if (key === '') return url
  const hidden = `[redacted:${keyHint(key)}]`
  // Searching for one long text in another takes quadratic time.
  return key.length > LONGEST ? `${base}/${hidden}` : url.replaceAll(key, hidden)
}
