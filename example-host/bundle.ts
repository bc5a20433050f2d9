import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { PAGE_OPTIONS } from '../ui/bundling/options.js'
import { emojiTable } from './emoji-table.js'

const SOURCES = 'example-host/web'
const OUTPUT = 'dist/example-host/web'

/** Bundles the pages; the names of what it made, by what they are, go into `assets.json`. */
async function bundle(): Promise<void> {
  await rm(join(OUTPUT, 'assets'), { recursive: true, force: true })
  await mkdir(OUTPUT, { recursive: true })
  const { metafile } = await build({
    ...PAGE_OPTIONS,
    entryPoints: ['chat.tsx', 'theme.ts', 'design/chat-pages.css'].map(
      (name) => `${SOURCES}/${name}`,
    ),
    outdir: `${OUTPUT}/assets`,
    entryNames: '[name].[hash]',
    format: 'iife',
    metafile: true,
    plugins: [emojiPlugin],
  })
  await writeFile(join(OUTPUT, 'assets.json'), JSON.stringify(assetNames(metafile), null, 2))
}

const emojiPlugin: Plugin = {
  name: 'emoji-table',
  setup: (builder) => {
    builder.onResolve({ filter: /^emoji-table$/ }, ({ path }) => ({
      path,
      namespace: 'emoji-table',
    }))
    builder.onLoad({ filter: /^/, namespace: 'emoji-table' }, async () => ({
      contents: await emojiTable(),
      loader: 'text',
    }))
  },
}

function assetNames({ outputs }: Metafile): Record<string, string> {
  const names: Record<string, string> = {}
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue
    const [, extension = ''] = /\.(\w+)$/.exec(path) ?? []
    names[`${basename(entryPoint).replace(/\.\w+$/, '')}.${extension}`] = basename(path)
  }
  return names
}

await bundle()
