import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type BuildOptions, type Metafile } from 'esbuild'
import { emojiTable } from '../ui/bundling/emoji.js'
import { entityTable } from '../ui/bundling/entities.js'
import { PAGE_OPTIONS } from '../ui/bundling/options.js'

// Bundles the pages and writes the names of the files into `assets.json`.
const SOURCES = 'example-host/web'
const OUTPUT = 'dist/example-host/web'

/** What takes the place of imports of which a page needs less. */
const SMALLER = {
  // The rest of it imports markdown-it later, which would put the parser into a file of its own.
  'express-incoming-webhooks/render': './dist/lib/render/reading.js',
  entities: 'express-incoming-webhooks-ui/entities',
  'punycode.js': 'express-incoming-webhooks-ui/punycode',
}

const ASSETS = {
  ...PAGE_OPTIONS,
  outdir: `${OUTPUT}/assets`,
  entryNames: '[name].[hash]',
  metafile: true,
} satisfies BuildOptions

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const license = await readFile(
  new URL('../LICENSE', import.meta.resolve('highlight.js/lib/core')),
  'utf8',
)
await rm(join(OUTPUT, 'assets'), { recursive: true, force: true })
await mkdir(OUTPUT, { recursive: true })
const built = await Promise.all([
  // What the page shows before the chat has started.
  build({
    ...ASSETS,
    entryPoints: {
      theme: 'express-incoming-webhooks-ui/first-paint',
      'chat-pages': `${SOURCES}/design/chat-pages.css`,
    },
    format: 'iife',
  }),
  build({
    ...ASSETS,
    entryPoints: { chat: `${SOURCES}/view/app.tsx` },
    format: 'esm',
    alias: SMALLER,
    define: {
      EMOJI_TABLE: JSON.stringify(await emojiTable()),
      ENTITY_TABLE: JSON.stringify(entityTable()),
    },
  }),
  // A module of its own, which the pages import when a message has code to colour.
  build({
    ...ASSETS,
    entryPoints: { highlight: `${SOURCES}/highlight/highlight.ts` },
    format: 'esm',
    banner: { js: `/*\nContains highlight.js:\n\n${license}*/` },
  }),
])
const names = Object.fromEntries(built.flatMap(assetNames))
await Promise.all(Object.values(names).map((name) => pack(join(OUTPUT, 'assets', name))))
await writeFile(join(OUTPUT, 'assets.json'), JSON.stringify(names, null, 2))

/** Compresses a file for browsers, which then need a third of the time on a slow line. */
async function pack(path: string): Promise<void> {
  const content = await readFile(path)
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, BROTLI))
  await writeFile(`${path}.gz`, await promisify(gzip)(content))
}

/** Names such as `chat.js`, and the files that they stand for, such as `chat.2DBWGVQF.js`. */
function assetNames({ metafile }: { readonly metafile: Metafile }): [name: string, file: string][] {
  const files = Object.keys(metafile.outputs).map((path) => basename(path))
  return files.map((file) => [file.replace(/\.\w+(?=\.\w+$)/, ''), file])
}
