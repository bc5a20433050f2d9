import type { Router } from 'express'
import type { CountersAdapter } from './adapters/types.js'
import { createPasswords, type Passwords } from './auth/passwords.js'
import { createSignIn, type SignIn } from './auth/sign-in.js'
import { createTokens } from './auth/tokens.js'
import type { HostAdapters } from './host/host-adapters.js'
import type { TellMistake } from './host/host-mistakes.js'
import { createAuthRouter } from './http/auth-router.js'
import { createCurrentUser, type CurrentUser } from './http/current-user.js'
import { createTellMounting } from './http/mounting-mistakes.js'
import type { IncomingWebhooksOptions, ResolvedOptions } from './options.js'
import type { Secrets } from './rules/secrets.js'

export interface SignInParts {
  readonly options: IncomingWebhooksOptions
  readonly resolved: ResolvedOptions
  readonly secrets: Secrets
  readonly calls: HostAdapters
  readonly counters: CountersAdapter
  readonly tell: TellMistake
}

/** Sign-in and the current user. */
export interface SignInWiring {
  readonly signIn: SignIn
  readonly passwords: Passwords
  readonly currentUser: CurrentUser
  /** The auth router, which is then supposed to be mounted. */
  readonly takeAuthRouter: () => Router
}

export function wireSignIn({
  options,
  resolved,
  secrets,
  calls,
  counters,
  tell,
}: SignInParts): SignInWiring {
  const { onSignIn, tokenLifetime } = options
  const { clock, limits } = resolved
  const { users, sessions } = calls.signIn(options.adapters.users, options.adapters.sessions)
  const passwords = createPasswords()
  const tokens = createTokens({
    secrets,
    clock,
    ...(tokenLifetime === undefined ? {} : { lifetimeSeconds: tokenLifetime }),
  })
  const signIn = createSignIn({
    users,
    sessions,
    counters,
    tokens,
    passwords,
    clock,
    limit: limits.signIn,
  })
  let isTaken = false
  const currentUser = options.currentUser
    ? calls.currentUser(options.currentUser)
    : createCurrentUser(signIn, () => {
        if (!isTaken) tell('EIW_NO_SIGN_IN')
      })
  const tellMounting = createTellMounting(tell, null)
  const authRouter = createAuthRouter({
    signIn,
    currentUser,
    tellMounting,
    ...(onSignIn ? { onSignIn: calls.onSignIn(onSignIn) } : {}),
  })
  const takeAuthRouter = (): Router => {
    isTaken = true
    return authRouter
  }
  return { signIn, passwords, currentUser, takeAuthRouter }
}
