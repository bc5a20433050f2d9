import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'

/**
 * The address of a client like `req.ip`, for requests that do not go through Express: the address of
 * the connection, or one from `X-Forwarded-For` if the app's `trust proxy` allows it.
 */
export function clientAddress(app: Express, req: IncomingMessage): string {
  const trusts: unknown = app.get('trust proxy fn')
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
  const behind = forwarded.split(',').flatMap((address) => address.trim() || [])
  // Nearest first. The first address that is not trusted is the client.
  const addresses = [req.socket.remoteAddress ?? '', ...behind.reverse()]
  const isTrusted = (address: string, hop: number): boolean =>
    typeof trusts === 'function' && Reflect.apply(trusts, undefined, [address, hop]) === true
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? ''
}
