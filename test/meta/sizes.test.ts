import { expect } from 'chai'
import { sizeFaults, styleFaults } from './sizes.js'
import { readSources, readStyles, source } from './sources.js'

const LONG_BLOCK = `{\n${'  step()\n'.repeat(60)}}`

describe('sizes', () => {
  it('stay within 250 lines for files and 60 for functions', () => {
    expect(sizeFaults(readSources())).to.deep.equal([])
    expect(styleFaults(readStyles())).to.deep.equal([])
  })

  it('of style sheets stay within 250 lines', () => {
    const sheets = readStyles()
    expect(sheets).to.not.have.lengthOf(0)
    expect(styleFaults(sheets)).to.deep.equal([])
  })
})

describe('the guard of the sizes', () => {
  it('refuses a file of 251 lines and accepts one of 250', () => {
    expect(sizeFaults([source('lib/text/a.ts', 'step()\n'.repeat(251))])).to.have.lengthOf(1)
    expect(sizeFaults([source('lib/text/a.ts', 'step()\n'.repeat(250))])).to.deep.equal([])
  })

  const functions = [
    `function a() ${LONG_BLOCK}`,
    `const a = () => ${LONG_BLOCK}`,
    `class A { a() ${LONG_BLOCK} }`,
    `const a = { get b() ${LONG_BLOCK} }`,
  ]
  for (const text of functions) {
    it(`refuses 62 lines of ${text.slice(0, text.indexOf('\n'))}`, () => {
      expect(sizeFaults([source('lib/text/a.ts', text)])).to.have.lengthOf(1)
      expect(sizeFaults([source('test/text/a.test.ts', text)])).to.have.lengthOf(1)
    })
  }

  it('exempts describe blocks of tests only', () => {
    const text = `describe('a', () => ${LONG_BLOCK})`
    expect(sizeFaults([source('test/text/a.test.ts', text)])).to.deep.equal([])
    expect(sizeFaults([source('lib/conformance/a.ts', text)])).to.have.lengthOf(1)
  })
})
