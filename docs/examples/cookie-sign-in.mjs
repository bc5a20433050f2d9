// The library's sign-in with an HttpOnly cookie instead of a token that scripts of the page can read.
// The console needs `signOut: true`. See docs/signing-in.md.
//
//   npm install express-incoming-webhooks
//   import { mountWithCookie } from './cookie-sign-in.mjs'

import { createIncomingWebhooks } from 'express-incoming-webhooks'

const cookie = /** @type {const} */ ({ httpOnly: true, sameSite: 'lax', secure: true })

/** @param {import('express').Request} req */
const tokenIn = (req) => /(?:^|; )session=([\w.-]+)/.exec(req.get('Cookie') ?? '')?.[1]

/**
 * @param {import('express').Express} app
 * @param {{
 *   adapters: import('express-incoming-webhooks/adapters').Adapters,
 *   secret: string,
 *   siteUrl: string,
 * }} options
 */
export function mountWithCookie(app, { adapters, secret, siteUrl }) {
  /** @type {import('express-incoming-webhooks').IncomingWebhooks} */
  const webhooks = createIncomingWebhooks({
    adapters,
    secret,
    siteUrl,
    currentUser: (req) => {
      const token = tokenIn(req)
      return token === undefined ? null : webhooks.signIn.authenticate(token)
    },
    onSignIn: (req, res, { token }) => {
      // Otherwise a page of another site could sign its visitors in to an account of its own.
      if (req.get('Origin') === new URL(siteUrl).origin) res.cookie('session', token, cookie)
    },
  })

  // The auth router ends the session of a bearer token.
  app.post('/api/v4/users/logout', (req, res, next) => {
    const token = tokenIn(req)
    if (token !== undefined) req.headers.authorization = `Bearer ${token}`
    res.clearCookie('session', cookie)
    next()
  })
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4', webhooks.adminRouter)
  return webhooks
}
