import { expect } from 'chai'
import { shownTexts } from '../../example-host/shown-texts.js'
import { hitsIn } from '../../example-host/web/text/first-line.js'

const LONG = 'word '.repeat(40)

describe('what a search result quotes', () => {
  const rows: [what: string, text: string, terms: string, pieces: string[]][] = [
    ['a hit in any case', 'Latency is high', 'latency', ['', 'Latency', ' is high']],
    ['all of several words', 'a b c', ' c a ', ['', 'a', ' b ', 'c', '']],
    ['signs of a pattern', '5 % (of 2.0)', '(of 2.0)', ['5 % ', '(of', ' ', '2.0)', '']],
    ['a text without a hit', 'address only', 'href', ['address only']],
    [
      'the words around a late hit',
      `${LONG}needle end`,
      'needle',
      [`…${'word '.repeat(12)}`, 'needle', ' end'],
    ],
    [
      'a late hit in a text without spaces',
      `${'文'.repeat(300)}針`,
      '針',
      [`…${'文'.repeat(120)}`, '針', ''],
    ],
  ]
  for (const [what, text, terms, pieces] of rows) {
    it(`has ${what}`, () => {
      expect(hitsIn(text, terms)).to.deep.equal(pieces)
    })
  }

  it('is what a post shows: no marks, no escapes, no time in UTC that its head says', () => {
    const text = 'p99 of *a\\_b* is 3 s\nsince 2026-11-26 16:44 UTC'
    const since = Date.parse('2026-11-26T16:44:10Z')
    const props = { attachments: [{ text }], webhook_incident: { state: 'open', since } }
    const message = '**[Firing: High\\_Latency](https://a.example/b_c)**'
    expect(shownTexts({ message, props })).to.deep.equal([
      'Firing: High_Latency',
      'p99 of a_b is 3 s',
    ])
  })

  it('ends after 200 characters, whole ones', () => {
    expect(Array.from(hitsIn('🚀'.repeat(500), '🛑').join(''))).to.have.lengthOf(201)
  })
})
