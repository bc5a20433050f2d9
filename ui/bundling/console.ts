import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { emojiTable } from './emoji.js'
import { PAGE_OPTIONS } from './options.js'
import { shownPrograms } from './programs.js'

// Runs from dist/ui/bundling.
const pages = fileURLToPath(new URL('../../../ui/console/', import.meta.url))
const out = fileURLToPath(new URL('../../lib/console/', import.meta.url))

const { outputFiles } = await build({
  ...PAGE_OPTIONS,
  absWorkingDir: pages,
  entryPoints: { console: './console.tsx', theme: 'express-incoming-webhooks-ui/first-paint' },
  entryNames: '[name].[hash]',
  format: 'esm',
  outdir: out,
  write: false,
})
// A module rather than files, which would be missing from a host's bundle.
const files = Object.fromEntries([
  ...outputFiles.map(({ path, text }) => [basename(path), text] as const),
  data('programs', shownPrograms(`${pages}programs`)),
  data('emoji', await emojiTable()),
])
await writeFile(`${out}built-files.cjs`, `exports.BUILT_FILES = ${JSON.stringify(files)}\n`)

/** What a page loads when it needs it. */
function data(name: string, value: unknown): readonly [file: string, text: string] {
  const text = JSON.stringify(value)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return [`${name}.${hash}.json`, text]
}
