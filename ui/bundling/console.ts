import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { emojiTable } from './emoji.js'
import { PAGE_OPTIONS } from './options.js'
import { shownPrograms } from './programs.js'

// Runs from dist/ui/bundling.
const pages = fileURLToPath(new URL('../../../ui/console/', import.meta.url))
const out = fileURLToPath(new URL('../../lib/console/', import.meta.url))

const OPTIONS = {
  ...PAGE_OPTIONS,
  absWorkingDir: pages,
  entryNames: '[name].[hash]',
  chunkNames: '[name].[hash]',
  format: 'esm',
  outdir: out,
  metafile: true,
  write: false,
} satisfies BuildOptions

/** What is loaded later uses all the rest: else each thing that two parts share would be a file of its own. */
const LATER: Plugin = {
  name: 'later',
  setup: (bundle) => {
    bundle.onLoad({ filter: /pages.(forms|administration|workbench)\.ts$/ }, async ({ path }) => ({
      contents: `export { App } from '../app.js'\n${await readFile(path, 'utf8')}`,
      loader: 'ts',
    }))
  },
}

const [console, theme] = await Promise.all([
  build({
    ...OPTIONS,
    entryPoints: { console: './console.tsx' },
    splitting: true,
    plugins: [LATER],
  }),
  // Whole, as no module runs before the first paint.
  build({ ...OPTIONS, entryPoints: { theme: 'express-incoming-webhooks-ui/first-paint' } }),
])
const outputs = Object.entries(console.metafile.outputs)
const outputFiles = [...console.outputFiles, ...theme.outputFiles].map(({ path, text }) => ({
  name: basename(path),
  text,
}))
const script = built('console', '.js')
const first = importedBy(script?.name)
const parts = outputFiles.filter(
  ({ name }) => extname(name) === '.js' && name !== script?.name && !name.startsWith('theme'),
)
// A module rather than files, which would be missing from a host's bundle.
const files = {
  script,
  style: built('console', '.css'),
  theme: built('theme', '.js'),
  programs: data('programs', shownPrograms(`${pages}programs`)),
  emoji: data('emoji', await emojiTable()),
}
const parted = parts.map((part) => ({ ...part, isFirst: first.has(part.name) }))
await writeFile(
  `${out}built-files.cjs`,
  `exports.BUILT_FILES = ${JSON.stringify(files)}\nexports.BUILT_PARTS = ${JSON.stringify(parted)}\n`,
)

interface BuiltFile {
  readonly name: string
  readonly text: string
}

function built(name: string, extension: string): BuiltFile | undefined {
  return outputFiles.find((file) => file.name.startsWith(name) && extname(file.name) === extension)
}

/** What a script cannot do without: what it imports, and what that imports. */
function importedBy(name: string | undefined): ReadonlySet<string> {
  const imports = outputs.find(([path]) => basename(path) === name)?.[1].imports ?? []
  return new Set(
    imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => basename(path))
      .flatMap((each) => [each, ...importedBy(each)]),
  )
}

/** What a page loads when it needs it. */
function data(name: string, value: unknown): BuiltFile {
  const text = JSON.stringify(value)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { name: `${name}.${hash}.json`, text }
}
