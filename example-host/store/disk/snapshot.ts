import { join } from 'node:path'
import type { StoreOptions } from '../chat-store.js'
import { errorText } from '../errors.js'
import { ifThere, syncDirectory } from './fs.js'
import type { Journal, JournalOptions } from './journal.js'
import { journalPath, listJournals } from './journal-files.js'
import type { Loaded } from './load.js'
import { SEGMENT_BOUNDS, SEGMENTS_DIRECTORY, writeSegment } from './segment-files.js'

/** A snapshot begins when the journals hold more than this. */
const JOURNAL_LIMIT = 10 * 1024 * 1024

interface SnapshotOptions
  extends
    Omit<Loaded, 'journal'>,
    Omit<JournalOptions, 'start'>,
    Pick<StoreOptions, 'snapshotAfter' | 'segmentBounds'> {
  readonly journal: Journal
  readonly clock: () => number
}

/** Writes what the journals hold into the segments and the state file, and removes the journals. */
export function createSnapshots(options: SnapshotOptions) {
  const { journal, log, snapshotAfter: limit = JOURNAL_LIMIT } = options
  // Up to which value of `appended()` the snapshot holds everything. Journals of a start count too.
  let covered = -options.replayedBytes
  let threshold = limit
  let running: Promise<void> | null = null

  /** Bytes of the journals that the snapshot does not hold yet. */
  const journaled = () => journal.appended() - covered
  const write = async () => {
    const generation = await journal.rotate()
    const until = journal.appended()
    await writeFiles(options, generation)
    covered = until
    threshold = limit
    await removeJournals(options)
  }
  const run = async () => {
    try {
      await write()
    } catch (error) {
      // The journals still hold everything. The next attempt waits until they have grown again.
      threshold = journaled() + limit
      log('error', 'A snapshot failed', { reason: errorText(error) })
    } finally {
      running = null
    }
  }
  return {
    /** Starts a snapshot in the background when the journals have grown past the limit. */
    startIfDue: () => {
      if (!running && journaled() > threshold) running = run()
    },
    /** Waits for a running snapshot, then writes a last one unless nothing is new. */
    finish: async () => {
      if (running) await running
      if (journaled() > 0 && journal.state().state !== 'stopped') await run()
    },
    /**
     * Writes a snapshot, and then removes all that is older than it: afterwards the files have nothing but what
     * the store has. Throws if it fails.
     */
    compact: async () => {
      while (running) await running
      const compacting = write().then(() => removeEarlier(options))
      running = compacting
        .catch(() => undefined)
        .finally(() => {
          running = null
        })
      await compacting
    },
    journaled,
  }
}

/**
 * The order makes a crash harmless at any point. First the segments: until the state file is written
 * they hold more than the old one counts, never less. Then the state file, which counts their posts
 * and names the first journal to replay. The caller removes older journals last.
 */
async function writeFiles(options: SnapshotOptions, generation: number) {
  const { model, db, clock } = options
  const { timeline } = model
  const { layout } = timeline
  const posts = timeline.count()
  for (const segment of layout.changed()) await writeOne(options, segment)
  // Posts that no longer fit into the open segment: each pass fills one and opens the next.
  while (layout.start(layout.open) + layout.posts(layout.open) < posts) {
    await writeOne(options, layout.open)
  }
  await model.forgetExpired(clock())
  db.data.generation = generation
  db.data.segments = layout.counts()
  db.data.lastTime = Math.max(db.data.lastTime, timeline.lastTime())
  await db.write()
}

async function writeOne(
  { fs, directory, model, segmentBounds: bounds = SEGMENT_BOUNDS }: SnapshotOptions,
  segment: number,
) {
  const { timeline } = model
  const { layout } = timeline
  // Before its posts are read: one that changes during the write marks the segment again.
  layout.markChanged(segment, false)
  try {
    const isOpen = segment === layout.open
    const atLeast = layout.posts(segment)
    const posts = timeline.indexed(layout.start(segment), isOpen ? Infinity : atLeast)
    const content = await writeSegment(fs, directory, { segment, posts, atLeast, bounds })
    if (isOpen) layout.noteOpenWritten(content.posts, content.isFull)
  } catch (error) {
    layout.markChanged(segment, true)
    throw error
  }
}

async function removeJournals({ fs, directory, stateFile }: SnapshotOptions) {
  const oldest = stateFile.oldestNeeded()
  for (const generation of await listJournals(fs, directory)) {
    if (generation < oldest) await ifThere(fs.unlink(journalPath(directory, generation)))
  }
}

const EARLIER = /\.(?:bak|corrupt)$|\.unfinished-/

/** Files of before the snapshot. Those that need a journal go first, durably. */
async function removeEarlier(options: SnapshotOptions) {
  const { fs, directory, stateFile } = options
  for (const path of [join(directory, SEGMENTS_DIRECTORY), directory]) {
    for (const name of await fs.readdir(path)) {
      if (EARLIER.test(name)) await ifThere(fs.unlink(join(path, name)))
    }
    await syncDirectory(fs, path)
  }
  stateFile.noteNoBackup()
  await removeJournals(options)
  await syncDirectory(fs, directory)
}
