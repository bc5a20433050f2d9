import { parsed } from 'express-incoming-webhooks-ui'
import { DELIVERY_ERRORS } from '../../../../lib/model/delivery-errors.js'
import type { OpenedRequest } from '../../api/requests.js'
import type { CodePiece } from '../../parts/code.js'

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
