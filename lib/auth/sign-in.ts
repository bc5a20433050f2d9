import type {
  CountersAdapter,
  MaybePromise,
  SessionsAdapter,
  SignInAdapters,
} from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { Credentials, HookUser } from '../model/records.js'
import { networkOf } from '../rules/networks.js'
import type { Passwords } from './passwords.js'
import { createThrottle, NO_THROTTLE, type SignInLimit } from './throttle.js'
import type { Tokens } from './tokens.js'
import { isAlive } from '../rules/alive.js'

export interface AuthenticatorParts {
  readonly users: Pick<SignInAdapters['users'], 'findByIds' | 'findCredentials'>
  readonly sessions: SessionsAdapter
  readonly counters: CountersAdapter
  readonly tokens: Tokens
  readonly passwords: Pick<Passwords, 'compare'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Null turns the limit off. */
  readonly limit: SignInLimit | null
}

/** The unchecked input of a client and its address. */
export interface SignInAttempt {
  /** A username or an e-mail address. Throws `invalid_body` if it is not a text. */
  readonly loginId: unknown
  /** Throws `password_blank` if it is missing, and `invalid_body` if it is not a text. */
  readonly password: unknown
  /** The client's address, as in `req.ip`. Failures are counted for it. */
  readonly address: string
}

export interface Authenticator {
  /**
   * Throws `password_blank`, `invalid_body`, `sign_in_failed` (after the same time for an unknown
   * account and a wrong password) or, once a limit is reached, `rate_limited`, even for the right
   * password.
   */
  signIn(attempt: SignInAttempt): Promise<{ readonly user: HookUser; readonly token: string }>
  /** The user with this password. Limited and timed like a sign-in, but creates no session. */
  checkPassword(attempt: SignInAttempt): Promise<HookUser>
  /** Null for an invalid token, an ended session, or a missing or deactivated user. */
  authenticate(token: string): Promise<HookUser | null>
  /** Ends the session of the token, if there is one. */
  signOut(token: string): Promise<void>
  /** Ends all sessions of the user. Call it after a password change or deactivation. */
  signOutUser(userId: string): Promise<void>
}

/** Sign-in and sign-out (docs/contract.md, Sign-in). */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { users, sessions, tokens, clock, limit } = parts
  const throttle = limit === null ? NO_THROTTLE : createThrottle(parts.counters, limit)
  const prove = async (attempt: SignInAttempt): Promise<Proof> => {
    const password = readPassword(attempt.password)
    const loginId = readLoginId(attempt.loginId)
    const { address } = attempt
    const compared = await throttle.byAddress(address, async () => {
      // Looked up first, so that the username and the e-mail address of an account share one limit.
      const credentials = await findCredentials(users, loginId)
      const account = credentials ? `id ${credentials.userId}` : `name ${loginId}`
      return throttle.byAccount(account, address, () =>
        comparePassword(parts, credentials, password, address),
      )
    })
    if (compared === null) throw new WebhookError('sign_in_failed')
    return { ...compared, loginId }
  }
  return {
    signIn: async (attempt) => {
      const proof = await prove(attempt)
      return { user: proof.user, token: await openSession(parts, proof) }
    },
    checkPassword: async (attempt) => (await prove(attempt)).user,
    authenticate: async (token) => {
      const claims = await tokens.verify(token)
      if (claims === null) return null
      const session = await sessions.find(claims.sessionId)
      if (session?.userId !== claims.userId || session.expiresAt <= clock()) return null
      return findActive(users, claims.userId)
    },
    signOut: async (token) => {
      const claims = await tokens.verify(token)
      if (claims !== null) await sessions.delete(claims.sessionId)
    },
    signOutUser: async (userId) => {
      await sessions.deleteForUser(userId)
    },
  }
}

interface ComparedPassword {
  readonly user: HookUser
  readonly passwordHash: string
}

interface Proof extends ComparedPassword {
  readonly loginId: string
}

async function comparePassword(
  { users, passwords }: AuthenticatorParts,
  credentials: Credentials | null,
  password: string,
  address: string,
): Promise<ComparedPassword | null> {
  const passwordHash = credentials?.passwordHash ?? null
  const matches = await passwords.compare(password, passwordHash, networkOf(address))
  if (!matches || credentials === null || passwordHash === null) return null
  const user = await findActive(users, credentials.userId)
  return user && { user, passwordHash }
}

async function openSession(
  { users, sessions, tokens }: AuthenticatorParts,
  { user, passwordHash, loginId }: Proof,
): Promise<string> {
  const { token, session } = await tokens.sign(user.id)
  await sessions.create(session)
  // The password may have changed, or the account may have been deactivated, during the comparison.
  // Then `signOutUser` may have run before this session existed.
  const credentials = await findCredentials(users, loginId)
  if (credentials?.passwordHash !== passwordHash) {
    await sessions.delete(session.id)
    throw new WebhookError('sign_in_failed')
  }
  return token
}

function readPassword(password: unknown): string {
  if (password === undefined || password === null || password === '') {
    throw new WebhookError('password_blank')
  }
  if (typeof password === 'string') return password
  throw new WebhookError('invalid_body', { params: { name: 'password' } })
}

function readLoginId(loginId: unknown): string {
  if (typeof loginId === 'string' && loginId !== '') return loginId
  throw new WebhookError('invalid_body', { params: { name: 'login_id' } })
}

function findCredentials(
  users: AuthenticatorParts['users'],
  loginId: string,
): MaybePromise<Credentials | null> {
  // Some stores fail on NUL, and no name contains it.
  return loginId.includes('\0') ? null : users.findCredentials(loginId)
}

async function findActive(
  users: AuthenticatorParts['users'],
  userId: string,
): Promise<HookUser | null> {
  const found = await users.findByIds([userId])
  return found.find((user) => user.id === userId && isAlive(user)) ?? null
}
