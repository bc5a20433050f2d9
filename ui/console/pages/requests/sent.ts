import { parsed } from 'express-incoming-webhooks-ui'
import { DELIVERY_ERRORS } from '../../../../lib/model/delivery-errors.js'
import type { OpenedRequest } from '../../api/requests.js'
import type { CodePiece } from '../../parts/copying.js'

/** JSON with line breaks; any other text is unchanged. */
export function readable(text: string): string {
  const value = parsed(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** In a detail such as `not JSON: expected a comma at position 13 (line 1, column 14)`, perhaps with advice. */
const PLACE = /^not JSON: .*\(line (\d+), column (\d+)\)(?:;|$)/

type Sent = Pick<OpenedRequest, 'body' | 'sent' | 'contentType'>

/** What was sent, as it is read: of a form and of a query, the member that is the message. `''`: nothing. */
export function payloadOf({ body, sent, contentType }: Sent): string {
  if (body === null) return ''
  const isForm = contentType.startsWith('application/x-www-form-urlencoded')
  const fields = isForm ? new URLSearchParams(body).get('payload') : null
  return fields ?? (body || (sent?.query['payload'] ?? ''))
}

/** The errors of bodies in which no format finds a message. */
export const UNREAD: ReadonlySet<string> = new Set(
  [DELIVERY_ERRORS.no_text, DELIVERY_ERRORS.payload_unparsable].map(({ id }) => id),
)

const FORMS = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/

/** Whether no format reads what was sent, although it is an object, a list or a form. */
export function isUnread(request: Sent & Pick<OpenedRequest, 'errorId' | 'format'>): boolean {
  const { errorId, format, contentType } = request
  if (format !== '' || !UNREAD.has(errorId)) return false
  const payload = payloadOf(request)
  return parsed(payload) instanceof Object || (FORMS.test(contentType) && payload.includes('='))
}

/** A part of a text. */
export interface Place {
  readonly from: number
  readonly to: number
}

/** The letter at which a text stops being JSON, empty where the text or its line ends; null if it does not. */
export function faultIn(text: string, detail: string): Place | null {
  const [, line, column] = PLACE.exec(detail) ?? []
  if (line === undefined || column === undefined || parsed(text) !== undefined) return null
  const before = text.split('\n', Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0)
  const from = Math.min(before + Number(column) - 1, text.length)
  const length = /^[^\n]/u.exec(text.slice(from, from + 2))?.[0].length ?? 0
  return { from, to: from + length }
}

/** The same with the place marked where it stops being JSON. */
export function sentPieces(text: string, detail: string): readonly CodePiece[] {
  const place = faultIn(text, detail)
  if (place === null) return [readable(text)]
  const { from, to } = place
  // An empty one has a sign by its style, which is not copied.
  const fault = { kind: 'fault', text: text.slice(from, to) } as const
  return [text.slice(0, from), fault, text.slice(to)]
}

/** Headers that curl sets, that fit the original body only, or that are shown without their value. */
const LEFT_OUT =
  /^(?:accept-encoding|connection|content-encoding|content-length|expect|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade|x-request-id): |: \[redacted\]$/

/** Headers of this length may have been cut. */
const MAX_HEADER = 200

/** Half of what Linux takes as one argument, if each letter is as long as letters are. */
const MAX_ARGUMENT = 16_000

/** A request that a command sends. */
export interface Outgoing {
  readonly url: string
  readonly method: string
  /** As `name: value`. */
  readonly headers: readonly string[]
  /** Null: it is in the file `payload`. */
  readonly body: string | null
}

/** A logged request as it is sent again. */
export function outgoingOf(
  { headers, body, sent }: Pick<OpenedRequest, 'headers' | 'body' | 'sent'>,
  url: string | null,
): Outgoing {
  const given = sent
    ? Object.entries(sent.headers).map((header) => header.join(': '))
    : headers.filter((header) => header.length < MAX_HEADER)
  const { method = 'POST', path = '', query = {} } = sent ?? {}
  const search = String(new URLSearchParams(query))
  return {
    url: `${url ?? 'URL'}${encodeURI(path)}${search === '' ? '' : `?${search}`}`,
    method,
    headers: given.filter(isSendable),
    body,
  }
}

/** Whether a header, as `name: value`, fits another request. */
export function isSendable(header: string): boolean {
  return !LEFT_OUT.test(header) && !UNSAFE.test(header)
}

/** Without one, curl labels the body as a form. */
export function withType(headers: readonly string[]): readonly string[] {
  const isTyped = headers.some((header) => /^content-type:/i.test(header))
  return isTyped ? headers : [...headers, 'content-type:']
}

/** A command for a POSIX shell. */
export function curlOf({ url, method, headers, body }: Outgoing): string {
  const { before, data } = dataOf(body)
  return [
    `${before}curl ${method === 'POST' ? '' : `-X ${quoted(method)} `}${data}`,
    ...withType(headers).map((header) => `-H ${quoted(header)}`),
    url === 'URL' ? url : quoted(url),
  ].join(' \\\n  ')
}

/** A terminal could take control characters of a body that is pasted for keys that are pressed. */
export const UNSAFE = /[^\P{Cc}\t\n]/u

function dataOf(body: string | null): { readonly before: string; readonly data: string } {
  if (body === null) return { before: '', data: '--data-binary @payload' }
  if (body.length <= MAX_ARGUMENT && !UNSAFE.test(body)) {
    return { before: '', data: `--data-raw ${quoted(body)}` }
  }
  // A command of the shell itself, which takes arguments of any length.
  const format = body.replaceAll('\\', String.raw`\\`).replaceAll('%', '%%')
  const text = quoted(format.replace(new RegExp(UNSAFE, 'gu'), inOctal))
  return { before: `printf ${text} |\n  `, data: '--data-binary @-' }
}

function inOctal(text: string) {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('')
}

/** One word for a POSIX shell. */
function quoted(text: string) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** What is said of a command that was copied: what to do before it is used, or to be careful with. */
export function copiedText(copied: string, hasFile: boolean, url: string | null): string {
  const file = hasFile ? ' It sends the file payload.' : ''
  const secret = url === null ? 'Replace URL with the webhook URL.' : 'It contains the secret URL.'
  return `${copied}${file} ${secret}`
}
