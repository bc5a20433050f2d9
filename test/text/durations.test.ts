import { expect } from 'chai'
import { durationInWords } from '../../lib/text/dates.js'

describe('a duration in words', () => {
  const rows: readonly (readonly [seconds: number, words: string])[] = [
    [0, ''],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [75, '1 minute 15 seconds'],
    [900, '15 minutes'],
    [3_600, '1 hour'],
    [5_400, '1 hour 30 minutes'],
    [86_400, '1 day'],
    [90_061, '1 day 1 hour'],
    [86_460, '1 day'],
    [2_678_400, '31 days'],
  ]
  for (const [seconds, words] of rows) {
    it(`of ${seconds} s is “${words}”`, () => {
      expect(durationInWords(seconds)).to.equal(words)
    })
  }
})
