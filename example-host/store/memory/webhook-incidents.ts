import { incidentKey, type IncidentRow } from './rows.js'

/** As many as `listIncidents` needs of a webhook. */
export const MAX_INCIDENTS = 10_000

/** By their last event, the latest first. */
export function latestFirst(incidents: Iterable<IncidentRow>): readonly IncidentRow[] {
  return [...incidents].sort(
    (a, b) => b.lastAt - a.lastAt || (incidentKey(a) < incidentKey(b) ? 1 : -1),
  )
}

/**
 * Which of a webhook's incidents is one too many when this one has been written: one that had expired
 * then, or the oldest. What is left depends only on what was written in which order, so that a journal
 * that is replayed leaves the same.
 */
export function surplus(
  incidents: ReadonlySet<IncidentRow>,
  { lastAt: now }: IncidentRow,
): IncidentRow | null {
  if (incidents.size <= MAX_INCIDENTS) return null
  return [...incidents].reduce((first, other) => (goesBefore(other, first, now) ? other : first))
}

function goesBefore(one: IncidentRow, other: IncidentRow, now: number) {
  const isExpired = one.expiresAt <= now
  if (isExpired !== other.expiresAt <= now) return isExpired
  if (one.lastAt !== other.lastAt) return one.lastAt < other.lastAt
  return incidentKey(one) < incidentKey(other)
}
