import { type SchemeName, SENDER_SCHEMES, type WholeStyle } from '../model/verification-fields.js'

export const GRAFANA_TIME = 'x-grafana-alerting-timestamp'

/** The name of the header with the proof, in lower case; `''` if it is fixed or not chosen. */
export function headerOf(scheme: SchemeName, chosen: string): string {
  return (chosen === '' ? (SENDER_SCHEMES[scheme].header ?? '') : chosen).toLowerCase()
}

/** The name of the header with the signed time, in lower case; `''` if it is fixed or there is none. */
function timeHeaderOf(scheme: SchemeName, { timestampHeader }: WholeStyle): string {
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
