import { expect } from 'chai'
import fc from 'fast-check'
import { scanMarkup } from '../../lib/text/markup.js'
import { BOB, OPTIONS } from './scanned.js'

const LENGTH = 300_000

function steps(unit: string): number {
  const text = unit.repeat(Math.ceil(LENGTH / unit.length))
  return scanMarkup(text, OPTIONS).steps / text.length
}

describe('markup: hostile text', () => {
  const units: readonly string[] = [
    '<',
    '>',
    '`',
    '~',
    '\n',
    '\\',
    '@',
    '!',
    '[',
    '|',
    ' ',
    '\r\n',
    '<@',
    '<!',
    '<#',
    '<a',
    '<a|',
    '<a|b',
    '</',
    '<https://',
    '<https://a.example|',
    '<>',
    '``` ',
    '```\n',
    '~~~\n',
    '`a',
    '``a`',
    '`a``b',
    '`\n',
    '`\n\n',
    '\n`',
    '> ```\n',
    '```a`\n',
    '@a',
    '@a@',
    '@a/',
    '@a.',
    '@a/b',
    '@-',
    '!<https://a|b>',
    '\\!<https://a|b>',
    '\\<',
    '\\`',
    '<!date^',
    '<!date^1^{date}',
    '<!subteam^',
    `<${BOB}`,
    `<@${BOB}|`,
    '<https://a|`>`',
    '<\n',
    '<a\n>',
    '<' + 'a'.repeat(1000),
    '`'.repeat(99) + 'a',
    '`'.repeat(101) + '\n',
    '@' + 'a'.repeat(64),
  ]
  for (const unit of units) {
    const shown = JSON.stringify(unit.length > 30 ? `${unit.slice(0, 30)}…` : unit)
    it(`takes at most 8 steps per character of ${shown} again and again`, () => {
      expect(steps(unit)).to.be.at.most(8)
    })
  }

  it('takes at most 8 steps per character of runs of backticks of every length', () => {
    const text = Array.from({ length: 700 }, (_, n) => `${'`'.repeat(n + 1)} `).join('')
    expect(scanMarkup(text, OPTIONS).steps / text.length).to.be.at.most(8)
  })

  it('takes at most 8 steps per character of any mixture', () => {
    const mixture = fc.array(fc.constantFrom(...units), { maxLength: 60 })
    fc.assert(
      fc.property(mixture, (pieces) => {
        const text = pieces.join('')
        expect(scanMarkup(text, OPTIONS).steps).to.be.at.most(8 * text.length)
      }),
    )
  })
})

describe('markup: any text', () => {
  const alphabet = ['<', '>', '|', '!', '@', '#', '`', '~', '\\', '\n', ' ', 'a', '😀', 'https://a']
  const odd = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 80 })

  it('without markup passes unchanged, as one node', () => {
    const unit = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    const plain = fc.string({ unit: unit.filter((c) => !/[<`~@\\\n]/.test(c)), minLength: 1 })
    fc.assert(
      fc.property(plain, (text) => {
        expect(scanMarkup(text, OPTIONS).nodes).to.deep.equal([{ kind: 'text', text }])
      }),
    )
  })

  it('without angle brackets loses no character', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const bare = text.replaceAll('<', '')
        const joined = scanMarkup(bare, OPTIONS).nodes.map((node) => node.text)
        expect(joined.join('')).to.equal(bare)
      }),
    )
  })

  it('never makes the scanner throw, and keeps what is outside of markup in order', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const { nodes } = scanMarkup(text, OPTIONS)
        let from = 0
        for (const node of nodes) {
          if (node.kind !== 'code' && node.kind !== 'name') continue
          const at = text.indexOf(node.text, from)
          expect(at).to.be.at.least(from)
          from = at + node.text.length
        }
      }),
    )
  })

  it('never yields an empty node, so that every cut has a place', () => {
    fc.assert(
      fc.property(odd, (text) => {
        for (const node of scanMarkup(text, OPTIONS).nodes) expect(node.text).not.to.equal('')
      }),
    )
  })

  it('keeps code verbatim whatever stands in it', () => {
    const inner = odd.filter((text) => !/[`\n]/.test(text) && text !== '')
    fc.assert(
      fc.property(inner, (text) => {
        const code = `\`${text}\``
        expect(scanMarkup(`x ${code} y`, OPTIONS).nodes).to.deep.include({
          kind: 'code',
          text: code,
          fence: null,
        })
      }),
    )
  })
})
