import { expect } from 'chai'
import fc from 'fast-check'
import { scanMarkup } from '../../lib/text/markup.js'
import { OPTIONS } from './scanned.js'

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
