import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/root.js'
import type { ShownCode } from './shown-code.js'

const FOLDER = join(ROOT, 'docs/examples')

/** The programs that readers copy, one by one. */
export const EXAMPLES: readonly ShownCode[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => ({
    document: `docs/examples/${file}`,
    blocks: [readFileSync(join(FOLDER, file), 'utf8')],
    count: 1,
    preamble: '',
    language: 'mjs',
  }))
