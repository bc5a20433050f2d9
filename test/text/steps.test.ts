import { expect } from 'chai'
import { scanMarkup } from '../../lib/text/markup.js'
import { mrkdwnToMarkdown } from '../../lib/text/mrkdwn.js'
import { fencesOnLines } from '../../lib/text/slack-fences.js'
import { OPTIONS } from './scanned.js'

type Row = readonly [text: string, steps: number]

function counted(rows: readonly Row[], count: (text: string) => number): void {
  for (const [text, steps] of rows) {
    it(`are ${steps} for the ${text.length} characters of ${JSON.stringify(text)}`, () => {
      expect(count(text)).to.equal(steps)
    })
  }
}

// The bounds of costs are only as good as these counts.
describe('the steps of reading markup', () => {
  counted(
    [
      ['', 0],
      ['abc', 3],
      ['```\nab\n```', 10],
      ['x\n```\nab\n```\ny', 14],
      ['`ab` c', 7],
      ['a `b', 5],
      ['@bob x', 7],
      ['<!here> x', 9],
      ['<nothing', 15],
      ['<https://a.b|c>', 15],
    ],
    (text) => scanMarkup(text, OPTIONS).steps,
  )
})

describe('the steps of reading Slack’s dialect', () => {
  counted(
    [
      ['', 0],
      ['abc', 3],
      ['*a*', 6],
      ['a * b', 7],
      ['**a**', 7],
      ['*a', 4],
      ['*a\n\n*b', 10],
      ['https://a b', 12],
    ],
    (text) => mrkdwnToMarkdown([{ kind: 'text', text }]).steps,
  )
})

describe('the steps of moving fences', () => {
  counted(
    [
      ['abc', 0],
      ['```a```', 45],
      ['```\na\n```', 45],
      ['x\n```\ny', 25],
      ['x ```a b\nc```', 140],
    ],
    (text) => fencesOnLines(text).steps,
  )
})
