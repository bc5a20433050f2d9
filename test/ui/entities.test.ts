import { expect } from 'chai'
import MarkdownIt from 'markdown-it'
import { namedEntities } from '../../ui/bundling/entities.js'
import { readNames, writeNames } from '../../ui/name-lines.js'

describe('the table of named entities', () => {
  const all = namedEntities()
  const { unescapeAll } = new MarkdownIt().utils
  const read = readNames(writeNames(all))

  it('has every name that HTML gives a character to', () => {
    expect(all.flatMap(([, ...names]) => names)).to.have.lengthOf(2_125)
    expect(read.size).to.equal(2_125)
  })

  it('gives every name its characters back', () => {
    const wrong = [...read].filter(([name, text]) => unescapeAll(`&${name};`) !== text)
    expect(wrong).to.deep.equal([])
  })

  for (const [name, text] of [
    ['amp', '&'],
    ['Tab', '\t'],
    ['eacute', 'é'],
    ['Eacute', 'É'],
    ['bne', '=\u20e5'],
    ['fjlig', 'fj'],
    ['Afr', '\u{1d504}'],
  ] as const) {
    it(`reads ${name} as ${JSON.stringify(text)}`, () => {
      expect(read.get(name)).to.equal(text)
    })
  }

  it('knows no name that HTML does not', () => {
    for (const name of ['', 'Amp', 'unknown', 'acE ']) expect(read.has(name), name).to.equal(false)
  })
})
