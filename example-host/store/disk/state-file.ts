import { join } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import type { Adapter } from 'lowdb'
import { errorText, StoreCorrupt } from '../errors.js'
import { readCheckedFile, writeChecked } from './checked-file.js'
import { type StoreFs, ifThere } from './fs.js'
import { linesOf, StateReader, type State } from './state-lines.js'

export interface StateFile extends Adapter<State> {
  /** The oldest journal that the state file or its `.bak` still needs. */
  oldestNeeded(): number
}

/**
 * The lowdb adapter of `state.json`. When that is missing or damaged, it reads `state.json.bak` and logs
 * so; nothing is lost, because the journals since then are still there.
 */
export function createStateFile(fs: StoreFs, directory: string, log: HookLog): StateFile {
  const path = join(directory, 'state.json')
  /** The generations in the two files. */
  let current: number | null = null
  let backup: number | null = null
  let isDamaged = false
  return {
    read: async () => {
      const main = await tryRead(fs, path)
      if (main.state) {
        current = main.state.generation
        return main.state
      }
      const old = await tryRead(fs, `${path}.bak`)
      if (!old.state) {
        const reason = main.reason ?? old.reason
        if (reason) throw reason
        return null
      }
      log('error', 'The state file is unusable; the previous one is used instead', {
        file: path,
        reason: main.reason ? errorText(main.reason) : 'missing',
      })
      isDamaged = main.reason !== undefined
      backup = old.state.generation
      return old.state
    },
    write: async (state) => {
      // Out of the way, so that it does not become the `.bak` in place of the good one.
      if (isDamaged) await ifThere(fs.rename(path, `${path}.corrupt`))
      isDamaged = false
      await writeChecked(fs, path, linesOf(state))
      backup = current ?? backup
      current = state.generation
    },
    oldestNeeded: () => Math.min(current ?? 1, backup ?? Infinity),
  }
}

async function tryRead(
  fs: StoreFs,
  path: string,
): Promise<{ state?: State; reason?: StoreCorrupt }> {
  const state = new StateReader(path)
  try {
    const size = await readCheckedFile(fs, path, state.take)
    return size === null ? {} : { state: state.end() }
  } catch (error) {
    if (error instanceof StoreCorrupt) return { reason: error }
    throw error
  }
}
