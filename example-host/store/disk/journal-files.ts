import { join } from 'node:path'
import { StoreCorrupt, StoreFailed } from '../errors.js'
import { isObject } from '../memory/rows.js'
import { type Commit, isCommit } from '../memory/tables.js'
import { damaged, FORMAT_VERSION, refuseNewer } from './checked-file.js'
import { FILE_MODE, syncDirectory, writeAll, type StoreFile, type StoreFs } from './fs.js'
import { encodeRecord, readRecords, type JournalEnd } from './journal-record.js'

const NAME = /^journal-([1-9]\d{0,14})$/

export function journalPath(directory: string, generation: number): string {
  return join(directory, `journal-${generation}`)
}

/** The generations that have a journal, rising. */
export async function listJournals(fs: StoreFs, directory: string): Promise<number[]> {
  const generations = (await fs.readdir(directory)).flatMap((name) => {
    const match = NAME.exec(name)
    return match ? [Number(match[1])] : []
  })
  return generations.sort((a, b) => a - b)
}

export interface OpenJournal {
  readonly file: StoreFile
  readonly generation: number
  readonly length: number
}

/**
 * Makes an empty journal. After a `StoreFailed` nobody knows whether it is there; after any other
 * error it is not.
 */
export async function createJournalFile(
  fs: StoreFs,
  directory: string,
  generation: number,
): Promise<OpenJournal> {
  const path = journalPath(directory, generation)
  const first = firstRecord(generation)
  const file = await fs.open(`${path}.tmp`, 'w+', FILE_MODE)
  try {
    await writeAll(file, first, 0)
    await file.sync()
    // Once before the rename: what can fail here for other reasons than the disk, such as too many
    // open files, fails while the journal is not there yet.
    await syncDirectory(fs, directory)
    await fs.rename(`${path}.tmp`, path)
    await syncDirectory(fs, directory).catch((error: unknown) => {
      throw new StoreFailed(`The directory entry of ${path} may be lost`, { cause: error })
    })
  } catch (error) {
    await file.close()
    throw error
  }
  return { file, generation, length: first.length }
}

export interface Replayed {
  readonly generation: number
  readonly end: JournalEnd
  /** Bytes of commits. */
  readonly bytes: number
  /** The format of its first record, which holds for all of them. */
  readonly version: number
}

/** Passes the commits of a journal on, in order. Only the last one may end in an unfinished write. */
export async function replayJournal(
  fs: StoreFs,
  directory: string,
  generation: number,
  isLast: boolean,
  onCommit: (commit: Commit) => void,
): Promise<Replayed> {
  const path = journalPath(directory, generation)
  let records = 0
  let version = FORMAT_VERSION
  const end = readRecords(await fs.readFile(path), path, (json, offset) => {
    const value: unknown = JSON.parse(json)
    if (records++ === 0) version = versionOf(value, generation, path)
    else for (const commit of commitsOf(value, path, offset)) onCommit(commit)
  })
  if (!isLast && (end.torn > 0 || records === 0)) throw incomplete(path, end.length)
  const bytes = Math.max(0, end.length - firstRecord(generation).length)
  return { generation, end, bytes, version }
}

/** A record holds the commits that were written at once. In format 1 each commit had its own record. */
function commitsOf(value: unknown, path: string, offset: number) {
  const commits: unknown[] = Array.isArray(value) ? value : [value]
  return commits.map((commit) => {
    if (isCommit(commit)) return commit
    throw damaged(path, offset, 'not a commit')
  })
}

function incomplete(path: string, length: number) {
  return new StoreCorrupt(
    path,
    length,
    'records are missing although a later journal exists; the complete records end',
    'Restore the store from a backup, or accept the loss of the missing records and move the later ' +
      'journals to another directory.',
  )
}

/** Opens the last journal for writing, and cuts off what a crash left of an unfinished write. */
export async function reopenJournal(
  fs: StoreFs,
  directory: string,
  generation: number,
  end: JournalEnd,
): Promise<OpenJournal> {
  const file = await fs.open(journalPath(directory, generation), 'r+', FILE_MODE)
  try {
    const isEmpty = end.length === 0
    const missing = isEmpty ? firstRecord(generation) : Buffer.from(end.needsNewline ? '\n' : '')
    if (end.torn > 0) await file.truncate(end.length)
    if (missing.length > 0) await writeAll(file, missing, end.length)
    await file.sync()
    return { file, generation, length: end.length + missing.length }
  } catch (error) {
    await file.close()
    throw error
  }
}

function firstRecord(generation: number) {
  return encodeRecord(JSON.stringify({ journal: generation, version: FORMAT_VERSION }))
}

function versionOf(value: unknown, generation: number, path: string) {
  if (!isObject(value) || value['journal'] !== generation) {
    throw damaged(path, null, `not the journal of generation ${generation}`)
  }
  return refuseNewer(value['version'], path)
}
