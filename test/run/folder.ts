import { join } from 'node:path'
import { env } from 'node:process'
import { ROOT } from '../support/root.js'

/** Below it are the files of tests of a run. */
export const FOLDER = env['TEST_FOLDER'] ?? join(ROOT, 'dist/test')
