import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { emojiPlugin } from '../../ui/bundling/emoji-plugin.js'
import { PAGE_OPTIONS } from '../../ui/bundling/options.js'
import { shownPrograms } from './build-programs.js'

// Runs from dist/lib/console. The sources are in the repository, not in the package.
const web = fileURLToPath(new URL('../../../lib/console/web/', import.meta.url))
const out = fileURLToPath(new URL('.', import.meta.url))

const { outputFiles } = await build({
  ...PAGE_OPTIONS,
  absWorkingDir: web,
  entryPoints: { console: './console.tsx', theme: 'express-incoming-webhooks-ui/first-paint' },
  entryNames: '[name].[hash]',
  plugins: [emojiPlugin('single')],
  define: { PROGRAMS: JSON.stringify(shownPrograms(`${web}programs`)) },
  format: 'esm',
  outdir: out,
  write: false,
})
// A module rather than files, which would be missing from a host's bundle.
const files = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]))
await writeFile(`${out}built-files.cjs`, `exports.BUILT_FILES = ${JSON.stringify(files)}\n`)
