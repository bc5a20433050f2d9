import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import type { MaybePromise } from '../adapters/types.js'
import type { Authenticator } from '../auth/sign-in.js'
import type { HookUser } from '../model/records.js'

const BEARER = /^bearer +([\w.~+/-]+=*)$/i

/** Returns the user who sent a request, or null. Hosts with their own sign-in pass one. */
export type CurrentUser = (req: Request) => MaybePromise<HookUser | null>

/** The token of `Authorization: Bearer …`; null unless there is exactly one. */
export function bearerToken(req: IncomingMessage): string | null {
  // Node keeps the first of several headers, but a proxy may have checked the last.
  if ((req.headersDistinct['authorization']?.length ?? 0) > 1) return null
  return BEARER.exec(req.headers.authorization ?? '')?.[1] ?? null
}

/** Finds the user of the bearer token, once per request. Requests without a token are reported. */
export function createCurrentUser(
  signIn: Pick<Authenticator, 'authenticate'>,
  tellNoToken: () => void,
): CurrentUser {
  const found = new WeakMap<IncomingMessage, Promise<HookUser | null>>()
  return (req) => {
    let user = found.get(req)
    if (!user) {
      const token = bearerToken(req)
      if (token === null) tellNoToken()
      user = token === null ? Promise.resolve(null) : signIn.authenticate(token)
      found.set(req, user)
    }
    return user
  }
}
