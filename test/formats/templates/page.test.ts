import { expect } from 'chai'
import { charactersOf } from '../../../lib/formats/drafts/dialects.js'
import type { Template } from '../../../lib/model/template.js'
import { blocksOf, page } from '../../support/markdown.js'
import { messageOf } from './shown.js'

describe('docs/templates.md', () => {
  it('shows what its template makes of its payload', () => {
    const [payload, source] = blocksOf(page('templates.md'), 'json')
    const template = JSON.parse(source ?? '') as Template
    const value: unknown = JSON.parse(payload ?? '')
    const { draft, event } = messageOf(template, value)
    const { title = '', cards = [], losses } = draft
    const [card] = cards
    const fields = card?.fields?.map((field) => `${field.title}: ${charactersOf(field.value)}\n`)
    const lines = [charactersOf(title), '\n', charactersOf(card?.text ?? ''), ...(fields ?? [])]
    expect(lines.join('')).to.equal(blocksOf(page('templates.md'), 'text')[0])
    expect(title).to.have.property('url', 'https://shop.example.org/payments/pay_71')
    expect(card?.color).to.equal('bad')
    expect(event).to.deep.equal({ event: 'open', incident: 'pay_71', state: 'open' })
    expect(losses).to.deep.equal([])
  })
})
