import { useRef } from 'preact/hooks'
import { listRequests, type LoggedRequest, type RequestFilter } from '../../api/requests.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { useChoice, useParameter } from '../../state/route.js'
import { OUTCOMES } from '../../../../lib/model/last-result.js'
import { beginningOf, RANGE_NAMES } from './time-range.js'

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
