import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { emojiPlugin } from './emoji-plugin.js'
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
  plugins: [emojiPlugin('single')],
  define: { PROGRAMS: JSON.stringify(shownPrograms(`${pages}programs`)) },
  format: 'esm',
  outdir: out,
  write: false,
})
// A module rather than files, which would be missing from a host's bundle.
const files = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]))
await writeFile(`${out}built-files.cjs`, `exports.BUILT_FILES = ${JSON.stringify(files)}\n`)
