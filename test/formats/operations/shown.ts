import { expect } from 'chai'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import type { FormatBody } from '../../../lib/formats/format-request.js'
import type { Format, FormatReading } from '../../../lib/formats/format.js'
import { textAt } from '../../../lib/formats/json-members.js'
import type { RichText } from '../../../lib/model/message.js'

type Headers = Readonly<Record<string, string>>

export function readBy(format: Format, body: unknown, headers: Headers = {}): FormatReading {
  return format.read({ headers, query: {}, body: bodyOf(body) })
}

function bodyOf(value: unknown): FormatBody {
  if (typeof value === 'string') return { kind: 'text', text: value }
  return { kind: 'json', value, text: JSON.stringify(value) }
}

/** What a reader sees of a request. */
export interface Shown {
  /** Markdown, with its link. */
  readonly title: string
  readonly color: string
  readonly text: string
  /** `Service: Checkout` */
  readonly fields: readonly string[]
  /** `Runbook https://…` */
  readonly links: readonly string[]
}

export function shownBy(format: Format, body: unknown, headers: Headers = {}): Shown {
  const reading = readBy(format, body, headers)
  if (reading.kind !== 'message') throw new Error(`${format.name} answers ${reading.kind}`)
  const { text, attachments } = writeDraft(reading.draft)
  const [card] = attachments
  return {
    title: plain(text),
    color: textAt(card?.plain, 'color'),
    text: plain(card?.text ?? []),
    fields: card?.fields.map(({ title, value }) => `${title}: ${plain(value)}`) ?? [],
    links:
      card?.actions.map(({ stored }) => `${textAt(stored, 'name')} ${textAt(stored, 'url')}`) ?? [],
  }
}

/** Markdown without the marks that keep characters as they are. */
function plain(nodes: RichText): string {
  return nodes
    .map((node) => node.text)
    .join('')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** What is known of the event of a request, whether it is shown or not. */
export function eventOf(format: Format, body: unknown, headers: Headers = {}): object {
  const reading = readBy(format, body, headers)
  if (reading.kind === 'refuse') throw new Error(`refused: ${reading.path} ${reading.reason}`)
  return reading.event
}

/** Whether an event is a message without being asked for. */
export function isShown(format: Format, body: unknown, headers: Headers = {}): boolean {
  const reading = readBy(format, body, headers)
  return reading.kind === 'message' && reading.isSkipped !== true
}

export function expectRefused(format: Format, body: unknown, path: string, reason?: string): void {
  const refusal = { kind: 'refuse', path, ...(reason === undefined ? {} : { reason }) }
  expect(readBy(format, body)).to.deep.include(refusal)
}
