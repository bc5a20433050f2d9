import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Admission } from '../load/admission.js'
import type { HookLog } from '../model/log.js'
import { addressOf, type IsTrusted, settingOf, trustedBy } from './client-address.js'
import { sendError } from './error-handler.js'
import type { HookCall } from './hook-call.js'
import type { HookHandler } from './hook-handler.js'
import { withoutOrigin } from './hook-request.js'
import { withoutKey } from './key-redaction.js'
import type { TellMounting } from './mounting-mistakes.js'
import { requestId } from './request-info.js'

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

export interface ListenerParts {
  readonly handler: Pick<HookHandler, 'handle'>
  readonly admission: Pick<Admission, 'refusal'>
  readonly tellMounting: TellMounting
  readonly log: HookLog
  /** The path below which the hooks are, such as `/hooks`. */
  readonly hooksPath: string
}

export function createListener({ handler, admission, ...parts }: ListenerParts): Listener {
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
      } else void handler.handle(callOf(req, res, url, proxies, parts))
    }
  }
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
