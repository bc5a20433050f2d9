import { expect } from 'chai'
import type { Draft } from '../../lib/formats/drafts/draft.js'
import { unshownIn } from '../../lib/formats/drafts/unshown.js'
import { writeDraft } from '../../lib/formats/drafts/write-draft.js'

const QUIET = new Set(['style', 'Icon.name'])

/** The places that are told of as not shown. */
function unshown(sent: unknown, draft: Draft, seen?: (text: string) => string): readonly string[] {
  const told: Draft = { ...draft, whole: { sent, quiet: QUIET, ...(seen ? { seen } : {}) } }
  return unshownIn(told, writeDraft(told)).map(({ path, reason }) => (path === '' ? reason : path))
}

const card = {
  title: 'one',
  text: 'two',
  footer: 'three',
  fields: [{ title: 'four', value: 'five' }],
  links: [{ text: 'six', url: 'https://a.test/seven' }],
  imageUrl: 'https://a.test/eight.png',
}
const all = ['one', 'two', 'three', 'four', 'five', 'six', 'https://a.test/seven', 'eight png']

describe('what a sender wrote and nobody sees', () => {
  const cases: readonly (readonly [string, unknown, Draft, readonly string[]])[] = [
    ['nothing, if all is shown somewhere', all, { cards: [card] }, []],
    ['a member', { a: 'b c', d: 'e' }, { text: 'e' }, ['a']],
    ['a text of which a word is missing', { a: 'b c', d: 'e' }, { text: 'b e' }, ['a']],
    ['an element', { a: ['b', 'c'], d: 'e' }, { text: 'c e' }, ['a[0]']],
    [
      'the member that holds nothing that is shown, once',
      { a: [{ b: 'x', c: { d: 'y' } }], e: 'e' },
      { text: 'e' },
      ['a'],
    ],
    [
      'what is not for readers',
      { style: 'x', type: 'Icon', name: 'y', a: 'e' },
      { text: 'e' },
      ['type'],
    ],
    [
      'what ends with such a word',
      { gridStyle: 'x', lifestyle: 'y', a: 'e' },
      { text: 'e' },
      ['lifestyle'],
    ],
    ['marks, which have no words', { a: '***', b: '' }, { text: 'e' }, []],
    ['numbers', { a: 5, b: true, c: null }, { text: 'e' }, []],
    [
      'what its format has told of, and what is below',
      { a: { b: 'x' }, ab: 'y', c: ['z'] },
      {
        text: 'e',
        losses: [
          { path: 'a', reason: 'r' },
          { path: 'c', reason: 'r' },
        ],
      },
      ['ab'],
    ],
    [
      'a text with characters that are escaped',
      'a_b <c> [d] & e\u202ef',
      { text: 'a_b <c> [d] & ef' },
      [],
    ],
    [
      'the name and picture of the author',
      { a: 'jo', b: 'https://a.test/p' },
      { text: 'e', username: 'jo', iconUrl: 'https://a.test/p' },
      [],
    ],
    ['the end of a long text', `${'a '.repeat(3_000)}z`, { text: 'a' }, ['is not shown']],
  ]
  for (const [what, sent, draft, expected] of cases) {
    it(`is told of: ${what}`, () => {
      expect(unshown(sent, draft)).to.deep.equal(expected)
    })
  }

  it('is compared as its format reads it', () => {
    const seen = (text: string): string => text.replace(/<b>/g, '')
    expect(unshown({ a: '<b>x' }, { text: 'x' }, seen)).to.deep.equal([])
  })

  it('is nothing of an event, which is summed up', () => {
    expect(unshownIn({ text: 'a' }, writeDraft({ text: 'a' }))).to.deep.equal([])
  })

  it('is looked for among so many members, and no more', () => {
    const sent = { all: Array.from({ length: 30_000 }, () => 'shown'), last: 'lost' }
    expect(unshown(sent, { text: 'shown' })).to.deep.equal([
      'only the first 20000 members were compared with what is shown',
    ])
  })

  it('takes time in proportion to the body', () => {
    const sent = { a: Array.from({ length: 15_000 }, (_, at) => `word${at}`) }
    const draft = { text: sent.a.join(' ') }
    const started = performance.now()
    expect(unshown(sent, draft)).to.deep.equal([])
    expect(performance.now() - started).to.be.below(1_000)
  })
})
