import { join } from 'node:path'
import { damaged } from './checked-file.js'
import {
  copyBytes,
  DIRECTORY_MODE,
  ifThere,
  type StoreFile,
  type StoreFs,
  syncDirectory,
} from './fs.js'
import { journalPath, listJournals, replayJournal } from './journal-files.js'
import { segmentPath, SEGMENTS_DIRECTORY } from './segment-files.js'
import { createStateFile } from './state-file.js'

/*
 * A store can be copied while a process writes to it, because what is copied in this order could also
 * be found after a crash: the state file first, then its segments, which may only be newer, and the
 * journals last, which hold everything since the state file was written.
 */

/** A state file is replaced by two renames, between which only its `.bak` has a name. */
const TRIES = 5

/**
 * Copies a store into an empty directory. The process that has it open may go on. False if it removed
 * a journal before that could be opened: the copy is useless, and another try may succeed. Throws
 * `StoreCorrupt` for a file that is missing or damaged.
 */
export async function copyStore(fs: StoreFs, from: string, to: string): Promise<boolean> {
  await fs.mkdir(join(to, SEGMENTS_DIRECTORY), { recursive: true, mode: DIRECTORY_MODE })
  const journals: OpenJournals = new Map()
  try {
    // Open files can still be read after a snapshot has removed them.
    await openNew(journals, fs, from)
    await copyReplaced(fs, join(from, 'state.json'), join(to, 'state.json'))
    const state = await createStateFile(fs, to, () => undefined).read()
    const { generation, segments } = state ?? { generation: 1, segments: [] }
    for (const segment of segments.keys()) {
      const [source, target] = [segmentPath(from, segment), segmentPath(to, segment)]
      if (!(await copyReplaced(fs, source, target)))
        throw damaged(source, null, 'the file is missing')
      await openNew(journals, fs, from)
    }
    await openNew(journals, fs, from)
    const needed = [...journals]
      .filter(([number]) => number >= generation)
      .sort(([a], [b]) => a - b)
    if (needed.some(([number], index) => number !== generation + index)) return false
    for (const [number, file] of needed) await copyOpen(fs, file, journalPath(to, number))
    const [last] = needed.at(-1) ?? []
    if (last !== undefined) await cutUnfinished(fs, to, last)
  } finally {
    for (const file of journals.values()) await file.close()
  }
  for (const directory of [join(to, SEGMENTS_DIRECTORY), to]) await syncDirectory(fs, directory)
  return true
}

type OpenJournals = Map<number, StoreFile>

/** Opens the journals that are new. Those that are open are kept, also when they have been removed. */
async function openNew(journals: OpenJournals, fs: StoreFs, directory: string) {
  for (const generation of await listJournals(fs, directory)) {
    if (journals.has(generation)) continue
    const file = await ifThere(fs.open(journalPath(directory, generation), 'r'))
    if (file) journals.set(generation, file)
  }
}

/** Cuts off the write that was going on. It had not been acknowledged. */
async function cutUnfinished(fs: StoreFs, directory: string, generation: number) {
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
async function copyReplaced(fs: StoreFs, from: string, to: string) {
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
async function copyOpen(fs: StoreFs, from: StoreFile, path: string) {
  await copyBytes(fs, from, { start: 0, length: from.stat().size }, path)
}
