import { createHmac, hkdfSync } from 'node:crypto'
import type { Secrets } from './secrets.js'

const LABEL = 'express-incoming-webhooks/signing/1'
const PREFIX = 'whsec_'

/** The headers of Standard Webhooks. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * The signing secrets of a webhook at a time: the current one, the one that it replaced while that is
 * still used, then those of previous secrets of the host. They are derived from the host's secrets and
 * not stored.
 */
export type SigningSecretsOf = (
  webhook: { readonly id: string; readonly signingSalt: string },
  now: number,
) => Secrets

/** `whsec_` and 32 bytes in base64, different for each webhook and salt. */
export function createSigningSecrets(secrets: Secrets): SigningSecretsOf {
  return ({ id, signingSalt }, now) => {
    const salts = saltsAt(signingSalt, now)
    const derive = (secret: string, from: string) => {
      const bytes = hkdfSync('sha256', secret, from, `${LABEL} ${id}`, 32)
      return PREFIX + Buffer.from(bytes).toString('base64')
    }
    const derived = secrets.flatMap((secret) => salts.map((salt) => derive(secret, salt)))
    const [first = '', ...others] = derived
    return [first, ...others]
  }
}

/**
 * The stored form of a new salt that replaces another one, which is used until then: `new old time`.
 * One field for both, so that stores need no further column.
 */
export function replacedSalt(stored: string, salt: string, oldUntil: number, now: number): string {
  if (oldUntil <= now) return salt
  const [old] = saltsAt(stored, now)
  return `${salt} ${old} ${oldUntil}`
}

/** Until when the replaced signing secret is used too; 0 if there is none. */
export function replacedSaltUntil(stored: string, now: number): number {
  const until = Number(stored.split(' ')[2] ?? 0)
  return until > now ? until : 0
}

function saltsAt(stored: string, now: number): readonly [salt: string, ...replaced: string[]] {
  const [salt = '', old = ''] = stored.split(' ')
  return replacedSaltUntil(stored, now) === 0 ? [salt] : [salt, old]
}

/**
 * Signs a request so that its receiver can verify the sender and the time. It has a signature for each
 * secret, as Standard Webhooks provides for, so that a receiver that knows only one accepts it.
 */
export function sign(
  secrets: readonly string[],
  message: { readonly id: string; readonly seconds: number; readonly body: string },
): SignedHeaders {
  const { id, seconds, body } = message
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
