import type { IncidentRow } from './rows.js'
import { firstWhere } from './sorted.js'

/** As many as `listIncidents` needs of a webhook. */
export const MAX_INCIDENTS = 10_000

/** Expired incidents that one write removes. Each write adds one at most, so all of them go. */
const EXPIRED_AT_ONCE = 16

/** The incidents of one webhook. */
export class WebhookIncidents {
  readonly #byLastAt = new SortedRows<IncidentRow>(
    (a, b) => a.lastAt - b.lastAt || compareKeys(a, b),
  )
  readonly #byExpiry = new SortedRows<IncidentRow>(
    (a, b) => a.expiresAt - b.expiresAt || compareKeys(a, b),
  )

  add(incident: IncidentRow): void {
    this.#byLastAt.add(incident)
    this.#byExpiry.add(incident)
  }

  delete(incident: IncidentRow): void {
    this.#byLastAt.delete(incident)
    this.#byExpiry.delete(incident)
  }

  /** By `lastAt`, the latest last. */
  get all(): readonly IncidentRow[] {
    return this.#byLastAt.all
  }

  /**
   * Incidents that need not be kept when this one has been written: some that had expired then, and the
   * oldest of too many. What is left depends only on what was written in which order, so that a journal
   * that is replayed leaves the same.
   */
  surplus({ lastAt }: IncidentRow): readonly IncidentRow[] {
    const { all } = this
    const expired = this.#byExpiry.all
      .slice(0, EXPIRED_AT_ONCE)
      .filter((incident) => incident.expiresAt <= lastAt)
    const tooMany = Math.max(0, all.length - expired.length - MAX_INCIDENTS)
    const oldest = all
      .slice(0, tooMany + expired.length)
      .filter((incident) => !expired.includes(incident))
      .slice(0, tooMany)
    return [...expired, ...oldest]
  }
}

function compareKeys(a: IncidentRow, b: IncidentRow): number {
  return compare(a.key, b.key) || compare(a.channelId, b.channelId)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows in the order of `compare`, which tells any two of them apart. */
class SortedRows<Row> {
  readonly #rows: Row[] = []
  readonly #compare: (a: Row, b: Row) => number

  constructor(compare: (a: Row, b: Row) => number) {
    this.#compare = compare
  }

  get all(): readonly Row[] {
    return this.#rows
  }

  add(row: Row): void {
    this.#rows.splice(this.#placeOf(row), 0, row)
  }

  /** The row must be the one that was added, or be equal to it for `compare`. */
  delete(row: Row): void {
    const place = this.#placeOf(row)
    const found = this.#rows[place]
    if (found !== undefined && this.#compare(found, row) === 0) this.#rows.splice(place, 1)
  }

  /** The place of the first row that is not before this one. */
  #placeOf(row: Row): number {
    return firstWhere(this.#rows, (other) => this.#compare(other, row) >= 0)
  }
}
