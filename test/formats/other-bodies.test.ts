import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import { ntfy } from '../../lib/formats/chats/ntfy.js'
import type { Draft } from '../../lib/formats/drafts/draft.js'
import { writeDraft } from '../../lib/formats/drafts/write-draft.js'

function draftOf(name: string, value: unknown): Draft {
  const format = allFormats.find((each) => each.name === name)
  const body = { kind: 'json', value, text: '' } as const
  const reading = format?.read({ headers: {}, query: {}, body })
  if (reading?.kind !== 'message') throw new Error(`${name}: ${reading?.kind ?? 'is no format'}`)
  return reading.draft
}

function firstLine(draft: Draft): string {
  return writeDraft(draft)
    .text.map(({ text }) => text)
    .join('')
}

/** The Markdown of the first card. */
function cardText(draft: Draft): string {
  const [card] = writeDraft(draft).attachments
  return card?.text.map(({ text }) => text).join('') ?? ''
}

function googleCard(widgets: readonly unknown[]): object {
  return { cardsV2: [{ card: { sections: [{ widgets }] } }] }
}

function times<Element>(count: number, element: Element): readonly Element[] {
  return Array.from({ length: count }, () => element)
}

describe('bodies of other programs', () => {
  it('may nest tags as deeply as they like', () => {
    const text = `${'<b>'.repeat(100_000)}deep${'</b>'.repeat(100_000)} <i>end`
    const draft = draftOf('googlechat', googleCard([{ textParagraph: { text } }]))
    expect(cardText(draft)).to.include('deep').and.include('end')
  })

  it('may hold more widgets than anybody reads', () => {
    const widget = { textParagraph: { text: 'a' } }
    const columns = { columns: { columnItems: times(50, { widgets: times(50, widget) }) } }
    const draft = draftOf('googlechat', googleCard(times(50, columns)))
    const [card] = draft.cards ?? []
    expect(card?.text).to.have.property('length').below(2_001)
    expect(cardText(draft)).to.include('a\n\na')
  })

  it('may hold more elements of cards, also in tables', () => {
    const cell = { items: times(50, { type: 'TextBlock', text: 'a' }) }
    const table = { type: 'Table', rows: times(50, { cells: times(50, cell) }) }
    const draft = draftOf('teams', { type: 'AdaptiveCard', body: times(50, table) })
    const shown = JSON.stringify(draft.cards).match(/"a"/g) ?? []
    expect(shown.length).to.be.within(1_000, 2_000)
  })

  it('may say in words how many alerts they left out', () => {
    const alerts = [{ labels: { alertname: 'DiskFull' } }, {}]
    const cases = [
      ['many', 'Firing: DiskFull (2 alerts)'],
      [-1, 'Firing: DiskFull (2 alerts)'],
      [1e300, 'Firing: DiskFull (2 alerts)'],
      ['3', 'Firing: DiskFull (5 alerts)'],
    ] as const
    for (const [truncatedAlerts, title] of cases) {
      const draft = draftOf('alertmanager', { alerts, truncatedAlerts })
      expect(firstLine(draft)).to.equal(`**${title}**`)
    }
  })
})

describe('headers of a notification for ntfy', () => {
  const rows: readonly (readonly [what: string, sent: string, shown: string])[] = [
    ['as bytes of UTF-8', Buffer.from('Größe über').toString('latin1'), 'Größe über'],
    ['encoded as in mail, in base64', '=?UTF-8?B?w7xiZXI=?=', 'über'],
    ['encoded as in mail, in quoted-printable', '=?utf-8?q?=C3=BCber_50%?=', 'über 50%'],
    ['in the characters of Latin 1', 'f\u00fcr', 'für'],
    ['that look encoded, and are not', '=?utf-8?q?=ff?= x', '=ff x'],
  ]
  for (const [what, title, shown] of rows) {
    it(`are read: ${what}`, () => {
      const reading = ntfy.read({
        headers: { title },
        query: {},
        body: { kind: 'text', text: 'disk full' },
      })
      expect(reading.kind === 'message' && reading.draft.title).to.equal(shown)
    })
  }
})
