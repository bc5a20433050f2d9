import { expect } from 'chai'
import { charactersOf } from '../../../lib/formats/drafts/dialects.js'
import type { Template } from '../../../lib/model/template.js'
import { messageOf } from './shown.js'

const MIB = 1_048_576

describe('a template stops', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n }))
  const steps = 'after 10000 steps'
  const output = 'after 16 KiB of text'
  const cases: readonly (readonly [string, Template, unknown, string, string])[] = [
    [
      'in the middle of a text',
      { title: 'T', body: 'a\n {{big}}' },
      { big: 'é'.repeat(9_000) },
      'body',
      `line 2, column 2, ${output}`,
    ],
    [
      'in a long list',
      { title: 'T', body: '{{#each rows}}{{this.n}}{{/each}}' },
      { rows },
      'body',
      `line 1, column 15, ${output}`,
    ],
    [
      'in a loop that writes nothing',
      { title: 'T', body: '{{#each rows}}{{/each}}' },
      { rows },
      'body',
      `line 1, column 1, ${steps}`,
    ],
    [
      'in a filter',
      { title: 'T', body: '{{rows | map: "n" | count}}' },
      { rows },
      'body',
      `line 1, column 1, ${steps}`,
    ],
    [
      'before a text grows beyond all bounds',
      { title: 'T', body: `{{big | replace: "a", "${'b'.repeat(3_000)}"}}` },
      { big: 'a'.repeat(MIB) },
      'body',
      `line 1, column 1, ${steps}`,
    ],
    [
      'before a text is read too often',
      { title: 'T', body: `{{big${' | upper | lower'.repeat(200)}}}` },
      { big: 'a'.repeat(MIB) },
      'body',
      `line 1, column 1, ${steps}`,
    ],
    [
      'before an object is written too often',
      {
        title: 'T',
        body: `{{#each rows}}{{#if this.n == 0}}{{big | json | cut: 1}}{{else}}{{big | json | cut: 1}}{{/if}}{{/each}}`,
      },
      { rows, big: { a: 'a'.repeat(MIB / 2) } },
      'body',
      `line 1, column 65, ${steps}`,
    ],
    [
      'before many members are left out',
      { title: 'T', body: '{{this | json}}'.repeat(200) },
      Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`token${n}`, ''])),
      'body',
      `line 1, column 1, ${steps}`,
    ],
  ]
  for (const [what, template, payload, slot, place] of cases) {
    it(what, () => {
      const started = process.cpuUsage()
      const { draft } = messageOf(template, payload)
      const { user } = process.cpuUsage(started)
      expect(draft.losses).to.deep.equal([
        { path: `template.${slot}`, reason: `stopped at ${place}` },
      ])
      expect(Buffer.byteLength(charactersOf([draft.title ?? '', draft.text ?? '']))).to.be.at.most(
        16 * 1_024,
      )
      expect(user / 1_000).to.be.below(1_000)
    })
  }

  it('with the whole beginning, and no half of a character', () => {
    const { draft } = messageOf({ title: 'T', body: '{{big}}' }, { big: '🎉'.repeat(5_000) })
    expect(charactersOf(draft.text ?? '')).to.equal('🎉'.repeat(4_095))
  })

  it('after the title, the link, the colour, the incident and its state', () => {
    const template: Template = {
      body: '{{big}}',
      fields: [{ title: 'a', value: 'b' }],
      title: 'T',
      color: 'good',
      incident: '7',
      state: 'open',
    }
    const { draft, event } = messageOf(template, { big: 'a'.repeat(MIB) })
    expect(event).to.deep.equal({ event: 'open', incident: '7', state: 'open' })
    expect(draft.cards?.[0]).to.deep.include({ color: 'good', fields: [] })
    expect(draft.losses).to.have.length(1)
  })

  it('not within the bounds: 50 elements and 4,000 characters do not count', () => {
    const list = Array.from({ length: 500 }, (_, n) => `element ${n}`)
    const { draft } = messageOf({ title: 'T', body: '{{list}}' }, { list })
    expect(charactersOf(draft.text ?? '')).to.equal(list.join(', '))
    expect(draft.losses).to.deep.equal([])
  })
})
