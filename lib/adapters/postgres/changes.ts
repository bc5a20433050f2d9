import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { HookLog } from '../../model/log.js'
import { connection, distrustConnections } from './connections.js'
import type { Health } from './health.js'
import { serverClock } from './server-clock.js'
import { HeardShards, shardOf } from './shards.js'

/** How long what was read counts as current after the server was last heard, in milliseconds. */
const CURRENT_MS = 1000
const BEAT_MS = 400
/** How long the server may take to answer, in milliseconds. */
const ANSWER_MS = 2000
const RETRY_MS = 500
/**
 * Under load, changes are told at most once in so many milliseconds: each time costs all nodes a statement
 * and a look at what is new.
 */
const TELL_MS = 20
/** Payloads of NOTIFY must be shorter than 8,000 bytes. */
const MAX_PAYLOAD = 7900

export interface ChangesOptions {
  readonly pool: pg.Pool
  /** Comes before the names of the tables. */
  readonly prefix: string
  readonly log: HookLog
  readonly health: Pick<Health, 'lost' | 'heard'>
}

/** Called with the kind and the id of the record that changed. */
export type Hear = (kind: string, id: string) => void

/**
 * Listens on a dedicated connection (LISTEN) for changes made by other nodes. The server is asked for its
 * time regularly, so that a connection on which nothing arrives is noticed within a second.
 */
export class Changes {
  readonly #pool: pg.Pool
  readonly #health: ChangesOptions['health']
  readonly #clock: ReturnType<typeof serverClock>
  readonly #prefix: string
  readonly #hearers = new Set<Hear>()
  readonly #onStart = new Set<() => unknown>()
  readonly #stop = new AbortController()
  /** Requests need a connection too. */
  readonly #canListen: boolean
  readonly #running: Promise<void>
  #client: pg.PoolClient | null = null
  #name = ''
  #currentUntil = 0
  readonly #shards = new HeardShards()
  /** By shard. */
  readonly #unsent = new Map<string, string[]>()
  /** The end of the last statement: a connection takes one at a time. */
  #asked: Promise<unknown> = Promise.resolve()
  /** Null while there is nothing to send. */
  #sending: Promise<void> | null = null
  #toldAt = -Infinity

  constructor({ pool, prefix, health, log }: ChangesOptions) {
    this.#pool = pool
    this.#health = health
    this.#clock = serverClock(log)
    this.#prefix = prefix
    this.#canListen = pool.options.max >= 2
    if (this.#canListen) this.#running = this.#run()
    else {
      log('warn', 'with fewer than two connections, changes of other nodes are not heard', {})
      this.#running = Promise.resolve()
    }
  }

  /** Whether everything that was changed until a second ago is known here. */
  readonly isCurrent = () => performance.now() < this.#currentUntil

  /** The clock of the server: milliseconds since 1970. */
  get clock(): () => number {
    return this.#clock.now
  }

  /** Returns a function that ends it. */
  hear(hear: Hear): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  /**
   * `start` is called when listening begins, also again: until then anything may have changed. Returns a
   * function that ends it.
   */
  onStart(start: () => unknown): () => void {
    this.#onStart.add(start)
    return () => this.#onStart.delete(start)
  }

  /** Hears these shards too. Without a connection it resolves at once, and the next one begins with them. */
  async listen(shards: readonly string[]) {
    this.#shards.add(shards)
    await this.#listenAsNeeded()
  }

  /** As often as `listen` was called, each shard is no longer heard. */
  async unlisten(shards: readonly string[]) {
    this.#shards.delete(shards)
    await this.#listenAsNeeded()
  }

  /** Tells the nodes that hear the shard of this id, soon. Best effort: what cannot be sent is dropped. */
  tell(id: string, change: string) {
    if (!this.#client) return
    const shard = shardOf(id)
    const unsent = this.#unsent.get(shard)
    if (unsent) unsent.push(change)
    else this.#unsent.set(shard, [change])
    this.#sending ??= this.#send()
  }

  /** Resolves when all changes that were committed before are known here. */
  async caughtUp() {
    while (this.#canListen && !this.#isOver()) {
      try {
        await this.#sending
        if (this.#client) {
          await this.#ask(this.#client)
          return
        }
      } catch {
        // The connection was lost; the next one is asked.
      }
      await this.#wait(BEAT_MS / 10)
    }
  }

  /** Gives the connection back. */
  async close() {
    this.#stop.abort()
    await this.#running
  }

  async #run() {
    while (!this.#isOver()) {
      try {
        await this.#listen()
      } catch (error) {
        if (!this.#isOver()) this.#health.lost(error)
      }
      this.#currentUntil = 0
      await this.#wait(RETRY_MS)
    }
  }

  async #listen() {
    const client = await connection(this.#pool)
    const onNotification = ({ payload = '' }: pg.Notification) => {
      this.#hear(payload)
    }
    const errors: Error[] = []
    const onError = (error: Error) => {
      errors.push(error)
    }
    client.on('error', onError)
    try {
      this.#name = await channelOf(client, this.#prefix)
      client.on('notification', onNotification)
      await client.query(`LISTEN ${this.#name}`)
      this.#shards.reset()
      this.#client = client
      await this.#listenAsNeeded()
      for (const start of this.#onStart) start()
      this.#health.heard()
      while (!this.#isOver()) {
        await this.#ask(client).catch((error: unknown) => {
          distrustConnections(this.#pool)
          throw error
        })
        await this.#wait(BEAT_MS)
      }
    } catch (error) {
      // The next question says only that there is no connection.
      throw errors[0] ?? error
    } finally {
      this.#client = null
      this.#currentUntil = 0
      client.off('notification', onNotification)
      client.off('error', onError)
      // It would go on listening.
      client.release(true)
    }
  }

  /** Asks the server whether it is there. It tells of changes before it answers. */
  async #ask(client: pg.PoolClient) {
    await this.#inTurn(async () => {
      const askedAt = performance.now()
      const { rows } = await client.query<Answer>(QUESTION)
      const [{ pid, now } = NO_ANSWER] = rows
      // A pooler passes questions on, but no changes.
      if (pid !== Reflect.get(client, 'processID')) throw new Error(POOLED)
      this.#clock.heard(now, askedAt, performance.now())
      if (client === this.#client) this.#currentUntil = askedAt + CURRENT_MS
    })
  }

  async #listenAsNeeded() {
    const client = this.#client
    if (!client) return
    const change = async () => {
      const text = client === this.#client ? this.#shards.change(this.#name) : ''
      const statements = { text, query_timeout: ANSWER_MS }
      if (text !== '') await client.query(statements)
    }
    // The connection is lost, which the next question shows too.
    await this.#inTurn(change).catch(() => undefined)
  }

  #inTurn(run: () => Promise<unknown>) {
    this.#asked = this.#asked.then(run, run)
    return this.#asked
  }

  #hear(payload: string) {
    for (const change of payload.split('\n')) {
      const [kind = '', ...id] = change.split(' ')
      for (const hear of this.#hearers) hear(kind, id.join(' '))
    }
  }

  /** One statement at a time; what comes meanwhile is sent together. */
  async #send() {
    try {
      while (this.#unsent.size > 0) {
        const rest = this.#toldAt + TELL_MS - performance.now()
        if (rest > 0) await this.#wait(rest)
        const client = this.#client
        if (!client) break
        this.#toldAt = performance.now()
        const told = [...this.#unsent].flatMap(([shard, changes]) =>
          joined(changes).map((payload) => ({ shard, payload })),
        )
        const shards = told.map(({ shard }) => shard)
        const values = [this.#name, shards, told.map(({ payload }) => payload)]
        this.#unsent.clear()
        await this.#inTurn(() => client.query({ ...TELL, values }))
      }
    } catch {
      // The connection is lost, which the next question shows too.
    }
    this.#unsent.clear()
    this.#sending = null
  }

  #isOver() {
    // A pool that is being ended waits for this connection.
    return this.#stop.signal.aborted || this.#pool.ending
  }

  async #wait(milliseconds: number) {
    await delay(milliseconds, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }
}

const TELL = {
  name: 'tell',
  text: `SELECT pg_notify($1 || '_' || shard, payload)
    FROM unnest($2::text[], $3::text[]) AS told (shard, payload)`,
  query_timeout: ANSWER_MS,
}
interface Answer {
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly now: number
}

const NO_ANSWER: Answer = { pid: 0, now: 0 }
const QUESTION = {
  text: `SELECT pg_backend_pid() AS pid,
    (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS now`,
  query_timeout: ANSWER_MS,
}
const POOLED = 'a pooler between here and PostgreSQL shares connections between transactions'

/** The channel that the function in the database tells of changes. */
async function channelOf(client: pg.PoolClient, prefix: string) {
  const tell = `${prefix}incoming_webhook_tell`
  const { rows } = await client.query<{ readonly schema: string }>(
    `SELECT nspname AS schema FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
     WHERE pg_proc.oid = to_regproc($1)`,
    [tell],
  )
  const [row] = rows
  if (!row) throw new Error(`${tell}() is missing: run migrate`)
  const index = prefix.slice(prefix.indexOf('.') + 1)
  const digest = createHash('md5').update(`${row.schema}.${index}`).digest('hex')
  return `incoming_webhooks_${digest}`
}

function joined(changes: readonly string[]): readonly string[] {
  const payloads: string[] = []
  let open = ''
  let bytes = 0
  for (const change of changes) {
    const more = Buffer.byteLength(change) + 1
    if (open !== '' && bytes + more > MAX_PAYLOAD) {
      payloads.push(open)
      open = ''
      bytes = 0
    }
    open = open === '' ? change : `${open}\n${change}`
    bytes += more
  }
  return open === '' ? payloads : [...payloads, open]
}
