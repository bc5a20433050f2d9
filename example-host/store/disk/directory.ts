import { dirname, join } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import { errorCode } from '../errors.js'
import { damaged } from './checked-file.js'
import { DIRECTORY_MODE, syncDirectory, type StoreFs, ifThere } from './fs.js'
import { SEGMENTS_DIRECTORY } from './segment-files.js'

/** Errors of a directory that this account may not sync; its names are for its owner to keep. */
const NOT_OURS = ['EACCES', 'EPERM', 'EINVAL']

/** Makes the directories and returns the real path of the store. */
export async function prepareDirectory(
  fs: StoreFs,
  directory: string,
  log: HookLog,
): Promise<string> {
  const segments = join(directory, SEGMENTS_DIRECTORY)
  for (const path of [directory, segments]) {
    await fs.mkdir(path, { recursive: true, mode: DIRECTORY_MODE })
    await fs.chmod(path, DIRECTORY_MODE).catch((error: unknown) => {
      // A volume that is another account's, and lent by its group; the files in it are closed.
      if (errorCode(error) !== 'EPERM') throw error
      log('warn', 'The directory belongs to another account; its permissions are left unchanged', {
        path,
      })
    })
  }
  return fs.realpath(directory)
}

/**
 * Whether nothing has been stored here yet. Throws `StoreCorrupt` when there are posts without a state
 * file: a new store would begin over them.
 */
export async function isNewStore(fs: StoreFs, directory: string): Promise<boolean> {
  const names = await fs.readdir(directory)
  if (names.some((name) => name.startsWith('state.json') && !name.endsWith('.tmp'))) return false
  const segments = await fs.readdir(join(directory, SEGMENTS_DIRECTORY))
  if (!segments.some((name) => name.endsWith('.json'))) return true
  throw damaged(join(directory, 'state.json'), null, 'the file is missing')
}

/** Makes a new store's name durable, and those of the parents that may have been made with it. */
export async function syncParents(fs: StoreFs, directory: string): Promise<void> {
  const parent = dirname(directory)
  try {
    await syncDirectory(fs, parent)
  } catch (error) {
    if (!NOT_OURS.includes(errorCode(error))) throw error
  }
  if (parent !== directory) await syncParents(fs, parent)
}

/** Removes what a crash left of files that were being written. */
export async function removeTemporary(fs: StoreFs, directory: string): Promise<void> {
  for (const path of [directory, join(directory, SEGMENTS_DIRECTORY)]) {
    for (const name of await fs.readdir(path)) {
      if (name.endsWith('.tmp')) await ifThere(fs.unlink(join(path, name)))
    }
  }
}
