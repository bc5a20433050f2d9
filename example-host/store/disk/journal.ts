import { WebhookError, type Log } from 'express-incoming-webhooks'
import { StoreFailed } from '../errors.js'
import { errorText, writeAll, type StoreFs } from './fs.js'
import { createJournalFile, type OpenJournal } from './journal-files.js'
import { encodeRecord } from './journal-record.js'

const MAX_WAITING = 1_000
const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** Bytes of one write, unless a single record is larger: applying them must not hold up the event loop. */
const MAX_WRITE_BYTES = 1024 * 1024

export interface JournalOptions {
  readonly fs: StoreFs
  readonly directory: string
  readonly start: OpenJournal
  /** Called for each commit once it is durable, in order. */
  readonly apply: (json: string) => void
  readonly onFatal: (error: Error) => void
  readonly log: Log
}

/** `failing`: the last write was refused by the disk. `stopped`: no write will be taken again. */
export type JournalState = 'ok' | 'failing' | 'stopped'

interface Waiting {
  readonly json: string
  readonly bytes: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

interface Rotation {
  readonly resolve: (generation: number) => void
  readonly reject: (error: Error) => void
}

/**
 * Appends commits. Those that arrive while a write runs share the next one, and its record: a record
 * is there after a crash or not, and so is all that was not acknowledged before it.
 */
export class Journal {
  readonly #options: JournalOptions
  #current: OpenJournal
  #length: number
  #appended = 0
  #queue: Waiting[] = []
  #queuedBytes = 0
  readonly #rotations: Rotation[] = []
  #running: Promise<void> | null = null
  #refusal: unknown = null
  #fatal: StoreFailed | null = null

  constructor(options: JournalOptions) {
    this.#options = options
    this.#current = options.start
    this.#length = options.start.length
  }

  /**
   * Resolves when the commit is durable and applied. Rejects with `storage_unavailable` when nothing
   * was stored, with `StoreFailed` when that is unknown.
   */
  async append(json: string): Promise<void> {
    if (this.#fatal) throw unavailable(this.#fatal)
    const bytes = Buffer.byteLength(json)
    const queuedBytes = this.#queuedBytes + bytes
    if (this.#queue.length >= MAX_WAITING || queuedBytes > MAX_WAITING_BYTES) {
      throw unavailable('the queue of writes is full')
    }
    this.#queuedBytes = queuedBytes
    return new Promise<void>((resolve, reject) => {
      this.#queue.push({ json, bytes, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Starts the next generation between two writes, answers its number. */
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
    const trouble = this.#fatal ?? this.#refusal
    return {
      state: this.#fatal ? 'stopped' : this.#refusal === null ? 'ok' : 'failing',
      reason: trouble === null ? '' : errorText(trouble),
      waiting: this.#queue.length,
    }
  }

  /** Resolves when nothing is waiting any more. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  async close(): Promise<void> {
    await this.#current.file.close()
  }

  async #run(): Promise<void> {
    // What arrives in the same turn goes into the first write.
    await Promise.resolve()
    while (this.#queue.length > 0 || this.#rotations.length > 0) {
      const rotation = this.#rotations.shift()
      await (rotation ? this.#turnOver(rotation) : this.#commit(this.#takeBatch()))
    }
    this.#running = null
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

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const error = await this.#write(
      encodeRecord(`[${batch.map((waiting) => waiting.json).join(',')}]`),
    )
    for (const waiting of batch) {
      if (error) waiting.reject(error)
      else {
        this.#options.apply(waiting.json)
        waiting.resolve()
      }
    }
  }

  /** Null when all bytes are durable, else the error for those who asked. */
  async #write(bytes: Buffer): Promise<Error | null> {
    const { file } = this.#current
    try {
      await writeAll(file, bytes, this.#length)
    } catch (error) {
      return this.#takeBack(error)
    }
    try {
      // Together: the second one costs nothing beside the first.
      const [{ nlink, size }] = await Promise.all([file.stat(), file.datasync()])
      if (nlink === 0) throw new Error('the journal has been deleted')
      if (size !== this.#length + bytes.length) throw new Error('somebody else writes the journal')
    } catch (error) {
      // The kernel may have dropped the pages, and would call the next attempt a success.
      return this.#stop(error, 'fdatasync')
    }
    this.#refusal = null
    this.#length += bytes.length
    this.#appended += bytes.length
    return null
  }

  async #takeBack(refusal: unknown): Promise<Error> {
    const { file } = this.#current
    this.#refusal = refusal
    this.#options.log('error', 'The journal cannot be written', { reason: errorText(refusal) })
    try {
      // Synced, so that what has been refused is not there after a crash.
      await file.truncate(this.#length)
      await file.datasync()
      return unavailable(refusal)
    } catch (error) {
      return this.#stop(error, 'taking back an unfinished write')
    }
  }

  async #turnOver(rotation: Rotation): Promise<void> {
    const previous = this.#current
    try {
      const { fs, directory } = this.#options
      this.#current = await createJournalFile(fs, directory, previous.generation + 1)
      this.#length = this.#current.length
      await previous.file.close().catch(() => undefined)
      rotation.resolve(this.#current.generation)
    } catch (error) {
      // An older journal that grows beside a later one would be refused at the next start.
      if (error instanceof StoreFailed) this.#stop(error, 'starting a journal')
      rotation.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #stop(cause: unknown, doing: string): StoreFailed {
    const { log, onFatal } = this.#options
    const fatal = new StoreFailed(`The store is stopped: ${doing} failed: ${errorText(cause)}`, {
      cause,
    })
    this.#fatal = fatal
    log('error', fatal.message)
    for (const waiting of this.#queue.splice(0)) waiting.reject(unavailable(fatal))
    for (const rotation of this.#rotations.splice(0)) rotation.reject(fatal)
    this.#queuedBytes = 0
    queueMicrotask(() => {
      onFatal(fatal)
    })
    return fatal
  }
}

/** Nothing was stored; a later try may succeed. */
export function unavailable(cause: unknown, retryAfterSeconds = 1): WebhookError {
  return new WebhookError('storage_unavailable', { retryAfterSeconds, cause })
}
