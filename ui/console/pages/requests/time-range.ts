import { DAY, HOUR, MINUTE } from 'express-incoming-webhooks-ui'
import { type LastResult, OUTCOMES } from '../../../../lib/model/last-result.js'
import type { LoggedRequest } from '../../api/requests.js'

type Outcome = LastResult['outcome']

interface Range {
  readonly text: string
  /** What a bar of the chart stands for. */
  readonly per: string
  readonly bars: number
  /** When the bar begins that is so many before the one of `now`. */
  readonly start: (now: number, back: number) => number
}

const FIVE_MINUTES = 5 * MINUTE

/** Of which time requests are shown; the bar in which the range begins is there as a whole. */
export const RANGES = {
  week: {
    text: 'Last 7 days',
    per: 'day',
    bars: 8,
    start: (now, back) => {
      const day = new Date(now).setHours(0, 0, 0, 0)
      // Not 24 hours: twice a year a day has one more or one less.
      return new Date(day).setDate(new Date(day).getDate() - back)
    },
  },
  day: {
    text: 'Last 24 hours',
    per: 'hour',
    bars: DAY / HOUR + 1,
    start: (now, back) => new Date(now).setMinutes(0, 0, 0) - back * HOUR,
  },
  hour: {
    text: 'Last hour',
    per: '5 minutes',
    bars: HOUR / FIVE_MINUTES + 1,
    start: (now, back) => now - (now % FIVE_MINUTES) - back * FIVE_MINUTES,
  },
} as const satisfies Record<string, Range>

/** The first one is the default. */
export const RANGE_NAMES = ['week', 'day', 'hour'] as const
export type RangeName = (typeof RANGE_NAMES)[number]

/** The requests of a bar of the chart. */
export interface Bar {
  readonly from: number
  readonly counts: Readonly<Record<Outcome, number>>
}

/** When a range begins. */
export function beginningOf(range: RangeName, now: number): number {
  const { start, bars } = RANGES[range]
  return start(now, bars - 1)
}

/** Requests by time, the oldest first. */
export function barsOf(
  requests: readonly Pick<LoggedRequest, 'time' | 'outcome'>[],
  range: RangeName,
  now: number,
): readonly Bar[] {
  const { start, bars: length } = RANGES[range]
  const bars = Array.from({ length }, (_, at) => ({
    from: start(now, length - 1 - at),
    counts: none(),
  }))
  for (const { time, outcome } of requests) {
    const found = bars.findLast(({ from }) => from <= time)
    if (found) found.counts[outcome] += 1
  }
  return bars
}

/** How many requests came to each outcome. */
export function sumOf(bars: readonly Bar[]): Bar['counts'] {
  const sum = none()
  for (const { counts } of bars) for (const outcome of OUTCOMES) sum[outcome] += counts[outcome]
  return sum
}

function none() {
  return { posted: 0, skipped: 0, refused: 0, failed: 0 }
}
