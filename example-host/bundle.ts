import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { emojiPlugin } from '../ui/bundling/emoji-plugin.js'
import { entityPlugin } from '../ui/bundling/entity-plugin.js'
import { PAGE_OPTIONS } from '../ui/bundling/options.js'

const SOURCES = 'example-host/web'
const OUTPUT = 'dist/example-host/web'

/** What takes the place of packages that markdown-it imports, of which a page needs less. */
const SMALLER = {
  entities: 'express-incoming-webhooks-ui/entities',
  'punycode.js': 'express-incoming-webhooks-ui/punycode',
}

/** Bundles the pages and writes the names of the files into `assets.json`. */
async function bundle(): Promise<void> {
  await rm(join(OUTPUT, 'assets'), { recursive: true, force: true })
  await mkdir(OUTPUT, { recursive: true })
  const { metafile } = await build({
    ...PAGE_OPTIONS,
    entryPoints: {
      chat: `${SOURCES}/chat.tsx`,
      theme: 'express-incoming-webhooks-ui/first-paint',
      'chat-pages': `${SOURCES}/design/chat-pages.css`,
    },
    outdir: `${OUTPUT}/assets`,
    entryNames: '[name].[hash]',
    format: 'iife',
    metafile: true,
    alias: SMALLER,
    plugins: [emojiPlugin('all'), entityPlugin()],
  })
  const names = { ...assetNames(metafile), ...assetNames(await bundleHighlighter()) }
  await writeFile(join(OUTPUT, 'assets.json'), JSON.stringify(names, null, 2))
}

/** A module of its own, which the pages import when a message has code to colour. */
async function bundleHighlighter(): Promise<Metafile> {
  const license = await readFile(
    new URL('../LICENSE', import.meta.resolve('highlight.js/lib/core')),
    'utf8',
  )
  const { metafile } = await build({
    ...PAGE_OPTIONS,
    entryPoints: { highlight: `${SOURCES}/highlight/highlight.ts` },
    outdir: `${OUTPUT}/assets`,
    entryNames: '[name].[hash]',
    format: 'esm',
    metafile: true,
    banner: { js: `/*\nContains highlight.js:\n\n${license}*/` },
  })
  return metafile
}

/** Maps names such as `chat.js` to files such as `chat.2DBWGVQF.js`. */
function assetNames({ outputs }: Metafile): Record<string, string> {
  const names = Object.keys(outputs).map((path) => basename(path))
  return Object.fromEntries(names.map((name) => [name.replace(/\.\w+(?=\.\w+$)/, ''), name]))
}

await bundle()
