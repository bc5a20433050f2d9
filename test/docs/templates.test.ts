import { expect } from 'chai'
import { charactersOf } from '../../lib/formats/drafts/dialects.js'
import { FILTERS } from '../../lib/formats/templates/filters.js'
import { formatOf } from '../../lib/formats/templates/template-format.js'
import type { Template } from '../../lib/model/template.js'
import { blocksOf, page } from '../support/markdown.js'
import { FILTER_TEXTS } from './reference/filter-texts.js'

describe('docs/templates.md', () => {
  it('shows what its template makes of its payload', () => {
    const [payload, source] = blocksOf(page('templates.md'), 'json')
    const template = JSON.parse(source ?? '') as Template
    const value: unknown = JSON.parse(payload ?? '')
    const body = { kind: 'json', value, text: '' } as const
    const reading = formatOf(template).read({ headers: {}, query: {}, body })
    if (reading.kind !== 'message') throw new Error(`it is ${JSON.stringify(reading)}`)
    const { title = '', cards = [], losses } = reading.draft
    const [card] = cards
    const fields = card?.fields?.map((field) => `${field.title}: ${charactersOf(field.value)}\n`)
    const lines = [charactersOf(title), '\n', charactersOf(card?.text ?? ''), ...(fields ?? [])]
    expect(lines.join('')).to.equal(blocksOf(page('templates.md'), 'text')[0])
    expect(title).to.have.property('url', 'https://shop.example.org/payments/pay_71')
    expect(card?.color).to.equal('bad')
    expect(reading.event).to.deep.equal({ event: 'open', incident: 'pay_71', state: 'open' })
    expect(losses).to.deep.equal([])
  })

  it('has every filter', () => {
    expect(Object.keys(FILTER_TEXTS)).to.deep.equal(Object.keys(FILTERS))
  })
})
