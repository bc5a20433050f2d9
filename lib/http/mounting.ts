import type { IncomingMessage, RequestListener, IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import { withoutTrailing } from '../text/ends.js'
import type { TellMistake } from '../host/host-mistakes.js'

/** Whether the address, at this distance from the server, is a proxy of the host's. */
export type IsTrusted = (address: string, hop: number) => boolean

/**
 * The address that a request comes from, as Express's `req.ip`, for requests that do not go through
 * Express, such as those that open a WebSocket: the address of the connection, or one of
 * `X-Forwarded-For` where the app's setting `trust proxy` allows it.
 */
export function clientAddress(app: RequestListener, req: IncomingMessage): string {
  return addressOf(req, trustedBy(app))
}

/** The nearest address that is no proxy of the host's. */
export function addressOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const forwardedFor = headers['x-forwarded-for']
  if (forwardedFor === undefined) return socket.remoteAddress ?? ''
  const written = String(forwardedFor).split(',')
  const forwarded = written.map((each) => each.trim()).filter((each) => each !== '')
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()]
  return hops.find((address, hop) => !isTrusted(address, hop)) ?? hops.at(-1) ?? ''
}

/** The proxies of an Express app; none of any other. */
export function trustedBy(app: RequestListener): IsTrusted {
  const trust = settingOf(app, 'trust proxy fn')
  if (typeof trust !== 'function') return () => false
  return (address, hop) => Reflect.apply(trust, undefined, [address, hop]) === true
}

/** Where the router is mounted that has the request, and whether its app trusts proxies. */
export function mountedOf({ app, baseUrl }: Request): Mounted {
  return { mountedAt: baseUrl, trusts: () => settingOf(app, 'trust proxy') }
}

/** A setting of an Express app. */
export function settingOf(app: RequestListener, name: string): unknown {
  const get: unknown = Reflect.get(app, 'get')
  return typeof get === 'function' ? Reflect.apply(get, app, [name]) : undefined
}

interface Mounted {
  /** The path below which the hooks are. */
  readonly mountedAt: string
  /** The host's setting `trust proxy`. */
  readonly trusts: () => unknown
}

/** Reports mistakes in how the hooks are mounted. */
export type TellMounting = (headers: IncomingHttpHeaders, mounted: Mounted) => void

/** `hookUrl` is the URL that hook URLs start with. */
export function createTellMounting(tell: TellMistake, hookUrl: string | null): TellMounting {
  const expected = hookUrl === null ? null : withoutTrailing(new URL(hookUrl).pathname, '/')
  let known: string | null = null
  return (headers, { mountedAt, trusts }) => {
    // The public path may have a prefix that a proxy removes.
    if (expected !== null && mountedAt !== known) {
      known = mountedAt
      // Express matches paths ignoring case.
      if (!expected.toLowerCase().endsWith(mountedAt.toLowerCase())) {
        tell('EIW_HOOKS_PATH', { mountedAt, hookUrl })
      }
    }
    if (isBehindUnknownProxy(headers, trusts)) tell('EIW_FORWARDED_WITHOUT_TRUST')
  }
}

/** Whether a request came through a proxy that the host does not trust, so that all have one address. */
export function isBehindUnknownProxy(
  headers: IncomingHttpHeaders,
  trusts: Mounted['trusts'],
): boolean {
  if (headers['x-forwarded-for'] === undefined) return false
  const trusted = trusts()
  return trusted === undefined || trusted === false
}
