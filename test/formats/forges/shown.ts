import { expect } from 'chai'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import type { Format } from '../../../lib/formats/format.js'
import type { RichText } from '../../../lib/model/message.js'

export interface Shown {
  readonly event: string
  readonly title: string
  /** Of the card. */
  readonly text: string
  readonly color: string
  readonly isSkipped: boolean
  readonly incident: string
  readonly state: string
  readonly deliveryId: string
}

/** What a format tells of a body. */
export function shownBy(
  format: Format,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Shown {
  const reading = format.read({ headers, query: {}, body: { kind: 'json', value: body, text: '' } })
  if (reading.kind !== 'message') throw new Error(JSON.stringify(reading))
  const { text, attachments } = writeDraft(reading.draft)
  const [card] = attachments
  return {
    event: reading.event.event,
    title: markdownOf(text).replace(/^\*\*(.*)\*\*$/s, '$1'),
    text: card ? markdownOf(card.text) : '',
    color: typeof card?.plain['color'] === 'string' ? card.plain['color'] : '',
    isSkipped: reading.isSkipped === true,
    incident: reading.event.incident ?? '',
    state: reading.event.state ?? '',
    deliveryId: reading.event.deliveryId ?? '',
  }
}

function markdownOf(nodes: RichText): string {
  return nodes.map((node) => node.text).join('')
}

export type Row = readonly [
  body: object,
  title: string,
  rest: object,
  headers?: Record<string, string>,
]

/** Tables of what a format tells. */
export function describeEvents(format: Format, rows: readonly Row[]): void {
  describe(`an event of ${format.title}`, () => {
    for (const [body, title, rest, headers] of rows) {
      it(`is shown: ${title}`, () => {
        const shown = shownBy(format, body, headers)
        expect(shown.title).to.equal(title)
        expect(shown).to.deep.include(rest)
      })
    }
  })
}
