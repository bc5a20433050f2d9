import { createPasswords } from './auth/passwords.js'
import { Authenticator } from './auth/sign-in.js'
import { createTokens } from './auth/tokens.js'
import type { Core, Counted } from './core.js'
import type { CheckedManagement } from './host/checked.js'
import { createAuthRouter, createCurrentUser, type CurrentUser } from './http/auth-router.js'
import { createTellMounting } from './http/mounting.js'
import type { SignIn } from './incoming-webhooks.js'
import type { IncomingWebhooksOptions } from './options.js'
import type { Secrets } from './rules/secrets.js'

/** Who signs in through the library. */
export type Accounts = NonNullable<ReturnType<typeof createAccounts>>

export interface AccountsParts {
  readonly given: Pick<IncomingWebhooksOptions, 'onSignIn' | 'tokenLifetime'>
  readonly core: Core
  readonly secrets: Secrets
  readonly adapters: Counted<CheckedManagement>
  /** The option `currentUser`, checked. Null: the user of the bearer token. */
  readonly own: CurrentUser | null
}

/** Null if the adapters have no sessions. */
export function createAccounts(parts: AccountsParts) {
  const { given, core, secrets, adapters, own } = parts
  const { options, tell, calls } = core
  const { users, sessions, counters } = adapters
  const { findByIds, findCredentials } = users
  if (!sessions || !findCredentials) return null
  const { onSignIn, tokenLifetime } = given
  const { clock, limits } = options
  const passwords = createPasswords()
  const authenticator = new Authenticator({
    users: { findByIds, findCredentials },
    sessions,
    counters,
    tokens: createTokens({ secrets, clock, lifetimeSeconds: tokenLifetime }),
    passwords,
    clock,
    limit: limits.signIn,
  })
  let isTaken = false
  const currentUser: CurrentUser =
    own ??
    createCurrentUser(authenticator, () => {
      if (!isTaken) tell('EIW_NO_SIGN_IN')
    })
  const authRouter = createAuthRouter({
    signIn: authenticator,
    currentUser,
    tellMounting: createTellMounting(tell, null),
    onSignIn: onSignIn && calls.onSignIn(onSignIn),
  })
  return {
    currentUser,
    /** The auth router, which is then supposed to be mounted. */
    takeAuthRouter: () => {
      isTaken = true
      return authRouter
    },
    signIn: {
      authenticate: (token) => authenticator.authenticate(token),
      checkPassword: (attempt) => authenticator.checkPassword(attempt),
      hashPassword: (password) => passwords.hash(password),
      signOutUser: (userId) => authenticator.signOutUser(userId),
    } satisfies SignIn,
    close: () => passwords.close(),
  }
}
