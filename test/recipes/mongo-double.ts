import { setImmediate } from 'node:timers/promises'
import mongoose, { type Connection } from 'mongoose'

const { BSON } = mongoose.mongo

type Row = Readonly<Record<string, unknown>>

interface Options {
  readonly session?: Session
  readonly upsert?: boolean
}

/** Rows by collection and id. Each write puts other bytes in the place of a row. */
type Rows = Map<string, Uint8Array>

/** The row was written after this transaction began, or by another one that is still open. */
class WriteConflict extends Error {}

/** What a server would do for the few calls of the recipe, under the real Mongoose. */
export class MongoDouble {
  readonly #rows: Rows = new Map()
  readonly #writing = new Map<string, Session>()
  readonly #hasTransactions: boolean
  #refuses: (row: Row) => boolean = () => false

  constructor(kind: 'replica set' | 'standalone' = 'replica set') {
    this.#hasTransactions = kind === 'replica set'
  }

  /** A connection of Mongoose whose driver calls come here. */
  connect(): Connection {
    const connection = mongoose.createConnection()
    const db = {
      collection: (name: string) => this.#collection(name),
      createCollection: async () => undefined,
    }
    const Kind = this.#hasTransactions ? Session : RefusedSession
    const client = { startSession: () => new Kind(this.#rows, this.#writing) }
    return Object.assign(connection, { db, client, readyState: mongoose.STATES.connected })
  }

  /** Makes writes of these rows fail. */
  refuse(test: (row: Row) => boolean): void {
    this.#refuses = test
  }

  #collection(name: string) {
    const find = (filter: Row, { session }: Options): readonly Row[] =>
      [...(session?.rows() ?? this.#rows)]
        .filter(([key]) => key.startsWith(`${name} `))
        .map(([, bytes]): Row => BSON.deserialize(bytes))
        .filter((row) => fits(row, filter))
    const write = (id: unknown, row: Row | null, { session }: Options): void => {
      if (row && this.#refuses(row)) throw new Error(`${name} refuses this row`)
      const change = row && BSON.serialize(row)
      const key = `${name} ${String(id)}`
      if (session) session.write(key, change)
      else set(this.#rows, key, change)
    }
    return {
      createIndex: async () => undefined,
      find: (filter: Row, options: Options) => ({ toArray: async () => find(filter, options) }),
      findOne: async (filter: Row, options: Options) => find(filter, options)[0] ?? null,
      insertMany: async (rows: readonly Row[], options: Options) => {
        for (const row of rows) write(row['_id'], row, options)
        return { acknowledged: true, insertedCount: rows.length }
      },
      replaceOne: async (filter: Row, row: Row, options: Options) => {
        const [found] = find(filter, options)
        if (found || options.upsert) write(filter['_id'], row, options)
        return { acknowledged: true, matchedCount: found ? 1 : 0 }
      },
      updateOne: async (filter: Row, { $set }: { readonly $set: Row }, options: Options) => {
        const [found] = find(filter, options)
        if (found) write(found['_id'], { ...found, ...$set }, options)
        return { acknowledged: true, matchedCount: found ? 1 : 0 }
      },
      deleteOne: async (filter: Row, options: Options) => {
        const [found] = find(filter, options)
        if (found) write(found['_id'], null, options)
        return { acknowledged: true, deletedCount: found ? 1 : 0 }
      },
    }
  }
}

/** A session with at most one transaction, which sees the rows as they were when it began. */
class Session {
  readonly #committed: Rows
  readonly #writing: Map<string, Session>
  readonly #changes = new Map<string, Uint8Array | null>()
  #before: Rows = new Map()

  constructor(committed: Rows, writing: Map<string, Session>) {
    this.#committed = committed
    this.#writing = writing
  }

  async withTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      this.#before = new Map(this.#committed)
      try {
        const result = await work()
        for (const [key, change] of this.#changes) set(this.#committed, key, change)
        return result
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error
      } finally {
        for (const key of this.#changes.keys()) this.#writing.delete(key)
        this.#changes.clear()
      }
      // Lets the other transaction go on.
      await setImmediate()
    }
  }

  async endSession(): Promise<void> {
    this.#before.clear()
  }

  rows(): Rows {
    const rows = new Map(this.#before)
    for (const [key, change] of this.#changes) set(rows, key, change)
    return rows
  }

  write(key: string, change: Uint8Array | null): void {
    const writer = this.#writing.get(key) ?? this
    if (writer !== this || this.#committed.get(key) !== this.#before.get(key)) {
      throw new WriteConflict(key)
    }
    this.#writing.set(key, this)
    this.#changes.set(key, change)
  }
}

/** A server that is not in a replica set refuses the first command of a transaction. */
class RefusedSession extends Session {
  override rows(): Rows {
    throw new mongoose.mongo.MongoServerError({ message: STANDALONE, code: 20 })
  }

  override write(): void {
    throw new mongoose.mongo.MongoServerError({ message: STANDALONE, code: 20 })
  }
}

const STANDALONE = 'Transaction numbers are only allowed on a replica set member or mongos'

function set(rows: Rows, key: string, change: Uint8Array | null): void {
  if (change) rows.set(key, change)
  else rows.delete(key)
}

/** Equal values, `$in`, `$or`, arrays that contain a value, and null for missing members. */
function fits(row: Row, filter: Row): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '$or' && Array.isArray(wanted)) {
      return wanted.some((either: Row) => fits(row, either))
    }
    const value = row[name] ?? null
    const values = (Array.isArray(value) ? value : [value]).map(String)
    return wantedValues(wanted).some((each) => values.includes(String(each)))
  })
}

function wantedValues(wanted: unknown): readonly unknown[] {
  if (typeof wanted === 'object' && wanted !== null && '$in' in wanted) {
    return Array.isArray(wanted.$in) ? wanted.$in : []
  }
  return [wanted]
}
