import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { blocksOf, page } from '../support/markdown.js'
import { ROOT } from '../support/root.js'
import { DOCUMENTS } from './code/documents.js'
import { faultsIn, type ShownCode } from './code/shown-code.js'

describe('the code of the documents', () => {
  let faults: ReadonlyMap<string, readonly string[]>

  before(async () => {
    faults = await faultsIn(DOCUMENTS)
  })

  for (const { document, blocks, count } of DOCUMENTS) {
    it(`compiles in ${document}`, () => {
      expect(faults.get(document)).to.deep.equal([])
      expect(blocks).to.have.lengthOf(count)
    })
  }

  it('is checked in every page that has some', () => {
    const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
    const withCode = pages.filter((name) => blocksOf(page(name), 'ts').length > 0)
    expect(withCode).to.have.lengthOf.above(9)
    const checked = DOCUMENTS.map(({ document }) => document)
    expect(checked).to.include.members(withCode.map((name) => `docs/${name}`))
  })
})

describe('the check of code', () => {
  const checked = async (...documents: readonly Partial<ShownCode>[]) => {
    const whole = documents.map((each, at) => ({
      document: `${at}.md`,
      blocks: [],
      count: 0,
      preamble: 'declare const given: number\n',
      ...each,
    }))
    return [...(await faultsIn(whole)).values()].map((faults) => faults.join('\n'))
  }

  it('names the block and the line, of the document that has it', async () => {
    const [sound, wrong] = await checked(
      { blocks: ['export const a: number = given'] },
      { blocks: ['export {}', 'export const a = 1\nexport const b: string = given'] },
    )
    expect(sound).to.equal('')
    expect(wrong).to.match(/^block 2, export const b: string = given: Type 'number' .*$/)
  })

  it('declares nothing that a block has itself, and for one document what only that one needs', async () => {
    const global = 'declare global { const own: number }'
    const uses = 'export const a = own'
    const [makes, with_, without] = await checked(
      { blocks: ["const given = 'a'\nexport const b: string = given"] },
      { blocks: [uses], global },
      { blocks: [uses] },
    )
    expect([makes, with_]).to.deep.equal(['', ''])
    expect(without).to.include("Cannot find name 'own'")
  })
})
