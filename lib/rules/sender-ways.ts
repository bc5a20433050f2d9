import {
  type SchemeName,
  SENDER_SCHEMES,
  type SignatureEncoding,
  type WholeStyle,
} from '../model/verification-fields.js'

const GRAFANA_TIME = 'x-grafana-alerting-timestamp'

/** The name of the header with the proof, in lower case; `''` if it is fixed or not chosen. */
export function headerOf(scheme: SchemeName, chosen: string): string {
  return (chosen === '' ? (SENDER_SCHEMES[scheme].header ?? '') : chosen).toLowerCase()
}

/** The name of the header with the signed time, in lower case; `''` if it is fixed or there is none. */
function timeHeaderOf(scheme: SchemeName, { timestampHeader }: WholeStyle) {
  return scheme === 'grafana' ? GRAFANA_TIME : timestampHeader.toLowerCase()
}

/**
 * Headers that Node does not give as they were sent: a list, nothing, or the first one alone, whatever
 * else there was. `Authorization` is of the last kind too, but holds the secrets of many senders.
 */
const NOT_AS_SENT: ReadonlySet<string> = new Set([
  '__proto__',
  'age',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'set-cookie',
  'user-agent',
])

/** The headers that a webhook names. */
interface NamedHeaders {
  readonly header: string
  readonly style: WholeStyle
}

/** The name of a member, and why no request could be proved with it. */
interface HeaderFault {
  readonly member: 'header' | 'timestampHeader'
  readonly reason: string
}

/** Null if senders can prove themselves with these headers. */
export function headerFault(
  scheme: SchemeName,
  { header, style }: NamedHeaders,
): HeaderFault | null {
  const proof = headerOf(scheme, header)
  const isChosen = SENDER_SCHEMES[scheme].header !== null
  if (isChosen && proof === '') return { member: 'header', reason: 'expected the name of a header' }
  const other = 'HTTP has another use for this header: name one of the sending program'
  if (NOT_AS_SENT.has(proof)) return { member: 'header', reason: other }
  const time = timeHeaderOf(scheme, style)
  if (NOT_AS_SENT.has(time)) return { member: 'timestampHeader', reason: other }
  if (time === '' || time !== proof) return null
  const member = scheme === 'grafana' ? 'header' : 'timestampHeader'
  return { member, reason: 'one header cannot hold both the signature and the time' }
}

/**
 * Why a request is not from its sender: the header is missing or empty, or written otherwise; the
 * signature is wrong; its time is missing, not in seconds since 1970, too far away, or in the body; there
 * is nothing to check it against; or the scheme is not known.
 */
export type SenderFault =
  | 'missing'
  | 'unreadable'
  | 'wrong'
  | 'untimed'
  | 'not_seconds'
  | 'late'
  | 'moved'
  | 'no_body'
  | 'unknown'

/** What the headers of a request claim. */
export interface Claim {
  readonly signatures: readonly Uint8Array[]
  /** What is signed before the body. */
  readonly before: string
  /** The signed time in seconds, or null. */
  readonly time: string | null
  /** Whether what is signed may begin with a time that the body cannot begin with. */
  readonly mayBeMoved?: boolean
}

/** The headers and the settings that a claim is read from. */
export interface Proof {
  /** The value of a header, `''` if there is none. */
  readonly value: (name: string) => string
  /** The header that the webhook or its scheme names, in lower case. */
  readonly chosen: string
  readonly style: WholeStyle
}

export interface Way {
  /** What the headers claim, or what is wrong with them. */
  readonly claim: (proof: Proof) => Claim | SenderFault
  /** Null for secrets that this way has no key for. */
  readonly key: (secret: string) => string | Uint8Array | null
}

/** A way whose header holds the secret itself. */
interface TokenWay {
  readonly token: (proof: Proof) => string
}

const asText = (secret: string) => secret

/** `prefix` and the signature of the body in hexadecimal; several are separated by commas. */
function hexIn(name: string, prefix = ''): Way {
  return { key: asText, claim: ({ value }) => bodyClaim(value(name), prefix) }
}

function bodyClaim(
  written: string,
  prefix: string,
  encoding: SignatureEncoding = 'hex',
): Claim | SenderFault {
  const items = written.split(',')
  const signatures = items.flatMap((item) => signatureBehind(prefix, item, encoding))
  if (signatures.length === 0) return unread(items, [prefix])
  return { signatures, before: '', time: null }
}

/** What is wrong with items of which none is a signature. Senders without a secret may leave them empty. */
function unread(items: readonly string[], empty: readonly string[]): SenderFault {
  const isEmpty = (item: string) => item === '' || empty.includes(item)
  return items.every((item) => isEmpty(item.trim())) ? 'missing' : 'unreadable'
}

/** 32 bytes, as each encoding writes them. */
const ENCODED: Readonly<Record<SignatureEncoding, RegExp>> = {
  hex: /^[0-9a-f]{64}$/i,
  base64: /^[A-Za-z0-9+/]{43}=$/,
}

function signatureBehind(
  prefix: string,
  item: string,
  encoding: SignatureEncoding = 'hex',
): readonly Uint8Array[] {
  const text = item.trim()
  // Stores may hold an encoding of a later version.
  if (!text.startsWith(prefix) || !Object.hasOwn(ENCODED, encoding)) return []
  const written = text.slice(prefix.length).trimStart()
  return ENCODED[encoding].test(written) ? [Buffer.from(written, encoding)] : []
}

const GRAFANA: Way = {
  key: asText,
  claim: ({ value, chosen }) => {
    const claim = bodyClaim(value(chosen), '')
    if (typeof claim === 'string') return claim
    const time = value(GRAFANA_TIME)
    return time === '' ? { ...claim, mayBeMoved: true } : { ...claim, before: `${time}:`, time }
  },
}

const HMAC: Way = {
  key: asText,
  claim: ({ value, chosen, style }) => {
    const claim = bodyClaim(value(chosen), style.prefix, style.encoding)
    if (typeof claim === 'string') return claim
    if (style.timestampHeader === '') return claim
    const time = value(style.timestampHeader.toLowerCase())
    return time === '' ? 'untimed' : { ...claim, before: signedBefore(style.signed, time), time }
  },
}

const STRIPE: Way = {
  key: asText,
  claim: ({ value }) => {
    const items = value('stripe-signature').split(',')
    const timed = items.find((item) => item.startsWith('t=')) ?? 't='
    const signatures = items.flatMap((item) => signatureBehind('v1=', item))
    if (signatures.length === 0) return unread(items, [timed.trim(), 'v1='])
    const time = timed.slice('t='.length)
    return time === '' ? 'untimed' : { signatures, before: `${time}.`, time }
  },
}

function standard(prefix: string, key: Way['key']): Way {
  return {
    key,
    claim: ({ value }) => {
      const items = value(`${prefix}-signature`).split(' ')
      const signatures = items
        .filter((item) => /^v1,[A-Za-z0-9+/]{43}=$/.test(item))
        .map((item) => Buffer.from(item.slice('v1,'.length), 'base64'))
      if (signatures.length === 0) return unread(items, ['v1,'])
      const id = value(`${prefix}-id`)
      // With a dot in it, another part of what was signed could pass for the time.
      if (id.includes('.')) return 'unreadable'
      const time = value(`${prefix}-timestamp`)
      return time === '' ? 'untimed' : { signatures, before: `${id}.${time}.`, time }
    },
  }
}

// Nearly every text is some base64, which for a token would be a key with fewer bytes than it has letters.
const gitlabKey = (secret: string) => (secret.startsWith('whsec_') ? decodedSecret(secret) : null)

/** The ways of each scheme, any of which is proof. */
export const WAYS: Readonly<Record<SchemeName, readonly (Way | TokenWay)[]>> = {
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

const BODY = '{body}'

/** Whatever is before the time, the time, something that no time has in it, and the body. */
const SIGNED = /^[ -z|~]{0,32}\{time\}(?!\d)[ -z|~]{1,32}\{body\}$/

/** Whether a text says what is signed, so that no part of a body can pass for the time. */
export function isSignedText(text: string): boolean {
  return SIGNED.test(text)
}

function signedBefore(text: string, time: string) {
  return text.slice(0, -BODY.length).replace('{time}', () => time)
}

/** The bytes of a secret in base64, with or without `whsec_`; null if it is none. */
export function decodedSecret(secret: string): Uint8Array | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 0 ? null : bytes
}
