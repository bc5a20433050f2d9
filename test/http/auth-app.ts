import express, { type ErrorRequestHandler } from 'express'
import request from 'supertest'
import type { Authenticator, AuthenticatorParts } from '../../lib/auth/sign-in.js'
import { createAuthRouter, createCurrentUser, type OnSignIn } from '../../lib/http/auth-router.js'
import { createSignInHost, PASSWORD, type SignInHost } from '../support/sign-in-host.js'

export const ANN = { login_id: 'ann', password: PASSWORD }
export const ANN_VIEW = {
  id: 'u-ann',
  username: 'ann',
  email: 'ann@example.org',
  roles: 'system_user',
  create_at: 1,
  delete_at: 0,
}

export interface AuthApp {
  readonly host: SignInHost
  /** How often a token was looked up. */
  lookups: number
  /** Called by the auth router of apps that are mounted later. */
  onSignIn: OnSignIn
  /** An app with the auth router at `/users`, routes of its own after it, and 599 for foreign errors. */
  mount(...before: express.RequestHandler[]): express.Express
  /** Signs `ann` in. */
  token(): Promise<string>
}

export async function createAuthApp(
  parts?: (parts: AuthenticatorParts) => Partial<AuthenticatorParts>,
): Promise<AuthApp> {
  const host = await createSignInHost(parts ? { parts } : {})
  const { signIn } = host
  const authenticate: Authenticator['authenticate'] = (token) => {
    app.lookups += 1
    return signIn.authenticate(token)
  }
  const currentUser = createCurrentUser({ authenticate }, () => undefined)
  const app: AuthApp = {
    host,
    lookups: 0,
    onSignIn: () => undefined,
    mount: (...before) => {
      const mounted = express()
      mounted.set('trust proxy', 1)
      for (const handler of before) mounted.use(handler)
      mounted.use('/users', createAuthRouter({ signIn, currentUser, onSignIn: app.onSignIn }))
      mounted.get('/users/me/twice', async (req, res) => {
        const [one, two] = [await currentUser(req), await currentUser(req)]
        res.json([one?.id ?? null, two?.id ?? null])
      })
      mounted.get('/users/:id', (req, res) => {
        res.json({ hostRoute: req.params.id })
      })
      mounted.use(hostErrors)
      return mounted
    },
    token: async () => {
      const answer = await request(app.mount()).post('/users/login').send(ANN).expect(200)
      return answer.get('Token') ?? ''
    },
  }
  return app
}

const hostErrors: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) next(error)
  else res.status(599).json({ hostSaw: String(error) })
}
