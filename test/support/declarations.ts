import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env, kill } from 'node:process'
import { ROOT } from './root.js'
import { until } from './until.js'

/** There while the declarations in dist are those of the sources. */
export const DECLARED = join(ROOT, 'dist/.declared')

/**
 * Waits for the declarations of the package while the check of types that writes them, the process
 * TEST_TYPES, runs beside the tests.
 */
export async function declarations(declared = DECLARED): Promise<void> {
  const isThere = (): boolean => existsSync(declared)
  await until('the declarations', () => isThere() || !isRunning(env['TEST_TYPES']))
  if (!isThere()) throw new Error('dist has no declarations of these sources: npm run build')
}

function isRunning(pid: string | undefined): boolean {
  try {
    return pid !== undefined && kill(Number(pid), 0)
  } catch {
    return false
  }
}
