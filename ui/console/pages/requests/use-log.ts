import { DAY, HOUR, MINUTE } from 'express-incoming-webhooks-ui'
import { useRef } from 'preact/hooks'
import { type LastResult, OUTCOMES } from '../../../../lib/model/last-result.js'
import { listRequests, type LoggedRequest, type RequestFilter } from '../../api/requests.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { useChoice, useParameter } from '../../state/route.js'

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

const POLL_MS = 3000
export const PER_PAGE = 60

/** Requests, newest first, without a gap between them. */
export interface Listed {
  readonly items: readonly LoggedRequest[]
  /** Whether there are no older ones. */
  readonly isAll: boolean
}

type Shown = ReturnType<typeof useShown>

/** What the address of the page says about the list. `''` is all. */
export function useShown() {
  const [outcome] = useChoice('outcome', ['', ...OUTCOMES])
  const [format] = useParameter('format')
  const [event] = useParameter('event')
  const [incident] = useParameter('incident')
  const [time] = useChoice('time', RANGE_NAMES)
  return { outcome, format, event, incident, time }
}

export function filterOf({ time, ...same }: Shown): RequestFilter {
  return { ...same, from: beginningOf(time, Date.now()) }
}

/** The requests that are shown of a webhook, or of all (`''`), and what came since. */
export function useLog(hookId: string, shown: Shown) {
  const [rows, setRows] = useParameter('rows')
  const query = JSON.stringify(shown)
  const known = useRef<Listed & { readonly query: string }>(null)
  const loaded = useLoaded(async () => {
    const filter = filterOf(shown)
    const read = async (page: number) =>
      listRequests(hookId, { ...filter, page, per_page: PER_PAGE })
    const before = known.current?.query === query ? known.current : NOTHING
    let listed = joined(await read(0), before)
    while (!listed.isAll && listed.items.length < Number(rows)) {
      listed = continued(listed, await read(Math.floor(listed.items.length / PER_PAGE)))
    }
    known.current = { ...listed, query }
    return known.current
  }, `${query} ${rows}`)
  usePolling(loaded.reload, POLL_MS)
  const showMore = () => setRows(String((loaded.value?.items.length ?? 0) + PER_PAGE))
  return { loaded, showMore, isOther: loaded.value?.query !== query }
}

const NOTHING: Listed = { items: [], isAll: false }

/** The newest page before those that are known, without what is known twice. */
export function joined(newest: readonly LoggedRequest[], before: Listed): Listed {
  if (newest.length < PER_PAGE) return { items: newest, isAll: true }
  const last = newest.at(-1)
  const at = before.items.findIndex(({ id }) => id === last?.id)
  // With a gap, those after it are loaded again when they are asked for.
  if (at < 0) return { items: newest, isAll: false }
  return { items: [...newest, ...before.items.slice(at + 1)], isAll: before.isAll }
}

/** One more page behind those that are known; what came meanwhile has moved its entries. */
export function continued({ items }: Listed, page: readonly LoggedRequest[]): Listed {
  const known = new Set(items.map(({ id }) => id))
  const more = page.filter(({ id }) => !known.has(id))
  return { items: [...items, ...more], isAll: page.length < PER_PAGE || more.length === 0 }
}
