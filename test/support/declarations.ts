import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { ROOT } from './root.js'
import { until } from './until.js'

/** There while the declarations in dist are those of the sources. */
export const DECLARED = join(ROOT, 'dist/.declared')

/** Waits for the declarations of the package, if the check of types that writes them runs beside the tests. */
export async function declarations(): Promise<void> {
  if (existsSync(DECLARED)) return
  if (env['TEST_TYPES'] !== 'beside') {
    throw new Error('dist has no declarations of these sources: npm run build')
  }
  await until('the declarations, from the check of types', () => existsSync(DECLARED))
}
