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
 * The signing secrets of a webhook: the current one, then those of previous secrets of the host. They
 * are derived from the host's secrets and not stored.
 */
export type SigningSecretsOf = (webhook: {
  readonly id: string
  readonly signingSalt: string
}) => Secrets

/** `whsec_` and 32 bytes in base64, different for each webhook and salt. */
export function createSigningSecrets([current, ...previous]: Secrets): SigningSecretsOf {
  return ({ id, signingSalt }) => {
    const derive = (secret: string): string => {
      const bytes = hkdfSync('sha256', secret, signingSalt, `${LABEL} ${id}`, 32)
      return PREFIX + Buffer.from(bytes).toString('base64')
    }
    return [derive(current), ...previous.map(derive)]
  }
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
