import { randomUUID } from 'node:crypto'
import type jwt from 'jsonwebtoken'
import { firstOf, keysFor, type Secrets } from '../rules/secrets.js'

const MAX_TOKEN_LENGTH = 4096
const DEFAULT_LIFETIME_SECONDS = 12 * 3600
const NAME = 'express-incoming-webhooks'
const KEY_LABEL = `${NAME} session token`

interface TokensOptions {
  /** The first one signs. */
  readonly secrets: Secrets
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Whole seconds; 12 hours by default. */
  readonly lifetimeSeconds?: number | undefined
}

/** The user and the session of a token. */
interface TokenClaims {
  readonly sessionId: string
  readonly userId: string
}

export type Tokens = ReturnType<typeof createTokens>

/**
 * Signed tokens. They only name a session; the session decides. Throws a `TypeError` for an invalid
 * lifetime.
 */
export function createTokens({
  secrets,
  clock,
  lifetimeSeconds = DEFAULT_LIFETIME_SECONDS,
}: TokensOptions) {
  if (!Number.isSafeInteger(lifetimeSeconds) || lifetimeSeconds < 1) {
    throw new TypeError('The lifetime of a token must be an integer of at least 1 (seconds)')
  }
  const keys = keysFor(KEY_LABEL, secrets)
  return {
    /** A new token and its session, which the caller must store. */
    sign: async (userId: string) => {
      const { sign } = await loadJsonWebToken()
      const iat = Math.floor(clock() / 1000)
      const exp = iat + lifetimeSeconds
      const jti = randomUUID()
      const claims = { iss: NAME, aud: NAME, sub: userId, jti, iat, exp }
      return {
        token: sign(claims, keys[0], { algorithm: 'HS256' }),
        session: { id: jti, userId, expiresAt: exp * 1000 },
      }
    },
    /** Null for a token with a wrong signature, an expired one, or more than 4 KiB. */
    verify: async (token: string) => {
      if (token.length > MAX_TOKEN_LENGTH) return null
      const { verify } = await loadJsonWebToken()
      return firstOf(keys, (key) => {
        try {
          const verified = verify(token, key, {
            algorithms: ['HS256'],
            issuer: NAME,
            audience: NAME,
            // `jsonwebtoken` treats 0 as absent.
            clockTimestamp: Math.max(1, clock() / 1000),
            complete: true,
          })
          return readClaims(verified)
        } catch {
          return null
        }
      })
    },
  }
}

// Loaded lazily: hosts with their own sign-in never need it, and it is slow to load.
async function loadJsonWebToken(): Promise<typeof jwt> {
  const { default: loaded } = await import('jsonwebtoken')
  return loaded
}

function readClaims({ header, payload }: jwt.Jwt): TokenClaims | null {
  // Our tokens have no other members; tokens with `crit`, `kid`, `jku` and the like are rejected.
  if (!Object.keys(header).every((name) => name === 'alg' || name === 'typ')) return null
  if (typeof payload === 'string') return null
  const { sub, jti, exp } = payload
  // `jsonwebtoken` accepts a token without an expiry and does not check these types.
  if (typeof exp !== 'number' || !isName(sub) || !isName(jti)) return null
  return { sessionId: jti, userId: sub }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
