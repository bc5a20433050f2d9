import { join } from 'node:path'
import { damaged } from './checked-file.js'
import {
  DIRECTORY_MODE,
  FILE_MODE,
  type StoreFile,
  type StoreFs,
  syncDirectory,
  writeAll,
  ifThere,
} from './fs.js'
import { journalPath, listJournals, replayJournal } from './journal-files.js'
import { SEGMENTS_DIRECTORY, segmentPath } from './segment-files.js'
import { createStateFile } from './state-file.js'

/*
 * A store can be copied while a process writes to it, because what is copied in this order could also
 * be found after a crash: the state file first, then its segments, which may only be newer, and the
 * journals last, which hold everything since the state file was written.
 */

const SLICE_BYTES = 1024 * 1024
/** A state file is replaced by two renames, between which only its `.bak` has a name. */
const TRIES = 5

/**
 * Copies a store into an empty directory. The process that has it open may go on. False if it removed
 * a journal before that could be opened: the copy is useless, and another try may succeed. Throws
 * `StoreCorrupt` for a file that is missing or damaged.
 */
export async function copyStore(fs: StoreFs, from: string, to: string): Promise<boolean> {
  await fs.mkdir(join(to, SEGMENTS_DIRECTORY), { recursive: true, mode: DIRECTORY_MODE })
  const journals = new OpenJournals(fs, from)
  try {
    // Open files can still be read after a snapshot has removed them.
    await journals.open()
    await copyReplaced(fs, join(from, 'state.json'), join(to, 'state.json'))
    const state = await createStateFile(fs, to, () => undefined).read()
    const { generation, segments } = state ?? { generation: 1, segments: [] }
    for (const segment of segments.keys()) {
      const [source, target] = [segmentPath(from, segment), segmentPath(to, segment)]
      if (!(await copyReplaced(fs, source, target)))
        throw damaged(source, null, 'the file is missing')
      await journals.open()
    }
    await journals.open()
    const needed = journals.since(generation)
    if (needed.some(([number], index) => number !== generation + index)) return false
    for (const [number, file] of needed) await copyOpen(fs, file, journalPath(to, number))
    const [last] = needed.at(-1) ?? []
    if (last !== undefined) await cutUnfinished(fs, to, last)
  } finally {
    await journals.close()
  }
  for (const directory of [join(to, SEGMENTS_DIRECTORY), to]) await syncDirectory(fs, directory)
  return true
}

/** The journals of a store, also those that have been removed since. */
class OpenJournals {
  readonly #fs: StoreFs
  readonly #directory: string
  readonly #files = new Map<number, StoreFile>()

  constructor(fs: StoreFs, directory: string) {
    this.#fs = fs
    this.#directory = directory
  }

  /** Opens those that are new. */
  async open(): Promise<void> {
    for (const generation of await listJournals(this.#fs, this.#directory)) {
      if (this.#files.has(generation)) continue
      const file = await ifThere(this.#fs.open(journalPath(this.#directory, generation), 'r'))
      if (file) this.#files.set(generation, file)
    }
  }

  /** From this generation on, rising. */
  since(first: number): readonly (readonly [generation: number, file: StoreFile])[] {
    return [...this.#files].filter(([generation]) => generation >= first).sort(([a], [b]) => a - b)
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close()
  }
}

/** Cuts off the write that was going on. It had not been acknowledged. */
async function cutUnfinished(fs: StoreFs, directory: string, generation: number): Promise<void> {
  const { end } = await replayJournal(fs, directory, generation, true, () => undefined)
  if (end.torn === 0) return
  const file = await fs.open(journalPath(directory, generation), 'r+')
  try {
    await file.truncate(end.length)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies a file that is replaced as a whole, never changed. False if there is none. */
async function copyReplaced(fs: StoreFs, from: string, to: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const file = (await ifThere(fs.open(from, 'r'))) ?? (await ifThere(fs.open(`${from}.bak`, 'r')))
    if (!file) continue
    try {
      await copyOpen(fs, file, to)
      return true
    } finally {
      await file.close()
    }
  }
  return false
}

/** Copies the bytes that a file has now. */
async function copyOpen(fs: StoreFs, from: StoreFile, path: string): Promise<void> {
  const { size } = from.stat()
  const to = await fs.open(path, 'wx', FILE_MODE)
  try {
    const slice = Buffer.allocUnsafe(Math.min(size, SLICE_BYTES))
    for (let at = 0; at < size;) {
      const { bytesRead } = await from.read(slice, 0, Math.min(slice.length, size - at), at)
      if (bytesRead === 0) break
      await writeAll(to, slice.subarray(0, bytesRead), at)
      at += bytesRead
    }
    await to.sync()
  } finally {
    await to.close()
  }
}
