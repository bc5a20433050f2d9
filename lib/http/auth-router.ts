import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { MaybePromise } from '../adapters/types.js'
import type { SignIn } from '../auth/sign-in.js'
import { WebhookError } from '../model/errors.js'
import type { User } from '../model/records.js'
import { clientUser } from '../rules/client-user.js'
import { asyncHandler } from './async-handler.js'
import { settingOf } from './client-address.js'
import { bearerToken, type CurrentUser } from './current-user.js'
import { webhookErrorHandler } from './error-handler.js'
import { jsonBody } from './json-body.js'
import type { TellMounting } from './mounting-mistakes.js'
import { sendJson } from './send-json.js'

/**
 * Called when a user has signed in, before the response is sent: for a cookie with the token, for
 * example. If it throws, the sign-in fails and its session ends.
 */
export type OnSignIn = (
  req: Request,
  res: Response,
  signedIn: {
    /** The user who has signed in. */
    readonly user: User
    /** The bearer token of the new session, which the response has in the header `Token`. */
    readonly token: string
  },
) => MaybePromise<void>

export interface AuthRouterParts {
  readonly signIn: Pick<SignIn, 'signIn' | 'signOut'>
  readonly currentUser: CurrentUser
  readonly onSignIn?: OnSignIn
  /** Checks how the router is mounted, before a sign-in. */
  readonly tellMounting?: TellMounting
}

/**
 * `POST /login`, `POST /logout`, `GET /me`. Other paths go on to the host's
 * own routes. Failures are counted per `req.ip`, which the host's `trust proxy` decides.
 */
export function createAuthRouter(parts: AuthRouterParts): Router {
  const { signIn, currentUser } = parts
  const router = Router()
  router
    .route('/login')
    .all(noStore)
    .post(refuseParsedForm, jsonBody(), login(parts))
    .all(allowOnly('POST'))
  router.route('/logout').all(noStore).post(logout(signIn)).all(allowOnly('POST'))
  router.route('/me').all(noStore).get(me(currentUser)).all(allowOnly('GET, HEAD'))
  router.use(webhookErrorHandler())
  return router
}

function login({ signIn, onSignIn, tellMounting }: AuthRouterParts): RequestHandler {
  return asyncHandler(async (req, res) => {
    tellMounting?.(req.headers, {
      mountedAt: req.baseUrl,
      trusts: () => settingOf(req.app, 'trust proxy'),
    })
    const { loginId, password } = readAttempt(req.body)
    const signedIn = await signIn.signIn({ loginId, password, address: req.ip ?? '' })
    const { user, token } = signedIn
    try {
      await onSignIn?.(req, res, signedIn)
    } catch (error) {
      await signIn.signOut(token)
      throw error
    }
    res.setHeader('Token', token)
    sendJson(res, 200, clientUser(user))
  })
}

function logout(signIn: AuthRouterParts['signIn']): RequestHandler {
  return asyncHandler(async (req, res) => {
    const token = bearerToken(req)
    if (token !== null) await signIn.signOut(token)
    sendJson(res, 200, { status: 'OK' })
  })
}

function me(currentUser: CurrentUser): RequestHandler {
  return asyncHandler(async (req, res) => {
    const user = await currentUser(req)
    if (user === null) throw new WebhookError('session_expired')
    sendJson(res, 200, clientUser(user))
  })
}

function readAttempt(body: unknown): { loginId: unknown; password: unknown } {
  if (typeof body !== 'object' || body === null) return { loginId: undefined, password: undefined }
  return {
    loginId: 'login_id' in body ? body.login_id : undefined,
    password: 'password' in body ? body.password : undefined,
  }
}

// Other sites can send forms. An unparsed form fails because it is not JSON; JSON that is labelled as
// a form, as `curl -d` sends it, is accepted.
const refuseParsedForm: RequestHandler = (req, _res, next) => {
  if (hasMembers(req.body) && req.is(['urlencoded', 'multipart'])) {
    next(new WebhookError('invalid_body', { params: { name: 'body' } }))
  } else next()
}

// Form parsers create objects without a prototype; those of Express 4 leave `{}` for an unread body.
function hasMembers(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0
}

const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

function allowOnly(methods: string): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Allow', methods)
    next(new WebhookError('method_not_allowed'))
  }
}
