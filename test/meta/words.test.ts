import { expect } from 'chai'
import { listFiles, readSources, source } from './sources.js'
import { ERROR_TABLES, errorTextFaults, nameFaults, tableTexts } from './words.js'

const SOURCES = readSources()
const TABLE = SOURCES.filter(({ path }) => ERROR_TABLES.includes(path))

describe('words', () => {
  it('name every file for what it holds', () => {
    expect(
      nameFaults(['lib', 'ui', 'example-host', 'test', 'bench'].flatMap(listFiles)),
    ).to.deep.equal([])
  })

  it('of errors are written in the table only', () => {
    expect(errorTextFaults(SOURCES)).to.deep.equal([])
  })
})

describe('the guard of the file names', () => {
  for (const path of [
    'lib/utils.ts',
    'lib/text/text-helpers.ts',
    'lib/common/a.ts',
    'a/key.service.ts',
  ]) {
    it(`refuses ${path}`, () => {
      expect(nameFaults([path])).to.have.lengthOf(1)
    })
  }

  it('accepts names that only hold such a word', () => {
    expect(nameFaults(['lib/text/commonmark.ts', 'lib/manage/webhooks.ts'])).to.deep.equal([])
  })
})

describe('the guard of the error texts', () => {
  const faults = (text: string) => errorTextFaults([...TABLE, source('lib/http/a.ts', text)])

  it('reads the table', () => {
    const texts = TABLE.flatMap(tableTexts)
    expect(texts)
      .to.include('Unable to parse incoming data')
      .and.include('Invalid {name} parameter')
    expect(texts).to.have.length.above(20)
  })

  const refused = [
    "const a = 'Unable to parse incoming data'",
    "const a = 'unable to parse incoming data: a stray quote'",
    "res.send('No text specified')",
    "const a = 'Invalid type parameter'",
    "const a = `Couldn't find the channel ${name}`",
    "throw new WebhookError('This key is wrong')",
    "throw new WebhookError('no_text', { message: 'none' })",
    'throw new WebhookError(`${a} is wrong`)',
  ]
  for (const text of refused) {
    it(`refuses ${text}`, () => {
      expect(faults(text)).to.have.lengthOf(1)
    })
  }

  it('accepts a code, a detail and a text of one’s own elsewhere', () => {
    expect(
      faults("throw new WebhookError('no_text', { detail: 'text is a number' })"),
    ).to.deep.equal([])
    expect(faults("throw new Error('secret: at least 32 bytes')")).to.deep.equal([])
  })

  it('misses no table', () => {
    expect(errorTextFaults([])).to.have.lengthOf(1)
  })
})
