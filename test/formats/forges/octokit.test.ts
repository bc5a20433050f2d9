import { expect } from 'chai'
import { allFormats } from '../../../lib/formats/all.js'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import { github } from '../../../lib/formats/forges/github/index.js'
import type { FormatRequest } from '../../../lib/formats/format-request.js'
import { githubExamples } from '../../support/github-examples.js'

const NOTHING = /(?<![\w-])(?:undefined|null|NaN)(?![\w-])|\[object|0001-01-01/
const RAW = /\{\s*"|"\s*:\s*[{[]/

function requestOf(event: string, value: unknown): FormatRequest {
  const headers = { 'x-github-event': event }
  return { headers, query: {}, body: { kind: 'json', value, text: '' } }
}

/** All that a reader sees. */
function shownOf(request: FormatRequest): string {
  const reading = github.read(request)
  if (reading.kind !== 'message') throw new Error(`read answers ${reading.kind}`)
  const { text, attachments } = writeDraft(reading.draft, 'all')
  const nodes = [text, ...attachments.map((each) => each.text)].flat()
  const mentions = nodes.filter(({ kind }) => kind === 'user')
  expect(mentions, 'mentions').to.deep.equal([])
  return nodes.map((node) => node.text).join('')
}

describe('examples that GitHub gives', () => {
  const all = githubExamples()

  it('are many', () => {
    const count = all.reduce((sum, { examples }) => sum + examples.length, 0)
    expect(count).to.equal(329)
  })

  for (const { name, examples } of all) {
    it(`are claimed and make sense: ${name}`, () => {
      for (const example of examples) {
        const request = requestOf(name, example)
        const claiming = allFormats.filter((format) => format.detect?.(request))
        expect(claiming.map((format) => format.name)).to.deep.equal(['github'])
        const shown = shownOf(request)
        const [title = ''] = shown.split('\n')
        expect(title.length, title).to.be.within(8, 500)
        expect(shown.length).to.be.below(4_000)
        expect(shown).to.not.match(NOTHING)
        expect(shown).to.not.match(RAW)
      }
    })
  }
})
