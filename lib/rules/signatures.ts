import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import {
  isSchemeName,
  type SchemeName,
  SENDER_SCHEMES,
  type SignatureEncoding,
  type SignatureStyle,
  type WholeStyle,
  wholeStyle,
} from '../model/verification-fields.js'

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
export interface Expected extends SignatureStyle {
  readonly scheme: string
  /** `''`: that of the scheme. */
  readonly header: string
  /** The current secret, and the one before it while it is accepted too. */
  readonly secrets: readonly string[]
}

/**
 * Why a request is not from its sender: the header is missing or empty, or written otherwise; the
 * signature is wrong; its time is missing, too far away, or in the body; there is nothing to check it
 * against; or the scheme is not known.
 */
export type SenderFault =
  'missing' | 'unreadable' | 'wrong' | 'untimed' | 'late' | 'moved' | 'no_body' | 'unknown'

/**
 * What the proof of a sender covers: the whole request, if nobody else knows the secret in its header, or
 * the body alone, so that whoever has recorded a request may have changed all the rest of it.
 */
export type Covered = 'request' | 'body'

/** What is known of the sender of a request. */
export type SenderCheck = { readonly covers: Covered } | { readonly fault: SenderFault }

/** What the headers of a request claim. */
interface Claim {
  readonly signatures: readonly Uint8Array[]
  /** What is signed before the body. */
  readonly before: string
  /** The signed time in seconds, or null. */
  readonly time: string | null
  /** Whether what is signed may begin with a time that the body cannot begin with. */
  readonly mayBeMoved?: boolean
}

/** The headers and the settings that a claim is read from. */
interface Proof {
  /** The value of a header, `''` if there is none. */
  readonly value: (name: string) => string
  /** The header that the webhook or its scheme names, in lower case. */
  readonly chosen: string
  readonly style: WholeStyle
}

interface Way {
  /** Null if the headers claim nothing, or what is wrong with them. */
  readonly claim: (proof: Proof) => Claim | SenderFault | null
  /** Null for secrets that this way has no key for. */
  readonly key: (secret: string) => string | Uint8Array | null
}

/** A way whose header holds the secret itself. */
interface TokenWay {
  readonly token: (proof: Proof) => string
}

const asText = (secret: string): string => secret

/** `prefix` and the signature of the body in hexadecimal; several are separated by commas. */
function hexIn(name: string, prefix = ''): Way {
  return { key: asText, claim: ({ value }) => bodyClaim(value(name), prefix) }
}

function bodyClaim(
  written: string,
  prefix: string,
  encoding: SignatureEncoding = 'hex',
): Claim | null {
  const signatures = written
    .split(',')
    .flatMap((one) => signatureBehind(prefix, one.trim(), encoding))
  return signatures.length === 0 ? null : { signatures, before: '', time: null }
}

/** 32 bytes, as each encoding writes them. */
const ENCODED: Readonly<Record<SignatureEncoding, RegExp>> = {
  hex: /^[0-9a-f]{64}$/i,
  base64: /^[A-Za-z0-9+/]{43}=$/,
}

function signatureBehind(
  prefix: string,
  text: string,
  encoding: SignatureEncoding = 'hex',
): readonly Uint8Array[] {
  // Stores may hold an encoding of a later version.
  if (!text.startsWith(prefix) || !Object.hasOwn(ENCODED, encoding)) return []
  const written = text.slice(prefix.length).trimStart()
  return ENCODED[encoding].test(written) ? [Buffer.from(written, encoding)] : []
}

const GRAFANA_TIME = 'x-grafana-alerting-timestamp'

const GRAFANA: Way = {
  key: asText,
  claim: ({ value, chosen }) => {
    const claim = bodyClaim(value(chosen), '')
    const time = value(GRAFANA_TIME)
    if (!claim) return null
    return time === '' ? { ...claim, mayBeMoved: true } : { ...claim, before: `${time}:`, time }
  },
}

const HMAC: Way = {
  key: asText,
  claim: ({ value, chosen, style }) => {
    const written = value(chosen)
    const claim = bodyClaim(written, style.prefix, style.encoding)
    if (!claim) return written === '' ? null : 'unreadable'
    if (style.timestampHeader === '') return claim
    const time = value(style.timestampHeader.toLowerCase())
    return time === '' ? 'untimed' : { ...claim, before: signedBefore(style.signed, time), time }
  },
}

const STRIPE: Way = {
  key: asText,
  claim: ({ value }) => {
    const items = value('stripe-signature').split(',')
    const time = items.find((item) => item.startsWith('t='))?.slice('t='.length) ?? ''
    const signatures = items.flatMap((item) => signatureBehind('v1=', item))
    return signatures.length === 0 ? null : { signatures, before: `${time}.`, time }
  },
}

function standard(prefix: string, key: Way['key']): Way {
  return {
    key,
    claim: ({ value }) => {
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
  gitlab: [{ token: ({ value }) => value('x-gitlab-token') }, standard('webhook', gitlabKey)],
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
  hmac: [HMAC],
  token: [{ token: ({ value, chosen }) => value(chosen) }],
}

/** Whether the request is from someone who knows one of the secrets, and what that person has said for sure. */
export function checkSignature(expected: Expected, request: SignedRequest): SenderCheck {
  const { scheme } = expected
  if (!isSchemeName(scheme)) return { fault: 'unknown' }
  const secrets = expected.secrets.filter((secret) => secret !== '')
  const proof: Proof = {
    value: (name) => {
      const sent = request.headers[name]
      return typeof sent === 'string' ? sent.trim() : ''
    },
    chosen: headerOf(scheme, expected.header),
    style: wholeStyle(expected),
  }
  const results = WAYS[scheme].map((way): Covered | SenderFault => {
    if ('token' in way) return tokenFault(way.token(proof), secrets) ?? 'request'
    const claim = way.claim(proof)
    if (claim === null) return 'missing'
    return typeof claim === 'string' ? claim : (claimFault(claim, way, secrets, request) ?? 'body')
  })
  const covers = COVERED.find((each) => results.includes(each))
  return covers ? { covers } : { fault: worst(results) }
}

/** Where two ways prove the sender, the one that covers more counts. */
const COVERED: readonly Covered[] = ['request', 'body']

const BODY = '{body}'

/** Whatever is before the time, the time, something that no time has in it, and the body. */
const SIGNED = /^[ -z|~]{0,32}\{time\}(?!\d)[ -z|~]{1,32}\{body\}$/

/** Whether a text says what is signed, so that no part of a body can pass for the time. */
export function isSignedText(text: string): boolean {
  return SIGNED.test(text)
}

function signedBefore(text: string, time: string): string {
  return text.slice(0, -BODY.length).replace('{time}', () => time)
}

/** The name of the header with the proof, in lower case; `''` if it is fixed or not chosen. */
export function headerOf(scheme: SchemeName, chosen: string): string {
  return (chosen === '' ? (SENDER_SCHEMES[scheme].header ?? '') : chosen).toLowerCase()
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
  { signatures, before, time, mayBeMoved = false }: Claim,
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
  if (mayBeMoved && beginsWithTime(body)) return 'moved'
  return time === null || isNear(time, now) ? null : 'late'
}

function isNear(time: string, now: number): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= TOLERANCE
}

/**
 * A time and a colon, as they are signed before the body. With the header left out, such a request would
 * be as valid for ever as one whose sender signs no time.
 */
function beginsWithTime(body: Uint8Array): boolean {
  return /^\d{1,12}:/.test(Buffer.from(body.subarray(0, 13)).toString('latin1'))
}

const FROM_WORST: readonly SenderFault[] = [
  'late',
  'moved',
  'no_body',
  'wrong',
  'untimed',
  'unreadable',
]

/** That which says most about what to do. */
function worst(faults: readonly (SenderFault | Covered)[]): SenderFault {
  return FROM_WORST.find((fault) => faults.includes(fault)) ?? 'missing'
}

/** The bytes of a secret in base64, with or without `whsec_`; null if it is none. */
export function decodedSecret(secret: string): Uint8Array | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 0 ? null : bytes
}
