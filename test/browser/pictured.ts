import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Loader, transform } from 'esbuild'
import { ROOT } from '../support/root.js'

export const PICTURES = join(ROOT, 'docs/screenshots')
/** Holds what the sources were when the pictures of the README were made. */
export const PICTURED = join(PICTURES, 'sources.sha256')

/** What the pictures show: the pages, and what the demo has in them. */
const SOURCES = [
  'ui',
  'example-host/web',
  'example-host/demo-posts.ts',
  'test/browser/screenshot-demo.ts',
  'test/browser/screenshot-scenes.ts',
]
const LOADERS: ReadonlyMap<string, Loader> = new Map([
  ['.ts', 'ts'],
  ['.tsx', 'tsx'],
  ['.css', 'css'],
  ['.json', 'json'],
  ['.md', 'text'],
])

/** A digest of the sources, which comments, types and spaces do not change. */
export async function pictured(): Promise<string> {
  const paths = SOURCES.flatMap(filesIn).sort()
  const hash = createHash('sha256')
  for (const path of paths) {
    const loader = LOADERS.get(extname(path))
    if (loader === undefined) continue
    const { code } = await transform(readFileSync(join(ROOT, path), 'utf8'), {
      loader,
      minifyWhitespace: true,
      legalComments: 'none',
    })
    hash.update(`${path}\0${code}\0`)
  }
  return `${hash.digest('hex')}\n`
}

function filesIn(path: string): readonly string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path))
    .filter((name) => !['node_modules', 'package.json', 'tsconfig.json'].includes(name))
    .flatMap((name) => filesIn(`${path}/${name}`))
}
