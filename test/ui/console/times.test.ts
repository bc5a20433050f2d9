import { expect } from 'chai'
import { longTime, timeOfDay } from '../../../ui/times.js'
import { momentText, shortTime } from '../../../ui/console/state/time.js'

const NOW = new Date(2026, 10, 25, 16, 59).getTime()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a time in the console', () => {
  const rows: readonly (readonly [
    time: number,
    short: string,
    inSentences: string,
    afterNoun: string,
  ])[] = [
    [NOW - 1, 'just now', 'just now', 'at 4:58 PM'],
    [NOW - 31 * MINUTE, '31 min ago', '31 min ago', 'at 4:28 PM'],
    [NOW - 2 * HOUR, '2:59 PM', 'today at 2:59 PM', 'at 2:59 PM'],
    [NOW - 24 * HOUR, 'yesterday', 'yesterday at 4:59 PM', 'yesterday at 4:59 PM'],
    [
      new Date(2024, 10, 19, 8, 6).getTime(),
      'November 19, 2024',
      'November 19, 2024 at 8:06 AM',
      'November 19, 2024 at 8:06 AM',
    ],
  ]
  for (const [time, ...said] of rows) {
    it(`is ${said.join(', ')}`, function () {
      // The words are those of the reader's language.
      if (!timeOfDay(NOW).includes('PM')) this.skip()
      const plain = [shortTime, longTime, momentText].map((say) =>
        say(time, NOW).replace(/\p{Zs}/gu, ' '),
      )
      expect(plain).to.deep.equal(said)
    })
  }
})
