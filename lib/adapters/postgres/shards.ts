import { createHash } from 'node:crypto'

/** All shards: the first two digits of the MD5 of an id, as the triggers in the database form them. */
export const SHARDS: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
)

/**
 * What is told of a record is told on the channel of its shard, so that nodes receive little that they do
 * not need. A channel of LISTEN for each record would be too many: for each notification, PostgreSQL
 * searches all that a connection listens on.
 */
export function shardOf(id: string) {
  return createHash('md5').update(id).digest('hex').slice(0, 2)
}

/** The shards that a connection listens on. */
export class HeardShards {
  /** With the number of those who need it. */
  readonly #needed = new Map<string, number>()
  #heard: ReadonlySet<string> = new Set()

  add(shards: readonly string[]) {
    for (const shard of shards) this.#needed.set(shard, (this.#needed.get(shard) ?? 0) + 1)
  }

  delete(shards: readonly string[]) {
    for (const shard of shards) {
      const left = (this.#needed.get(shard) ?? 0) - 1
      if (left > 0) this.#needed.set(shard, left)
      else this.#needed.delete(shard)
    }
  }

  /** A new connection listens on none. */
  reset() {
    this.#heard = new Set()
  }

  /** The statements after which the connection listens on those that are needed; `''` if it does. */
  change(name: string) {
    const needed = new Set(this.#needed.keys())
    const added = [...needed].filter((shard) => !this.#heard.has(shard))
    const left = [...this.#heard].filter((shard) => !needed.has(shard))
    this.#heard = needed
    return [
      ...added.map((shard) => `LISTEN ${name}_${shard};`),
      ...left.map((shard) => `UNLISTEN ${name}_${shard};`),
    ].join('')
  }
}
