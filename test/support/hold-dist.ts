import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process, { pid } from 'node:process'
import { ROOT } from './root.js'

const EVERY_MS = 1000

/**
 * Keeps `build/emit.mjs` from changing what is in `dist`, until the function that it returns is called or
 * this process ends. Several may hold it.
 */
export function holdDist(dist = join(ROOT, 'dist')): () => void {
  const file = join(dist, '.in-use')
  // Its time counts, of which emit.mjs asks that it is new.
  const hold = (): void => {
    try {
      writeFileSync(file, String(pid))
    } catch {
      // Somebody has removed dist by hand.
    }
  }
  hold()
  const timer = setInterval(hold, EVERY_MS).unref()
  const release = (): void => {
    clearInterval(timer)
    rmSync(file, { force: true })
  }
  process.once('exit', release)
  return release
}
