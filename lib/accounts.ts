import type { Router } from 'express'
import { createPasswords } from './auth/passwords.js'
import { createSignIn } from './auth/sign-in.js'
import { createTokens } from './auth/tokens.js'
import type { Core } from './core.js'
import type { CountersAdapter } from './adapters/types.js'
import { createAuthRouter } from './http/auth-router.js'
import { createCurrentUser, type CurrentUser } from './http/current-user.js'
import { createTellMounting } from './http/mounting-mistakes.js'
import type { IncomingWebhooks } from './incoming-webhooks.js'
import type { IncomingWebhooksOptions } from './options.js'
import type { Secrets } from './rules/secrets.js'

/** Sign-in through the library. */
export interface Accounts extends Pick<
  IncomingWebhooks,
  'authenticate' | 'checkPassword' | 'hashPassword' | 'signOutUser' | 'close'
> {
  readonly currentUser: CurrentUser
  /** The auth router, which is then supposed to be mounted. */
  readonly takeAuthRouter: () => Router
}

export function createAccounts(
  given: IncomingWebhooksOptions,
  { options, tell, calls }: Core,
  secrets: Secrets,
  counters: CountersAdapter,
): Accounts {
  const { onSignIn, tokenLifetime } = given
  const { clock, limits } = options
  const { users, sessions } = calls.checked(given.adapters)
  const passwords = createPasswords()
  const lifetime = tokenLifetime === undefined ? {} : { lifetimeSeconds: tokenLifetime }
  const tokens = createTokens({ secrets, clock, ...lifetime })
  const limit = limits.signIn
  const signIn = createSignIn({ users, sessions, counters, tokens, passwords, clock, limit })
  let isTaken = false
  const currentUser = given.currentUser
    ? calls.currentUser(given.currentUser)
    : createCurrentUser(signIn, () => {
        if (!isTaken) tell('EIW_NO_SIGN_IN')
      })
  const authRouter = createAuthRouter({
    signIn,
    currentUser,
    tellMounting: createTellMounting(tell, null),
    ...(onSignIn ? { onSignIn: calls.onSignIn(onSignIn) } : {}),
  })
  return {
    currentUser,
    takeAuthRouter: () => {
      isTaken = true
      return authRouter
    },
    authenticate: (token) => signIn.authenticate(token),
    checkPassword: (attempt) => signIn.checkPassword(attempt),
    hashPassword: (password) => passwords.hash(password),
    signOutUser: (userId) => signIn.signOutUser(userId),
    close: () => passwords.close(),
  }
}
