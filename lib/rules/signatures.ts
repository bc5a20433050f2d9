import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { isSchemeName, type SchemeName, SENDER_SCHEMES } from '../model/verification-fields.js'

/** How many seconds a signed time may differ from the clock. */
export const TOLERANCE = 300

/** What a sender sent. */
export interface SignedRequest {
  /** As Node has them: names in lower case, and a character for each byte. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it was sent; null if only what a parser made of it is left. */
  readonly body: Uint8Array | null
  /** Seconds since 1970. */
  readonly now: number
}

/** What a webhook expects. */
export interface Expected {
  readonly scheme: string
  /** `''`: that of the scheme. */
  readonly header: string
  /** The current secret, and the one before it while it is accepted too. */
  readonly secrets: readonly string[]
}

/**
 * Why a request is not from its sender: the header is missing or empty, the signature is wrong, its time
 * is too far away, there is nothing to check it against, or the scheme is not known.
 */
export type SenderFault = 'missing' | 'wrong' | 'late' | 'no_body' | 'unknown'

/** What the headers of a request claim. */
interface Claim {
  readonly signatures: readonly Uint8Array[]
  /** What is signed before the body. */
  readonly before: string
  /** The signed time in seconds, or null. */
  readonly time: string | null
}

interface Way {
  /** Null if the headers claim nothing. */
  readonly claim: (value: (name: string) => string, chosen: string) => Claim | null
  /** Null for secrets that this way has no key for. */
  readonly key: (secret: string) => string | Uint8Array | null
}

/** A way whose header holds the secret itself. */
interface TokenWay {
  readonly token: (value: (name: string) => string, chosen: string) => string
}

const asText = (secret: string): string => secret

/** `prefix` and the signature of the body in hexadecimal; several are separated by commas. */
function hexIn(name: string, prefix = ''): Way {
  return { key: asText, claim: (value) => bodyClaim(value(name), prefix) }
}

function bodyClaim(written: string, prefix: string): Claim | null {
  const signatures = written.split(',').flatMap((one) => hexBehind(prefix, one.trim()))
  return signatures.length === 0 ? null : { signatures, before: '', time: null }
}

function hexBehind(prefix: string, text: string): readonly Uint8Array[] {
  const isOne = text.startsWith(prefix) && /^[0-9a-f]{64}$/i.test(text.slice(prefix.length))
  return isOne ? [Buffer.from(text.slice(prefix.length), 'hex')] : []
}

const GRAFANA_TIME = 'x-grafana-alerting-timestamp'

const GRAFANA: Way = {
  key: asText,
  claim: (value, chosen) => {
    const claim = bodyClaim(value(chosen), '')
    const time = value(GRAFANA_TIME)
    return claim && time !== '' ? { ...claim, before: `${time}:`, time } : claim
  },
}

const STRIPE: Way = {
  key: asText,
  claim: (value) => {
    const items = value('stripe-signature').split(',')
    const time = items.find((item) => item.startsWith('t='))?.slice('t='.length) ?? ''
    const signatures = items.flatMap((item) => hexBehind('v1=', item))
    return signatures.length === 0 ? null : { signatures, before: `${time}.`, time }
  },
}

function standard(prefix: string, key: Way['key']): Way {
  return {
    key,
    claim: (value) => {
      const time = value(`${prefix}-timestamp`)
      const signatures = value(`${prefix}-signature`)
        .split(' ')
        .filter((item) => /^v1,[A-Za-z0-9+/]{43}=$/.test(item))
        .map((item) => Buffer.from(item.slice('v1,'.length), 'base64'))
      const id = value(`${prefix}-id`)
      // With a dot in it, another part of what was signed could pass for the time.
      if (signatures.length === 0 || id.includes('.')) return null
      return { signatures, before: `${id}.${time}.`, time }
    },
  }
}

// Nearly every text is some base64, which for a token would be a key with fewer bytes than it has letters.
const gitlabKey = (secret: string): Uint8Array | null =>
  secret.startsWith('whsec_') ? decodedSecret(secret) : null

/** The ways of each scheme, any of which is proof. */
const WAYS: Readonly<Record<SchemeName, readonly (Way | TokenWay)[]>> = {
  github: [hexIn('x-hub-signature-256', 'sha256=')],
  gitlab: [{ token: (value) => value('x-gitlab-token') }, standard('webhook', gitlabKey)],
  gitea: [
    hexIn('x-forgejo-signature'),
    hexIn('x-gitea-signature'),
    hexIn('x-gogs-signature'),
    hexIn('x-hub-signature-256', 'sha256='),
  ],
  // The name that GitHub uses for SHA-1, with SHA-256.
  bitbucket: [hexIn('x-hub-signature', 'sha256=')],
  sentry: [hexIn('sentry-hook-signature')],
  pagerduty: [hexIn('x-pagerduty-signature', 'v1=')],
  grafana: [GRAFANA],
  stripe: [STRIPE],
  'standard-webhooks': [standard('webhook', decodedSecret), standard('svix', decodedSecret)],
  token: [{ token: (value, chosen) => value(chosen) }],
}

/** Null if the request is from someone who knows one of the secrets. */
export function senderFault(expected: Expected, request: SignedRequest): SenderFault | null {
  const { scheme } = expected
  if (!isSchemeName(scheme)) return 'unknown'
  const secrets = expected.secrets.filter((secret) => secret !== '')
  const chosen = headerOf(scheme, expected.header)
  const value = (name: string): string => {
    const sent = request.headers[name]
    return typeof sent === 'string' ? sent.trim() : ''
  }
  const faults = WAYS[scheme].map((way) => {
    if ('token' in way) return tokenFault(way.token(value, chosen), secrets)
    const claim = way.claim(value, chosen)
    return claim ? claimFault(claim, way, secrets, request) : 'missing'
  })
  return faults.includes(null) ? null : worst(faults)
}

/** The name of the header with the proof, in lower case; `''` if it is fixed or not chosen. */
export function headerOf(scheme: SchemeName, chosen: string): string {
  return (chosen === '' ? (SENDER_SCHEMES[scheme].header ?? '') : chosen).toLowerCase()
}

/** Whether only the body can prove who sent it, so that nothing beside it may be read as a message. */
export function signsBody(scheme: string): boolean {
  return !isSchemeName(scheme) || !WAYS[scheme].some((way) => 'token' in way)
}

function tokenFault(sent: string, secrets: readonly string[]): SenderFault | null {
  if (sent === '') return 'missing'
  const digest = hash('sha256', Buffer.from(sent, 'latin1'), 'buffer')
  // Digests have one length, so that not even that of the secret shows in the time.
  const isKnown = secrets.filter((secret) =>
    timingSafeEqual(digest, hash('sha256', secret, 'buffer')),
  )
  return isKnown.length > 0 ? null : 'wrong'
}

function claimFault(
  { signatures, before, time }: Claim,
  { key }: Way,
  secrets: readonly string[],
  { body, now }: SignedRequest,
): SenderFault | null {
  if (!body) return 'no_body'
  const right = secrets.flatMap((secret) => {
    const bytes = key(secret)
    if (bytes === null) return []
    return [createHmac('sha256', bytes).update(before, 'latin1').update(body).digest()]
  })
  const isSigned = right.some((one) => signatures.some((sent) => timingSafeEqual(sent, one)))
  if (!isSigned) return 'wrong'
  return time === null || isNear(time, now) ? null : 'late'
}

function isNear(time: string, now: number): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= TOLERANCE
}

const FROM_WORST: readonly SenderFault[] = ['late', 'no_body', 'wrong']

/** That which says most about what to do. */
function worst(faults: readonly (SenderFault | null)[]): SenderFault {
  return FROM_WORST.find((fault) => faults.includes(fault)) ?? 'missing'
}

/** The bytes of a secret in base64, with or without `whsec_`; null if it is none. */
export function decodedSecret(secret: string): Uint8Array | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 0 ? null : bytes
}
