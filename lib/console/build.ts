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
const DESIGN = 'express-incoming-webhooks-ui/design'

async function buildPages(): Promise<void> {
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
}

/** The style sheet for pages of a host. It only applies inside elements with the class `eiw`. */
async function buildSheet(): Promise<void> {
  const parts = await bundled([`${DESIGN}/parts.css`, `${DESIGN}/last.css`])
  await build({
    ...PAGE_OPTIONS,
    stdin: {
      // `:where` adds no specificity, so the rules have the same precedence as in our own pages.
      contents: `${imports([`${DESIGN}/tokens.css`, `${DESIGN}/keyframes.css`, `${DESIGN}/scope.css`])}
:where(.eiw) { ${parts} }`,
      loader: 'css',
      resolveDir: web,
    },
    outfile: `${out}design.css`,
  })
}

async function bundled(sheets: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    ...PAGE_OPTIONS,
    stdin: { contents: imports(sheets), loader: 'css', resolveDir: web },
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

function imports(sheets: readonly string[]): string {
  return sheets.map((sheet) => `@import '${sheet}';`).join('\n')
}

await Promise.all([buildPages(), buildSheet()])
