import { dirname, join } from 'node:path'
import type { Log } from 'express-incoming-webhooks'
import { Low } from 'lowdb'
import { damaged } from './checked-file.js'
import { StoreCorrupt } from '../errors.js'
import { DIRECTORY_MODE, errorCode, removeIfThere, syncDirectory, type StoreFs } from './fs.js'
import {
  createJournalFile,
  followJournal,
  journalPath,
  listJournals,
  reopenJournal,
  replayJournal,
  type OpenJournal,
} from './journal-files.js'
import { createModel, type Model } from '../memory/model.js'
import { emptyTables } from '../memory/rows.js'
import { setAside } from './unfinished.js'
import { FORMAT_VERSION } from './version.js'
import { readSegment, segmentPath, SEGMENTS_DIRECTORY } from './segments.js'
import { createStateFile, type State, type StateFile } from './state-file.js'

export interface Loaded {
  readonly db: Low<State>
  readonly stateFile: StateFile
  readonly model: Model
  readonly journal: OpenJournal
  readonly replayedBytes: number
}

/** Makes the directories and answers the real path of the store. */
export async function prepareDirectory(fs: StoreFs, directory: string, log: Log): Promise<string> {
  const segments = join(directory, SEGMENTS_DIRECTORY)
  for (const path of [directory, segments]) {
    await fs.mkdir(path, { recursive: true, mode: DIRECTORY_MODE })
    await fs.chmod(path, DIRECTORY_MODE).catch((error: unknown) => {
      // A volume that is another account's, and lent by its group; the files in it are closed.
      if (errorCode(error) !== 'EPERM') throw error
      log('warn', 'The directory belongs to another account and stays as open as it is', { path })
    })
  }
  return fs.realpath(directory)
}

/** Reads the snapshot and replays the journals over it. Changes no file before all have been read. */
export async function loadStore(fs: StoreFs, directory: string, log: Log): Promise<Loaded> {
  const stateFile = createStateFile(fs, directory, log)
  const db = new Low<State>(stateFile, {
    generation: 1,
    segments: [],
    lastTime: 0,
    tables: emptyTables(),
  })
  await db.read()
  const generations = (await listJournals(fs, directory)).filter((g) => g >= db.data.generation)
  const isNew = generations.length === 0 && (await isEmpty(fs, directory))
  if (!isNew) checkGenerations(directory, db.data.generation, generations)

  const model = createModel(db.data.tables)
  await loadSegments(fs, directory, db.data.segments, model)
  let replayedBytes = 0
  let journal: OpenJournal | null = null
  for (const generation of generations) {
    const isLast = generation === generations.at(-1)
    const { end, bytes, version } = await replayJournal(
      fs,
      directory,
      generation,
      isLast,
      (commit) => {
        model.apply(commit)
      },
    )
    replayedBytes += bytes
    if (!isLast) continue
    if (end.unfinished > 0) await setAside({ fs, directory, log }, generation, end)
    journal = await reopenJournal(fs, directory, generation, end)
    if (version < FORMAT_VERSION) journal = await followJournal(fs, directory, journal)
  }
  journal ??= await createJournalFile(fs, directory, db.data.generation)
  if (isNew) await syncParents(fs, directory)
  await removeTemporary(fs, directory)
  return { db, stateFile, model, journal, replayedBytes }
}

/** `counts`: what the state file was written with. The last file may have been written again since. */
async function loadSegments(
  fs: StoreFs,
  directory: string,
  counts: readonly number[],
  model: Model,
): Promise<void> {
  const { layout } = model.timeline
  for (const [segment, expected] of counts.entries()) {
    const { posts, isFull } = await readSegment(fs, directory, segment, (post) => {
      model.apply({ posts: [post] })
    })
    const isLast = segment === counts.length - 1
    if (posts < expected || (posts > expected && !isLast)) {
      const path = segmentPath(directory, segment)
      throw damaged(path, 0, `${posts} posts instead of ${expected} in the file that begins`)
    }
    if (model.timeline.count() !== layout.start(segment) + posts) {
      throw damaged(
        segmentPath(directory, segment),
        0,
        'a post is there twice in the file that begins',
      )
    }
    layout.markChanged(segment, false)
    layout.noteOpenWritten(posts, isFull || !isLast)
  }
}

// A journal that has gone missing must not look like posts that were never made.
function checkGenerations(directory: string, first: number, generations: readonly number[]): void {
  const count = Math.max(1, generations.length)
  for (let i = 0; i < count; i++) {
    if (generations[i] === first + i) continue
    throw new StoreCorrupt(
      journalPath(directory, first + i),
      0,
      'the journal is missing, or state.json is older than the journals; it should begin',
      'Restore the store from a backup.',
    )
  }
}

async function isEmpty(fs: StoreFs, directory: string): Promise<boolean> {
  const names = await fs.readdir(directory)
  if (names.some((name) => name.startsWith('state.json') && !name.endsWith('.tmp'))) return false
  const segments = await fs.readdir(join(directory, SEGMENTS_DIRECTORY))
  if (!segments.some((name) => name.endsWith('.json'))) return true
  throw damaged(join(directory, 'state.json'), 0, 'the file is missing, it should begin')
}

/** What a directory that may not be synced is refused with; it is the operator's to keep. */
const NOT_OURS = ['EACCES', 'EPERM', 'EINVAL']

// The store's own name in its parent, and those of the parents that may have been made with it.
async function syncParents(fs: StoreFs, directory: string): Promise<void> {
  const parent = dirname(directory)
  try {
    await syncDirectory(fs, parent)
  } catch (error) {
    if (!NOT_OURS.includes(errorCode(error))) throw error
  }
  if (parent !== directory) await syncParents(fs, parent)
}

async function removeTemporary(fs: StoreFs, directory: string): Promise<void> {
  for (const path of [directory, join(directory, SEGMENTS_DIRECTORY)]) {
    for (const name of await fs.readdir(path)) {
      if (name.endsWith('.tmp')) await removeIfThere(fs, join(path, name))
    }
  }
}
