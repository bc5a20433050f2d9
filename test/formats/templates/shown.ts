import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import type { Draft } from '../../../lib/formats/drafts/draft.js'
import type { EventFacts, FormatReading } from '../../../lib/formats/format.js'
import { formatOf } from '../../../lib/formats/templates/template-format.js'
import type { RichText } from '../../../lib/model/message.js'
import type { Template } from '../../../lib/model/template.js'

/** When the requests of these tests arrive. */
export const ARRIVED = Date.parse('2026-03-09T13:05:00Z')

export function readingOf(template: Template, value: unknown, arrivedAt = ARRIVED): FormatReading {
  return formatOf(template).read({
    headers: {},
    query: {},
    body: { kind: 'json', value, text: '' },
    arrivedAt,
  })
}

export function messageOf(
  template: Template,
  value: unknown,
): { readonly draft: Draft; readonly event: EventFacts } {
  const reading = readingOf(template, value)
  if (reading.kind !== 'message') throw new Error(`it is ${JSON.stringify(reading)}`)
  return reading
}

export function markdownOf(nodes: RichText): string {
  return nodes.map(({ text }) => text).join('')
}

/** The Markdown that a body makes of a payload. */
export function bodyOf(body: string, payload: unknown): string {
  const { draft } = messageOf({ title: 'T', body }, payload)
  return markdownOf(writeDraft(draft).text).slice('**T**\n'.length)
}
