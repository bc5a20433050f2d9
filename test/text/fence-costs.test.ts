import { expect } from 'chai'
import { fencesOnLines } from '../../lib/text/slack-fences.js'

// Texts that can be read in several ways: each has one reading that costs least.
describe('fences whose reading is decided by its cost', () => {
  const rows: readonly (readonly [title: string, text: string, written: string])[] = [
    ['a block of Slack’s holds lines of tildes', '```\n~~~\n~~~```', '```\n~~~\n~~~\n```'],
    [
      'the first of several pairs that are as good',
      'js```\n```\njs```" "',
      'js\n```\n```\njs```" "',
    ],
    [
      'longer runs beside a fence cost nothing',
      '\n\n```\n\n```b c````a`',
      '\n\n```\n\n```\nb c````a`',
    ],
    [
      'code on one line has both of its fences',
      'b c ``` \n    ```js ```',
      'b c ``` \n    ```js ```',
    ],
    ['a fence that words are about weighs less', '\n```\n ``` ```', '\n```\n ``` ```'],
    [
      'a fence that words are about is doubtful',
      '\n```\n```js ``` \n```\n ``` - ',
      '\n```\n```\njs ``` \n```\n```\n- ',
    ],
    ['a pair on one line is no long code', '  ``` ```', '  ``` ```'],
    [
      'a pair whose moving makes another one is left',
      '``` - `````````\n```\n',
      '``` - `````````\n```\n',
    ],
    ['a pair whose moving hides a line is left', '\n```\n\n``` ``` b c', '\n```\n\n``` ``` b c'],
    [
      'a fence in quotation marks before a block with one inside',
      '"```"\n```js\naab c ``` \n```js\n````',
      '"\n```\n"\n```\njs\naab c ``` \n```js\n````',
    ],
    ['a fence in quotation marks inside a block', '\n```js\n"```" ``` ', '\n```js\n"```" ``` '],
  ]
  for (const [title, text, written] of rows) {
    it(`are read so: ${title}`, () => {
      expect(fencesOnLines(text).text).to.equal(written)
    })
  }

  it('are read so in Slack’s own texts: a word that names no language is code', () => {
    const text = 'js```\n```word\n\n```\n\n\n```\n'
    expect(fencesOnLines(text).text).to.equal(text)
    expect(fencesOnLines(text, 'languages').text).to.equal('js\n```\n```\nword\n\n```\n\n\n```\n')
  })
})
