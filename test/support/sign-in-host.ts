import { createMemoryAdapters, type MemoryAdapters } from '../../lib/adapters/memory/index.js'
import { createPasswords, type Passwords } from '../../lib/auth/passwords.js'
import {
  Authenticator,
  type SignInAttempt,
  type AuthenticatorParts,
} from '../../lib/auth/sign-in.js'
import { DEFAULT_SIGN_IN_LIMIT, type SignInLimit } from '../../lib/auth/throttle.js'
import { createTokens, type Tokens } from '../../lib/auth/tokens.js'
import { ERRORS, WebhookError, type ErrorCode } from '../../lib/model/errors.js'
import { cheapHash } from './cheap-hash.js'

export const SECRET = '7f3a9c51e8d24b60a1f7c3d95e0b8246'
export const PASSWORD = 'correct horse battery staple'

// One thread for all hosts: to start one takes longer than most tests. It keeps no process alive.
const passwords = createPasswords({ cost: 4 })
const passwordHash = cheapHash(PASSWORD)

export interface SignInHost {
  readonly adapters: MemoryAdapters
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly signIn: Authenticator
  /** Milliseconds by which the host's clock goes ahead of the real one. */
  ahead: number
  deactivate(userId: string): void
}

/** A host of two people, `ann` and the administrator `root`, who share a password. */
export async function createSignInHost(
  options: {
    readonly limit?: SignInLimit | null
    readonly parts?: (parts: AuthenticatorParts) => Partial<AuthenticatorParts>
  } = {},
): Promise<SignInHost> {
  const clock = (): number => Date.now() + host.ahead
  const adapters = createMemoryAdapters({ clock })
  const tokens = createTokens({ secrets: [SECRET], clock })
  const { limit = DEFAULT_SIGN_IN_LIMIT } = options
  const { users, sessions, counters } = adapters
  const parts: AuthenticatorParts = { users, sessions, counters, tokens, passwords, clock, limit }
  const signIn = new Authenticator({ ...parts, ...options.parts?.(parts) })
  const host: SignInHost = {
    adapters,
    tokens,
    passwords,
    signIn,
    ahead: 0,
    deactivate: (userId) => {
      const user = adapters.host.users.get(userId)
      if (user) adapters.host.users.set(userId, { ...user, deleteAt: clock() })
    },
  }
  for (const [id, username, admin] of [
    ['u-ann', 'ann', false],
    ['u-root', 'root', true],
  ] as const) {
    const email = `${username}@example.org`
    adapters.host.users.set(id, { id, username, email, admin, createAt: 1, deleteAt: 0 })
    adapters.host.credentials.set(id, { userId: id, passwordHash: await passwordHash })
  }
  return host
}

/** The code of the `WebhookError` that the promise rejects with, or `none`. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | 'none'> {
  try {
    await promise
    return 'none'
  } catch (error) {
    if (error instanceof WebhookError && error.code in ERRORS) return error.code
    throw error
  }
}

/** The right password of `ann`, from one address, unless changed. */
export function attempt(changes: Partial<SignInAttempt> = {}): SignInAttempt {
  return { loginId: 'ann', password: PASSWORD, address: '192.0.2.1', ...changes }
}

export function wrong(changes: Partial<SignInAttempt> = {}): SignInAttempt {
  return attempt({ password: 'wrong', ...changes })
}

/** Fails to sign in so many times. */
export async function fail(host: SignInHost, times: number, how = wrong()): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const code = await codeOf(host.signIn.signIn(how))
    if (code !== 'sign_in_failed') throw new Error(`expected a failure, got ${code}`)
  }
}
