import { isForNow } from '../../../../lib/model/last-result.js'
import { MAX_KEPT_BODY, MOST_REPLAYED } from '../../../../lib/model/limits.js'
import { DAY } from 'express-incoming-webhooks-ui'
import type { LoggedRequest, Resent } from '../../api/requests.js'
import { isUnproven } from './words.js'

/** The same time, unless nothing that was sent is kept since then. */
export function keptSince(time: number, now = Date.now()): number {
  return Math.max(time, now - DAY)
}

/** Whether a request was refused, is not delivered yet, and can be sent again, as far as can be told. */
export function isOwed(request: LoggedRequest, now = Date.now()): boolean {
  const { outcome, deliveredBy, replayOf, digest, time, size } = request
  const isKept = time >= now - DAY && size <= MAX_KEPT_BODY && !isUnproven(request)
  const isFirst = replayOf === null && digest !== ''
  return outcome === 'refused' && deliveredBy === null && isFirst && isKept
}

type Owed = Pick<LoggedRequest, 'id' | 'time' | 'digest' | 'beside'>

/** Requests of which this is the same say the same. */
export function contentOf({ digest, beside }: Pick<Owed, 'digest' | 'beside'>): string {
  return `${digest} ${beside}`
}

/** What is left of requests, newest first, behind those that were sent again, oldest first. */
export function restOf<Request extends Owed>(
  owed: readonly Request[],
  sent: readonly Resent[],
): readonly Request[] {
  // The server sends none after it, and says the same of them.
  const stop = sent.findIndex(({ status }) => isForNow(status))
  if (stop < 0 && sent.length < MOST_REPLAYED) return []
  const ids = new Set((stop < 0 ? sent : sent.slice(0, stop)).map(({ id }) => id))
  const tried = owed.filter(({ id }) => ids.has(id))
  const contents = new Set(tried.map(contentOf))
  const last = tried[0]?.time ?? 0
  return owed.filter((each) => each.time >= last && !contents.has(contentOf(each)))
}
