import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { MaybePromise } from '../adapters/types.js'
import type { Authenticator } from '../auth/sign-in.js'
import { WebhookError } from '../model/errors.js'
import type { HookUser } from '../model/records.js'
import { SIGN_IN_ROUTES } from '../model/routes.js'
import { toClientUser } from '../rules/client-user.js'
import { addRoutes } from './add-routes.js'
import { settingOf } from './client-address.js'
import { bearerToken, type CurrentUser } from './current-user.js'
import { webhookErrorHandler } from './error-handler.js'
import type { TellMounting } from './mounting-mistakes.js'
import { type Asked, routeHandler } from './route-handler.js'

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

export interface AuthRouterParts {
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
  const handlers: SignInHandlers<SignInRoute> = {
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
  const handlerOf = (name: SignInRoute): RequestHandler => uncached(handlers, name)
  return addRoutes(Router(), SIGN_IN_ROUTES, handlerOf).use(webhookErrorHandler())
}

type SignInRoute = keyof typeof SIGN_IN_ROUTES

type SignInHandlers<Name extends SignInRoute> = {
  readonly [Each in Name]: (asked: Asked<Each>) => MaybePromise<unknown>
}

/** A handler whose answers nobody keeps, even those of the host to errors that are not ours. */
function uncached<Name extends SignInRoute>(
  handlers: SignInHandlers<Name>,
  name: Name,
): RequestHandler {
  return routeHandler(name, (asked) => {
    asked.res.setHeader('Cache-Control', 'no-store')
    return handlers[name](asked)
  })
}

async function logIn(
  { signIn, onSignIn, tellMounting }: AuthRouterParts,
  { req, res, body }: Asked<'signIn'>,
): Promise<object> {
  refuseParsedForm(req)
  const attempt = await body()
  tellMounting?.(req.headers, {
    mountedAt: req.baseUrl,
    trusts: () => settingOf(req.app, 'trust proxy'),
  })
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
  if (hasMembers(req.body) && req.is(['urlencoded', 'multipart'])) {
    throw new WebhookError('invalid_body', { params: { name: 'body' } })
  }
}

// Form parsers create objects without a prototype; those of Express 4 leave `{}` for an unread body.
function hasMembers(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0
}
