import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { isSchemeName, type SignatureStyle, wholeStyle } from '../model/verification-fields.js'
import {
  headerOf,
  type Claim,
  type Proof,
  type SenderFault,
  type Way,
  WAYS,
} from './sender-ways.js'

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
 * What the proof of a sender covers: the whole request, if nobody else knows the secret in its header, or
 * the body alone, so that whoever has recorded a request may have changed all the rest of it.
 */
export type Covered = 'request' | 'body'

/** What is known of the sender of a request. */
export type SenderCheck = { readonly covers: Covered } | { readonly fault: SenderFault }

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
    return typeof claim === 'string' ? claim : (claimFault(claim, way, secrets, request) ?? 'body')
  })
  const covers = COVERED.find((each) => results.includes(each))
  return covers ? { covers } : { fault: worst(results) }
}

/** What the proof of a sender covers, if it is right. */
export function coverOf({ scheme }: Pick<Expected, 'scheme'>): Covered {
  if (!isSchemeName(scheme)) return 'body'
  return WAYS[scheme].some((way) => 'token' in way) ? 'request' : 'body'
}

/** Where two ways prove the sender, the one that covers more counts. */
const COVERED: readonly Covered[] = ['request', 'body']

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
  return time === null ? null : timeFault(time, now)
}

/** Of twelve digits at most, so that milliseconds are none of them. */
const SECONDS = /^\d{1,12}$/

function timeFault(time: string, now: number): SenderFault | null {
  if (!SECONDS.test(time)) return 'not_seconds'
  return Math.abs(now - Number(time)) <= TOLERANCE ? null : 'late'
}

/**
 * A time and a colon, as they are signed before the body. With the header left out, such a request would
 * be as valid for ever as one whose sender signs no time.
 */
function beginsWithTime(body: Uint8Array) {
  return /^\d{1,12}:/.test(Buffer.from(body.subarray(0, 13)).toString('latin1'))
}

const FROM_WORST: readonly SenderFault[] = [
  'late',
  'not_seconds',
  'moved',
  'no_body',
  'wrong',
  'untimed',
  'unreadable',
]

/** That which says most about what to do. */
function worst(faults: readonly (SenderFault | Covered)[]) {
  return FROM_WORST.find((fault) => faults.includes(fault)) ?? 'missing'
}
