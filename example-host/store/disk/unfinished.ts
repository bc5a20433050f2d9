import { basename } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import { errorText } from '../errors.js'
import { openReader } from './file-reader.js'
import { FILE_MODE, syncDirectory, writeAll, type StoreFile, type StoreFs, ifThere } from './fs.js'
import { journalPath } from './journal-files.js'
import type { JournalEnd } from './journal-record.js'

/** How many such files are kept: the latest ones. */
const MAX_KEPT = 5
const NAME = /^journal-\d+\.unfinished-\d+(?:\.\d+)?$/
/** By generation, by offset, and by which of that name it is. */
const BY_NUMBERS = new Intl.Collator('en', { numeric: true })

interface Place {
  readonly fs: StoreFs
  readonly directory: string
  readonly log: HookLog
}

/**
 * Copies what a crash left of an unfinished write into a file beside the journal, before the journal
 * is cut there: `journal-3.unfinished-1234`, with the offset of its first byte. No sender was told that
 * it is stored. But a stored record that the disk has damaged since looks the same, and then this copy
 * is all that is left of it.
 */
export async function setAside(
  { fs, directory, log }: Place,
  generation: number,
  { length, unfinished }: JournalEnd,
): Promise<void> {
  const file = journalPath(directory, generation)
  const found = { file, offset: length, bytes: unfinished }
  try {
    const keptIn = await copyOf(fs, directory, { path: file, from: length, bytes: unfinished })
    log('warn', 'An unfinished write at the end of the journal was set aside', { ...found, keptIn })
    await removeOldest(fs, directory, keptIn)
  } catch (error) {
    // The store opens nevertheless: on a full disk nothing can be copied, and these bytes are no
    // message of its own.
    const reason = errorText(error)
    log('error', 'An unfinished write at the end of the journal was lost', { ...found, reason })
  }
}

interface Tail {
  readonly path: string
  readonly from: number
  readonly bytes: number
}

async function copyOf(fs: StoreFs, directory: string, tail: Tail): Promise<string> {
  const target = await freeName(fs, directory, `${tail.path}.unfinished-${tail.from}`)
  const temporary = `${target}.tmp`
  try {
    const copy = await fs.open(temporary, 'w', FILE_MODE)
    try {
      await copyTail(fs, tail, copy)
      await copy.sync()
    } finally {
      await copy.close()
    }
    await fs.rename(temporary, target)
  } catch (error) {
    await ifThere(fs.unlink(temporary)).catch(() => null)
    throw error
  }
  await syncDirectory(fs, directory)
  return target
}

async function copyTail(fs: StoreFs, { path, from, bytes }: Tail, copy: StoreFile): Promise<void> {
  const reader = await openReader(fs, path)
  if (!reader) throw new Error(`${path} has disappeared`)
  try {
    for (let done = 0; done < bytes;) {
      const slice = (await reader.slice(from + done)).subarray(0, bytes - done)
      await writeAll(copy, slice, done)
      done += slice.length
    }
  } finally {
    await reader.close()
  }
}

// A second crash can leave an unfinished write at the same offset.
async function freeName(fs: StoreFs, directory: string, wanted: string): Promise<string> {
  const taken = new Set(await fs.readdir(directory))
  let name = wanted
  for (let n = 2; taken.has(basename(name)); n++) name = `${wanted}.${n}`
  return name
}

async function removeOldest(fs: StoreFs, directory: string, latest: string): Promise<void> {
  const kept = (await fs.readdir(directory)).filter(
    (name) => NAME.test(name) && name !== basename(latest),
  )
  const oldest = kept.sort(BY_NUMBERS.compare).slice(0, Math.max(0, kept.length + 1 - MAX_KEPT))
  for (const name of oldest) await ifThere(fs.unlink(`${directory}/${name}`))
}
