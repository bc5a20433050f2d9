import { createHmac, hkdfSync } from 'node:crypto'

const LABEL = 'express-incoming-webhooks/signing/1'
const PREFIX = 'whsec_'

/** The headers of Standard Webhooks. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** The signing secret of a webhook. It is derived from the host's secret and not stored. */
export type SigningSecretOf = (webhook: {
  readonly id: string
  readonly signingSalt: string
}) => string

/** `whsec_` and 32 bytes in base64, different for each webhook and salt. */
export function createSigningSecrets(secret: string | Uint8Array): SigningSecretOf {
  return ({ id, signingSalt }) => {
    const bytes = hkdfSync('sha256', secret, signingSalt, `${LABEL} ${id}`, 32)
    return PREFIX + Buffer.from(bytes).toString('base64')
  }
}

/** Signs a request so that its receiver can verify the sender and the time. */
export function sign(
  secret: string,
  message: { readonly id: string; readonly seconds: number; readonly body: string },
): SignedHeaders {
  const { id, seconds, body } = message
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${digest}`,
  }
}
