import { expect } from 'chai'
import { countCodePoints } from '../../ui/code-points.js'
import { countText } from '../../ui/numbers.js'
import { isInYearOf, isOnDayOf } from '../../ui/times.js'

describe('texts that both front ends show', () => {
  const counts: [text: string, expected: string][] = [
    [countText(0, 'webhook'), '0 webhooks'],
    [countText(1, 'webhook'), '1 webhook'],
    [countText(1, 'reply', 'replies'), '1 reply'],
    [countText(2, 'reply', 'replies'), '2 replies'],
  ]
  for (const [text, expected] of counts) {
    it(`count: ${expected}`, () => {
      expect(text).to.equal(expected)
    })
  }

  it('count an emoji as one character', () => {
    expect(countCodePoints('a\u{1f680}')).to.equal(2)
  })

  const lateOnNewYearsEve = new Date(2025, 11, 31, 23, 30).getTime()
  const newYear = new Date(2026, 0, 1, 0, 10).getTime()
  const days: [what: string, is: boolean, expected: boolean][] = [
    ['a time is on its own day', isOnDayOf(newYear, newYear), true],
    ['forty minutes ago can be another day', isOnDayOf(lateOnNewYearsEve, newYear), false],
    ['forty minutes ago can be yesterday', isOnDayOf(lateOnNewYearsEve, newYear, -1), true],
    ['in forty minutes can be tomorrow', isOnDayOf(newYear, lateOnNewYearsEve, 1), true],
    ['in forty minutes can be another year', isInYearOf(newYear, lateOnNewYearsEve), false],
  ]
  for (const [what, is, expected] of days) {
    it(`know that ${what}`, () => {
      expect(is).to.equal(expected)
    })
  }

  it('count the days where clocks change', () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Europe/Berlin'
    try {
      // The 29th of March 2026 has 23 hours there.
      const late = new Date(2026, 2, 28, 23, 30).getTime()
      const afterwards = new Date(2026, 2, 30, 0, 10).getTime()
      expect(isOnDayOf(late, afterwards, -1)).to.equal(false)
      expect(isOnDayOf(late, afterwards, -2)).to.equal(true)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })
})
