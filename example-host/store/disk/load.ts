import type { HookLog } from 'express-incoming-webhooks'
import { Low } from 'lowdb'
import { written } from '../memory/kept-post.js'
import { createModel, type Model } from '../memory/model.js'
import { emptyTables } from '../memory/tables.js'
import { damaged, FORMAT_VERSION } from './checked-file.js'
import { isNewStore, removeTemporary, syncParents } from './directory.js'
import type { StoreFs } from './fs.js'
import {
  createJournalFile,
  journalPath,
  listJournals,
  reopenJournal,
  replayJournal,
  type OpenJournal,
  type Replayed,
} from './journal-files.js'
import { readSegment, segmentPath } from './segment-files.js'
import { createStateFile, type State, type StateFile } from './state-file.js'
import { setAside } from './unfinished.js'

export interface Loaded {
  readonly db: Low<State>
  readonly stateFile: StateFile
  readonly model: Model
  readonly journal: OpenJournal
  /** Bytes of the journals, which no snapshot holds yet. */
  readonly replayedBytes: number
}

/** Reads the snapshot and replays the journals over it. Changes no file before all have been read. */
export async function loadStore(fs: StoreFs, directory: string, log: HookLog): Promise<Loaded> {
  const stateFile = createStateFile(fs, directory, log)
  const db = new Low<State>(stateFile, {
    generation: 1,
    segments: [],
    lastTime: 0,
    tables: emptyTables(),
  })
  await db.read()
  const { generation, segments, tables } = db.data
  // The snapshot holds the older ones already; they stay as long as the `.bak` needs them.
  const generations = (await listJournals(fs, directory)).filter((each) => each >= generation)
  const isNew = generations.length === 0 && (await isNewStore(fs, directory))
  if (!isNew) checkGenerations(directory, generation, generations)

  const model = createModel(tables)
  await loadSegments(fs, directory, segments, model)
  const { bytes, last } = await replayJournals(fs, directory, generations, model)

  const journal = last
    ? await continueJournal(fs, directory, log, last)
    : await createJournalFile(fs, directory, generation)
  if (isNew) await syncParents(fs, directory)
  await removeTemporary(fs, directory)
  return { db, stateFile, model, journal, replayedBytes: bytes }
}

// A journal that has gone missing must not look like posts that were never made.
function checkGenerations(directory: string, first: number, generations: readonly number[]) {
  const count = Math.max(1, generations.length)
  for (let i = 0; i < count; i++) {
    if (generations[i] === first + i) continue
    const reason = 'the journal is missing, or state.json is older than the journals'
    throw damaged(journalPath(directory, first + i), null, reason)
  }
}

/**
 * `counts`: the posts of each segment as the state file has them. The last segment may hold more: a
 * crash between writing it and the state file leaves it so.
 */
async function loadSegments(
  fs: StoreFs,
  directory: string,
  counts: readonly number[],
  model: Model,
) {
  const { layout } = model.timeline
  for (const [segment, expected] of counts.entries()) {
    const path = segmentPath(directory, segment)
    const { posts, isFull, version } = await readSegment(fs, directory, segment, (post) =>
      model.timeline.put(post),
    )
    const isLast = segment === counts.length - 1
    if (posts < expected || (posts > expected && !isLast)) {
      throw damaged(path, null, `expected ${expected} posts, found ${posts}`)
    }
    if (model.timeline.count() !== layout.start(segment) + posts) {
      throw damaged(path, null, 'a post occurs twice')
    }
    layout.markChanged(segment, version < FORMAT_VERSION)
    layout.noteOpenWritten(posts, isFull || !isLast)
  }
}

async function replayJournals(
  fs: StoreFs,
  directory: string,
  generations: readonly number[],
  model: Model,
): Promise<{ readonly bytes: number; readonly last: Replayed | null }> {
  let bytes = 0
  let last: Replayed | null = null
  for (const generation of generations) {
    const isLast = generation === generations.at(-1)
    last = await replayJournal(fs, directory, generation, isLast, ({ posts = [], ...commit }) =>
      model.apply({ posts: posts.map(written), ...commit }),
    )
    bytes += last.bytes
  }
  return { bytes, last }
}

/** Opens the last journal for more, or begins the next one where an older format would be mixed in. */
async function continueJournal(
  fs: StoreFs,
  directory: string,
  log: HookLog,
  { generation, end, version }: Replayed,
) {
  if (end.unfinished > 0) await setAside({ fs, directory, log }, generation, end)
  const journal = await reopenJournal(fs, directory, generation, end)
  if (version === FORMAT_VERSION) return journal
  // Older programs must not read new records.
  await journal.file.close()
  return createJournalFile(fs, directory, generation + 1)
}
