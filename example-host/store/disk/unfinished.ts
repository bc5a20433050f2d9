import { basename } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import { errorText } from '../errors.js'
import { copyBytes, ifThere, type StoreFs, syncDirectory } from './fs.js'
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
    const keptIn = await copyOf(fs, directory, file, { start: length, length: unfinished })
    log('warn', 'An unfinished write at the end of the journal was set aside', { ...found, keptIn })
    await removeOldest(fs, directory, keptIn)
  } catch (error) {
    // The store opens nevertheless: on a full disk nothing can be copied, and these bytes are no
    // message of its own.
    const reason = errorText(error)
    log('error', 'An unfinished write at the end of the journal was lost', { ...found, reason })
  }
}

async function copyOf(
  fs: StoreFs,
  directory: string,
  path: string,
  part: { readonly start: number; readonly length: number },
) {
  const target = await freeName(fs, directory, `${path}.unfinished-${part.start}`)
  const temporary = `${target}.tmp`
  const journal = await fs.open(path, 'r')
  try {
    await copyBytes(fs, journal, part, temporary)
    await fs.rename(temporary, target)
  } catch (error) {
    await ifThere(fs.unlink(temporary)).catch(() => null)
    throw error
  } finally {
    await journal.close()
  }
  await syncDirectory(fs, directory)
  return target
}

// A second crash can leave an unfinished write at the same offset.
async function freeName(fs: StoreFs, directory: string, wanted: string) {
  const taken = new Set(await fs.readdir(directory))
  let name = wanted
  for (let n = 2; taken.has(basename(name)); n++) name = `${wanted}.${n}`
  return name
}

async function removeOldest(fs: StoreFs, directory: string, latest: string) {
  const kept = (await fs.readdir(directory)).filter(
    (name) => NAME.test(name) && name !== basename(latest),
  )
  const oldest = kept.sort(BY_NUMBERS.compare).slice(0, Math.max(0, kept.length + 1 - MAX_KEPT))
  for (const name of oldest) await ifThere(fs.unlink(`${directory}/${name}`))
}
