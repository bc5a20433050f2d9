import { expect } from 'chai'
import { fencesOnLines } from '../../lib/text/slack-fences.js'

// Texts that can be read in several ways.
describe('fences, read from the top', () => {
  const rows: readonly (readonly [title: string, text: string, written: string])[] = [
    ['a block of Slack’s holds lines of tildes', '```\n~~~\n~~~```', '```\n~~~\n~~~\n```'],
    ['a block of Markdown’s goes on to a fence alone on its line', '```\na ``` b\n```', ''],
    [
      'a fence behind a word ends a block',
      '```\na```\nb\n```\nc```',
      '```\na\n```\nb\n```\nc\n```',
    ],
    [
      'so does one behind a word and before others',
      '```\na``` b\n```\nc```',
      '```\na\n```\nb\n```\nc\n```',
    ],
    [
      'and one that begins a line of words',
      '```\na\n``` b c\n```\nd```',
      '```\na\n```\nb c\n```\nd\n```',
    ],
    ['fences in pairs on a line end no block', '```\na ```b```\n```', ''],
    ['a fence in quotation marks opens nothing', '"```"\n```js\na```', '"```"\n```js\na\n```'],
    ['nor does it close anything', '```js\n"```" ```', '```js\n"```" \n```'],
    ['nor does it pair with another on its line', '```sh\n"```" and ```x```\n```', ''],
    ['a fence between words opens nothing', 'a ``` b\n```\nc\n```', ''],
    ['but closes what is open', 'x ```a\nb ``` c', 'x\n```\na\nb \n```\nc'],
    ['longer runs beside a fence mean nothing', '```\n\n```b c````a`', '```\n\n```\nb c````a`'],
    ['the first of several pairs counts', 'js```\n```\njs```" "', 'js\n```\n```\njs```" "'],
    ['a pair on one line stays', '  ``` ```', ''],
    ['a pair whose moving hides a line is left', '\n```\n\n``` ``` b c', ''],
  ]
  for (const [title, text, written] of rows) {
    it(`are read so: ${title}`, () => {
      expect(fencesOnLines(text).text).to.equal(written === '' ? text : written)
    })
  }

  it('are read so in Slack’s own texts: a word that names no language is code', () => {
    const text = 'js```\n```word\n\n```\n\n\n```\n'
    expect(fencesOnLines(text).text).to.equal(text)
    expect(fencesOnLines(text, 'languages').text).to.equal('js\n```\n```\nword\n\n```\n\n\n```\n')
  })
})
