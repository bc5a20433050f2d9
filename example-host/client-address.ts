import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'

/**
 * The address of a client as `req.ip` has it, for requests that do not go through Express: that of
 * the connection, unless the app's `trust proxy` says whose `X-Forwarded-For` counts.
 */
export function clientAddress(app: Express, req: IncomingMessage): string {
  const trusts: unknown = app.get('trust proxy fn')
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
  const behind = forwarded.split(',').flatMap((address) => address.trim() || [])
  // The nearest first; the first that is not trusted is the client.
  const addresses = [req.socket.remoteAddress ?? '', ...behind.reverse()]
  const isTrusted = (address: string, hop: number): boolean =>
    typeof trusts === 'function' && Reflect.apply(trusts, undefined, [address, hop]) === true
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? ''
}
