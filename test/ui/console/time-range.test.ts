import { expect } from 'chai'
import {
  barsOf,
  beginningOf,
  RANGE_NAMES,
  type RangeName,
  sumOf,
} from '../../../ui/console/pages/requests/use-log.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = new Date(2026, 2, 12, 16, 7, 30).getTime()
const at = (time: number) => ({ time, outcome: 'posted' }) as const

describe('the bars of a chart of requests', () => {
  const rows: readonly (readonly [
    RangeName,
    bars: number,
    from: Date,
    last: Date,
    span: number,
  ])[] = [
    ['hour', 13, new Date(2026, 2, 12, 15, 5), new Date(2026, 2, 12, 16, 5), HOUR],
    ['day', 25, new Date(2026, 2, 11, 16), new Date(2026, 2, 12, 16), DAY],
    ['week', 8, new Date(2026, 2, 5), new Date(2026, 2, 12), 7 * DAY],
  ]
  for (const [range, count, from, last, span] of rows) {
    it(`are ${count} for the ${range}, of which the last is not over`, () => {
      const bars = barsOf([], range, NOW)
      expect(bars).to.have.lengthOf(count)
      expect(bars[0]?.from).to.equal(from.getTime()).and.equal(beginningOf(range, NOW))
      expect(bars.at(-1)?.from).to.equal(last.getTime())
      expect(beginningOf(range, NOW)).to.be.at.most(NOW - span)
    })
  }

  it('begin where days do, also where one has 23 hours', () => {
    for (let day = 0; day < 366; day += 1) {
      const now = new Date(2026, 0, day, 0, 30).getTime()
      for (const { from } of barsOf([], 'week', now)) {
        expect(new Date(from).toTimeString()).to.match(/^00:00:00/)
      }
    }
  })

  it('count a request from the moment in which they begin', () => {
    const [first, second] = barsOf([], 'day', NOW)
    const times = [first?.from ?? 0, (second?.from ?? 0) - 1, second?.from ?? 0, NOW]
    const counts = barsOf(times.map(at), 'day', NOW).map(({ counts: { posted } }) => posted)
    expect([counts[0], counts[1], counts.at(-1)]).to.deep.equal([2, 1, 1])
  })

  it('leave out what was before', () => {
    for (const range of RANGE_NAMES) {
      const bars = barsOf([at(beginningOf(range, NOW) - 1)], range, NOW)
      expect(sumOf(bars).posted, range).to.equal(0)
    }
  })

  it('tell outcomes apart', () => {
    const outcomes = ['failed', 'refused', 'skipped', 'posted', 'refused'] as const
    const bars = barsOf(
      outcomes.map((outcome) => ({ time: NOW, outcome })),
      'hour',
      NOW,
    )
    const counts = { posted: 1, skipped: 1, refused: 2, failed: 1 }
    expect(bars.at(-1)?.counts).to.deep.equal(counts)
    expect(sumOf(bars)).to.deep.equal(counts)
  })
})
