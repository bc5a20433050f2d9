import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
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
const files = {
  script: built('console', '.js'),
  style: built('console', '.css'),
  theme: built('theme', '.js'),
  programs: data('programs', shownPrograms(`${pages}programs`)),
  emoji: data('emoji', await emojiTable()),
}
await writeFile(`${out}built-files.cjs`, `exports.BUILT_FILES = ${JSON.stringify(files)}\n`)

interface BuiltFile {
  readonly name: string
  readonly text: string
}

function built(name: string, extension: string): BuiltFile | undefined {
  return outputFiles
    .map(({ path, text }) => ({ name: basename(path), text }))
    .find((file) => file.name.startsWith(name) && extname(file.name) === extension)
}

/** What a page loads when it needs it. */
function data(name: string, value: unknown): BuiltFile {
  const text = JSON.stringify(value)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { name: `${name}.${hash}.json`, text }
}
