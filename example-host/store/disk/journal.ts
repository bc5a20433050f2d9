import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HookLog } from 'express-incoming-webhooks'
import { errorText, StoreFailed, unavailable } from '../errors.js'
import { writeAll, type StoreFs } from './fs.js'
import { createJournalFile, type OpenJournal } from './journal-files.js'
import { encodeRecord } from './journal-record.js'
import { createRefusals } from './refusals.js'

/** Commits and bytes that may wait for the disk; more are refused. */
const MAX_WAITING = 1_000
const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** Bytes of one write, unless a single record is larger: applying them must not hold up the event loop. */
const MAX_WRITE_BYTES = 1024 * 1024
/** A write waits until so many turns of the loop have brought no more commits: of 20 clients, most then share it. */
const QUIET_TURNS = 2
/** Milliseconds after which it waits for no further turn, though more commits come. */
const MOST_GATHERING = 5
/** A record without commits, as long as a large message. */
const TRIAL = encodeRecord(`[${' '.repeat(64 * 1024)}]`)

export interface JournalOptions {
  readonly fs: StoreFs
  readonly directory: string
  readonly start: OpenJournal
  readonly onFatal?: (error: Error) => void
  readonly log: HookLog
}

/** `failing`: the last write was refused by the disk. `stopped`: no write will be taken again. */
export type JournalState = 'ok' | 'failing' | 'stopped'

/** A commit that waits for its write. */
interface Waiting {
  readonly json: string
  readonly bytes: number
  /** Applies the commit, and resolves with what it changed. */
  readonly onDurable: () => void
  readonly reject: (error: Error) => void
}

/** A snapshot that waits for the next journal. */
interface Rotation {
  readonly resolve: (generation: number) => void
  readonly reject: (error: Error) => void
}

/**
 * Appends commits to the last journal, one write at a time. Commits that arrive during a write share
 * the next one, which is one record: after a crash all of them are there or none.
 */
export class Journal {
  readonly #options: JournalOptions
  #current: OpenJournal
  /** Bytes of whole records in the current journal. */
  #length: number
  #appended = 0
  #queue: Waiting[] = []
  #queuedBytes = 0
  readonly #rotations: Rotation[] = []
  #running: Promise<void> | null = null
  readonly #refusals: ReturnType<typeof createRefusals>
  #isToTry = false
  /** Why no write is taken any more. */
  #fatal: StoreFailed | null = null

  constructor(options: JournalOptions) {
    this.#options = options
    this.#current = options.start
    this.#length = options.start.length
    this.#refusals = createRefusals(options.log, () => {
      this.#isToTry = true
      this.#running ??= this.#run()
    })
  }

  /**
   * Resolves with what `apply` returns, which is called once the commit is durable, in the order of the
   * commits. Rejects with `storage_unavailable` when nothing
   * was stored, with `StoreFailed` when that is unknown.
   */
  async append<T>(json: string, apply: () => T): Promise<T> {
    if (this.#fatal) throw unavailable(this.#fatal)
    const bytes = Buffer.byteLength(json)
    const queuedBytes = this.#queuedBytes + bytes
    if (this.#queue.length >= MAX_WAITING || queuedBytes > MAX_WAITING_BYTES) {
      throw unavailable('the write queue is full')
    }
    this.#queuedBytes = queuedBytes
    return new Promise<T>((resolve, reject) => {
      const onDurable = () => resolve(apply())
      this.#queue.push({ json, bytes, onDurable, reject })
      this.#running ??= this.#run()
    })
  }

  /** Begins the next journal between two writes; resolves with its generation. */
  async rotate(): Promise<number> {
    if (this.#fatal) throw this.#fatal
    return new Promise<number>((resolve, reject) => {
      this.#rotations.push({ resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Bytes appended since the store was opened. */
  appended(): number {
    return this.#appended
  }

  state(): { readonly state: JournalState; readonly reason: string; readonly waiting: number } {
    const refusal = this.#refusals.reason()
    const trouble = this.#fatal ?? refusal
    return {
      state: this.#fatal ? 'stopped' : refusal === null ? 'ok' : 'failing',
      reason: trouble === null ? '' : errorText(trouble),
      waiting: this.#queue.length,
    }
  }

  /** A request was answered with 503. */
  get noteRefusal(): () => void {
    return this.#refusals.note
  }

  /** Resolves when all that was asked for is done. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  async close(): Promise<void> {
    this.#refusals.stop()
    await this.drain()
    await this.#current.file.close()
  }

  async #run() {
    await this.#gathered()
    while (this.#queue.length > 0 || this.#rotations.length > 0 || this.#isToTry) {
      const rotation = this.#rotations.shift()
      if (rotation) await this.#beginNext(rotation)
      else if (this.#queue.length > 0) await this.#commit(this.#takeBatch())
      else await this.#write(TRIAL)
      this.#isToTry = false
      await this.#gathered()
    }
    this.#running = null
  }

  /** Resolves once some turns of the loop, one after the other, have brought no more commits. */
  async #gathered() {
    const end = performance.now() + MOST_GATHERING
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end;) {
      const before = this.#queue.length
      await nextTurn()
      quiet = this.#queue.length > before ? 0 : quiet + 1
    }
  }

  #takeBatch(): readonly Waiting[] {
    let bytes = 0
    const end = this.#queue.findIndex((waiting, index) => {
      bytes += waiting.bytes
      return index > 0 && bytes > MAX_WRITE_BYTES
    })
    const batch = this.#queue.splice(0, end === -1 ? this.#queue.length : end)
    for (const waiting of batch) this.#queuedBytes -= waiting.bytes
    return batch
  }

  async #commit(batch: readonly Waiting[]) {
    const error = await this.#write(
      encodeRecord(`[${batch.map((waiting) => waiting.json).join(',')}]`),
    )
    for (const waiting of batch) {
      if (error) waiting.reject(error)
      else waiting.onDurable()
    }
  }

  /** Null when all bytes are durable, else the error for the callers. */
  async #write(bytes: Buffer): Promise<Error | null> {
    const { file } = this.#current
    try {
      await writeAll(file, bytes, this.#length)
    } catch (error) {
      return this.#takeBack(error)
    }
    try {
      await file.datasync()
      const { nlink, size } = file.stat()
      if (nlink === 0) throw new Error('the journal has been deleted')
      if (size !== this.#length + bytes.length) {
        throw new Error('another process is writing to the journal')
      }
    } catch (error) {
      // After a failed sync the kernel may drop the pages and report the next sync as a success.
      return this.#stop(error, 'fdatasync')
    }
    this.#refusals.end()
    this.#length += bytes.length
    this.#appended += bytes.length
    return null
  }

  /** Removes a write that the disk has refused, so that a later one can follow. */
  async #takeBack(refusal: unknown): Promise<Error> {
    const { file } = this.#current
    this.#refusals.add(refusal)
    try {
      // Synced: after a crash a refused commit must not be there.
      await file.truncate(this.#length)
      await file.datasync()
      return unavailable(refusal)
    } catch (error) {
      return this.#stop(error, 'removing an unfinished write')
    }
  }

  async #beginNext(rotation: Rotation) {
    const previous = this.#current
    try {
      const { fs, directory } = this.#options
      this.#current = await createJournalFile(fs, directory, previous.generation + 1)
      this.#length = this.#current.length
      await previous.file.close().catch(() => undefined)
      rotation.resolve(this.#current.generation)
    } catch (error) {
      // If the new journal is there after all, more records in the old one would make the next start
      // refuse both.
      if (error instanceof StoreFailed) this.#stop(error, 'starting a journal')
      rotation.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Takes no write from now on, and reports it once. */
  #stop(cause: unknown, doing: string) {
    const { log, onFatal } = this.#options
    const fatal = new StoreFailed(`The store has stopped: ${doing} failed: ${errorText(cause)}`, {
      cause,
    })
    this.#fatal = fatal
    this.#refusals.stop()
    log('error', fatal.message)
    for (const waiting of this.#queue.splice(0)) waiting.reject(unavailable(fatal))
    for (const rotation of this.#rotations.splice(0)) rotation.reject(fatal)
    this.#queuedBytes = 0
    queueMicrotask(() => onFatal?.(fatal))
    return fatal
  }
}
