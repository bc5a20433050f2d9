import type { Request, Response, Router } from 'express'
import type { MaybePromise } from '../adapters/types.js'
import type { Authenticator } from '../auth/sign-in.js'
import { WebhookError } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { isObject } from '../model/json.js'
import type { HookUser } from '../model/records.js'
import { SIGN_IN_ROUTES } from '../model/routes.js'
import { toClientUser } from '../rules/client-post.js'
import { mountedOf, type TellMounting } from './mounting.js'
import { webhookErrorHandler } from './answers.js'
import { type Asked, type RouteHandlers, routerOf } from './routes.js'
import type { IncomingMessage } from 'node:http'

/**
 * Called when a user has signed in, before the response is sent: for a cookie with the token, for
 * example. If it throws, the sign-in fails and its session ends.
 */
export type OnSignIn = (
  req: Request,
  res: Response,
  signedIn: {
    /** The user who has signed in. */
    readonly user: HookUser
    /** The bearer token of the new session, which the response has in the header `Token`. */
    readonly token: string
  },
) => MaybePromise<void>

interface AuthRouterParts {
  readonly signIn: Pick<Authenticator, 'signIn' | 'signOut'>
  readonly currentUser: CurrentUser
  readonly onSignIn?: OnSignIn | undefined
  /** Checks how the router is mounted, before a sign-in. */
  readonly tellMounting?: TellMounting
}

/**
 * `POST /login`, `POST /logout`, `GET /me`. Other paths go on to the host's
 * own routes. Failures are counted per `req.ip`, which the host's `trust proxy` decides.
 */
export function createAuthRouter(parts: AuthRouterParts): Router {
  const { signIn, currentUser } = parts
  const handlers: RouteHandlers<keyof typeof SIGN_IN_ROUTES> = {
    signIn: (asked) => logIn(parts, asked),
    signOut: async ({ req }) => {
      const token = bearerToken(req)
      if (token !== null) await signIn.signOut(token)
      return { status: 'OK' }
    },
    getSignedIn: async ({ req }) => {
      const user = await currentUser(req)
      if (user === null) throw new WebhookError('session_expired')
      return toClientUser(user)
    },
  }
  return routerOf(fieldNames(SIGN_IN_ROUTES), (name, asked) => {
    // Nobody keeps the answers, not even those of the host to errors that are not ours.
    asked.res.setHeader('Cache-Control', 'no-store')
    return handlers[name](asked)
  }).use(webhookErrorHandler())
}

async function logIn(
  { signIn, onSignIn, tellMounting }: AuthRouterParts,
  { req, res, body }: Asked<'signIn'>,
): Promise<object> {
  refuseParsedForm(req)
  const attempt = await body()
  tellMounting?.(req.headers, mountedOf(req))
  const signedIn = await signIn.signIn({ ...attempt, address: req.ip ?? '' })
  const { user, token } = signedIn
  try {
    await onSignIn?.(req, res, signedIn)
  } catch (error) {
    await signIn.signOut(token)
    throw error
  }
  res.setHeader('Token', token)
  return toClientUser(user)
}

// Other sites can send forms. An unparsed form fails because it is not JSON; JSON that is labelled as
// a form, as `curl -d` sends it, is accepted.
function refuseParsedForm(req: Request): void {
  // Parsers of Express 4 leave `{}` for an unread body.
  const hasMembers = isObject(req.body) && Object.keys(req.body).length > 0
  if (hasMembers && req.is(['urlencoded', 'multipart'])) {
    throw new WebhookError('invalid_body', { params: { name: 'body' } })
  }
}

const BEARER = /^bearer +([\w.~+/-]+=*)$/i

/** Returns the user who sent a request, or null. Hosts with their own sign-in pass one. */
export type CurrentUser = (req: Request) => MaybePromise<HookUser | null>

/** The token of `Authorization: Bearer …`; null unless there is exactly one. */
function bearerToken(req: IncomingMessage): string | null {
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
