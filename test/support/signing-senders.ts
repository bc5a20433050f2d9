import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { SchemeName, SignatureStyle } from '../../lib/model/verification-fields.js'

export type SentHeaders = Readonly<Record<string, string>>

/** A program that signs what it sends. */
export interface Sender {
  readonly scheme: SchemeName
  /** The header that the webhook chooses; `''` for that of the scheme. */
  readonly header: string
  /** What the webhook says of the scheme `hmac`. */
  readonly style: SignatureStyle
  readonly secret: string
  readonly otherSecret: string
  /** `at`: seconds since 1970. */
  readonly sign: (secret: string, body: string, at: number) => SentHeaders
  /** What senders without a secret send, and forgers may. */
  readonly empty: SentHeaders
  /** Whether the time is signed. */
  readonly isTimed: boolean
  /** Whether the header is the secret itself, whatever the body. */
  readonly isToken: boolean
}

function hmac(secret: string, signed: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', secret).update(signed).digest(encoding)
}

function sender(
  scheme: SchemeName,
  sign: Sender['sign'],
  empty: SentHeaders,
  facts: Partial<Sender> = {},
): Sender {
  const secrets = { secret: 'the first secret', otherSecret: 'the second secret' }
  const plain = { header: '', style: {}, isTimed: false, isToken: false }
  return { scheme, sign, empty, ...secrets, ...plain, ...facts }
}

const BASE64 = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  otherSecret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
}

// Their own package signs, and reads no `whsec_` where there is none.
const standard =
  (prefix: 'webhook' | 'svix'): Sender['sign'] =>
  (secret, body, at) => ({
    [`${prefix}-id`]: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    [`${prefix}-timestamp`]: String(at),
    [`${prefix}-signature`]: `v1a,bm90IG91cnM= ${new Webhook(secret).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(at * 1000), body)}`,
  })

const NOTHING_SIGNED = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' }

/** Senders of all schemes, as their programs do it. */
export const SENDERS: readonly Sender[] = [
  sender('github', (secret, body) => ({ 'X-Hub-Signature-256': `sha256=${hmac(secret, body)}` }), {
    'X-Hub-Signature-256': 'sha256=',
  }),
  sender(
    'gitlab',
    (secret) => ({ 'X-Gitlab-Token': secret }),
    { 'X-Gitlab-Token': '' },
    { isToken: true },
  ),
  sender('gitlab', standard('webhook'), NOTHING_SIGNED, { ...BASE64, isTimed: true }),
  ...['Forgejo', 'Gitea', 'Gogs'].map((name) =>
    sender(
      'gitea',
      (secret, body) => ({
        [`X-${name}-Signature`]: hmac(secret, body),
        'X-Hub-Signature-256': '',
      }),
      { [`X-${name}-Signature`]: '', 'X-Hub-Signature-256': 'sha256=' },
    ),
  ),
  sender('bitbucket', (secret, body) => ({ 'X-Hub-Signature': `sha256=${hmac(secret, body)}` }), {
    'X-Hub-Signature': 'sha256=',
  }),
  sender('sentry', (secret, body) => ({ 'Sentry-Hook-Signature': hmac(secret, body) }), {
    'Sentry-Hook-Signature': '',
  }),
  sender(
    'pagerduty',
    (secret, body) => ({
      'X-PagerDuty-Signature': `v1=${hmac('another', body)},v1=${hmac(secret, body)}`,
    }),
    { 'X-PagerDuty-Signature': 'v1=' },
  ),
  sender('grafana', (secret, body) => ({ 'X-Grafana-Alerting-Signature': hmac(secret, body) }), {
    'X-Grafana-Alerting-Signature': '',
  }),
  sender(
    'grafana',
    (secret, body, at) => ({
      'X-Our-Signature': hmac(secret, `${at}:${body}`),
      'X-Grafana-Alerting-Timestamp': String(at),
    }),
    { 'X-Our-Signature': '' },
    { header: 'X-Our-Signature', isTimed: true },
  ),
  sender(
    'stripe',
    (secret, body, at) => ({
      'Stripe-Signature': `t=${at},v0=00,v1=${hmac('another', `${at}.${body}`)},v1=${hmac(secret, `${at}.${body}`)}`,
    }),
    { 'Stripe-Signature': 't=,v1=' },
    { secret: 'whsec_test', isTimed: true },
  ),
  sender('standard-webhooks', standard('webhook'), NOTHING_SIGNED, { ...BASE64, isTimed: true }),
  sender('standard-webhooks', standard('svix'), NOTHING_SIGNED, { ...BASE64, isTimed: true }),
  // As Flux signs with `generic-hmac`.
  sender(
    'hmac',
    (secret, body) => ({ 'X-Signature': `sha256=${hmac(secret, body)}` }),
    { 'X-Signature': '' },
    { header: 'X-Signature', style: { prefix: 'sha256=' } },
  ),
  // As Shopify signs.
  sender(
    'hmac',
    (secret, body) => ({ 'X-Shopify-Hmac-Sha256': hmac(secret, body, 'base64') }),
    { 'X-Shopify-Hmac-Sha256': '' },
    { header: 'X-Shopify-Hmac-Sha256', style: { encoding: 'base64' } },
  ),
  // As Linear signs.
  sender(
    'hmac',
    (secret, body) => ({ 'Linear-Signature': hmac(secret, body) }),
    { 'Linear-Signature': '' },
    { header: 'Linear-Signature' },
  ),
  // As Slack signs.
  sender(
    'hmac',
    (secret, body, at) => ({
      'X-Slack-Signature': `v0=${hmac(secret, `v0:${at}:${body}`)}`,
      'X-Slack-Request-Timestamp': String(at),
    }),
    { 'X-Slack-Signature': '' },
    {
      header: 'X-Slack-Signature',
      style: {
        prefix: 'v0=',
        timestampHeader: 'X-Slack-Request-Timestamp',
        signed: 'v0:{time}:{body}',
      },
      isTimed: true,
    },
  ),
  // As Microsoft Teams signs what its outgoing webhooks send.
  sender(
    'hmac',
    (secret, body) => ({ 'X-Authorization': `HMAC ${hmac(secret, body, 'base64')}` }),
    { 'X-Authorization': '' },
    { header: 'X-Authorization', style: { prefix: 'HMAC', encoding: 'base64' } },
  ),
  sender(
    'token',
    (secret) => ({ 'X-Word': secret }),
    { 'X-Word': '' },
    { header: 'X-Word', isToken: true },
  ),
]

/** Headers as Node has them. */
export function asReceived(headers: SentHeaders): SentHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Buffer.from(value).toString('latin1'),
    ]),
  )
}

/** The first of them with this scheme. */
export function senderOf(scheme: SchemeName): Sender {
  const sender = SENDERS.find((each) => each.scheme === scheme)
  if (!sender) throw new Error(`no sender of ${scheme}`)
  return sender
}
