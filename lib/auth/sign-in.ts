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
import { type SignInLimit, Throttle } from './throttle.js'
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

interface Proof {
  readonly user: HookUser
  readonly passwordHash: string
}

/** Sign-in and sign-out (docs/contract.md, Sign-in). */
export class Authenticator {
  readonly #parts: AuthenticatorParts
  readonly #throttle: Throttle | null

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts
    this.#throttle = parts.limit && new Throttle(parts.counters, parts.limit)
  }

  /**
   * Throws `password_blank`, `invalid_body`, `sign_in_failed` (after the same time for an unknown
   * account and a wrong password) or, once a limit is reached, `rate_limited`, even for the right
   * password.
   */
  async signIn(
    attempt: SignInAttempt,
  ): Promise<{ readonly user: HookUser; readonly token: string }> {
    const { sessions, tokens } = this.#parts
    const { user, passwordHash } = await this.#prove(attempt)
    const { token, session } = await tokens.sign(user.id)
    await sessions.create(session)
    // The password may have changed, or the account may have been deactivated, during the comparison.
    // Then `signOutUser` may have run before this session existed.
    const credentials = await this.#findCredentials(readText('login_id', attempt.loginId))
    if (credentials?.passwordHash === passwordHash) return { user, token }
    await sessions.delete(session.id)
    throw new WebhookError('sign_in_failed')
  }

  /** The user with this password. Limited and timed like a sign-in, but creates no session. */
  async checkPassword(attempt: SignInAttempt): Promise<HookUser> {
    return (await this.#prove(attempt)).user
  }

  /** Null for an invalid token, an ended session, or a missing or deactivated user. */
  async authenticate(token: string): Promise<HookUser | null> {
    const { tokens, sessions, clock } = this.#parts
    const claims = await tokens.verify(token)
    if (claims === null) return null
    const session = await sessions.find(claims.sessionId)
    if (session?.userId !== claims.userId || session.expiresAt <= clock()) return null
    return this.#findActive(claims.userId)
  }

  /** Ends the session of the token, if there is one. */
  async signOut(token: string): Promise<void> {
    const claims = await this.#parts.tokens.verify(token)
    if (claims !== null) await this.#parts.sessions.delete(claims.sessionId)
  }

  /** Ends all sessions of the user. Call it after a password change or deactivation. */
  async signOutUser(userId: string): Promise<void> {
    await this.#parts.sessions.deleteForUser(userId)
  }

  async #prove({ password: given, loginId: name, address }: SignInAttempt): Promise<Proof> {
    const password = readPassword(given)
    const loginId = readText('login_id', name)
    const throttle = this.#throttle
    const tried = async (): Promise<Proof | null> => {
      // Looked up first, so that the username and the e-mail address of an account share one limit.
      const credentials = await this.#findCredentials(loginId)
      const compare = (): Promise<Proof | null> => this.#compare(credentials, password, address)
      const account = credentials ? `id ${credentials.userId}` : `name ${loginId}`
      return throttle ? throttle.byAccount(account, address, compare) : compare()
    }
    const proof = await (throttle ? throttle.byAddress(address, tried) : tried())
    if (proof === null) throw new WebhookError('sign_in_failed')
    return proof
  }

  async #compare(
    credentials: Credentials | null,
    password: string,
    address: string,
  ): Promise<Proof | null> {
    const passwordHash = credentials?.passwordHash ?? null
    const { passwords } = this.#parts
    const matches = await passwords.compare(password, passwordHash, networkOf(address))
    if (!matches || credentials === null || passwordHash === null) return null
    const user = await this.#findActive(credentials.userId)
    return user && { user, passwordHash }
  }

  #findCredentials(loginId: string): MaybePromise<Credentials | null> {
    // Some stores fail on NUL, and no name contains it.
    return loginId.includes('\0') ? null : this.#parts.users.findCredentials(loginId)
  }

  async #findActive(userId: string): Promise<HookUser | null> {
    const [user] = await this.#parts.users.findByIds([userId])
    return isAlive(user) ? user : null
  }
}

function readPassword(password: unknown): string {
  if ((password ?? '') === '') throw new WebhookError('password_blank')
  return readText('password', password)
}

function readText(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError('invalid_body', { params: { name } })
}
