import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { countTokens } from './count-tokens.js'

// Prints how large each area of the sources is, now or in a commit.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['lib', 'ui', 'example-host']
const CODE = /\.tsx?$/
const DATA = /\.(?:json|css|md|txt|sql)$/
/** What tools and readers of the repository read. */
const OTHERS = /(?:^|\/)(?:README\.md|package\.json|tsconfig\.json)$/
const MAX_OUTPUT = 1_000_000_000

interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Size {
  readonly files: number
  readonly lines: number
  readonly tokens: number
}

export interface Extent {
  readonly area: string
  readonly code: Size
  readonly data: Size
}

const NOTHING: Size = { files: 0, lines: 0, tokens: 0 }

/** By area, then by folder of the first level, then all together. */
export function extentsOf(files: readonly SourceFile[]): readonly Extent[] {
  const byArea = new Map<string, Extent>()
  for (const { path, text } of files) {
    if (OTHERS.test(path)) continue
    const kind = CODE.test(path) ? 'code' : DATA.test(path) ? 'data' : null
    if (kind === null) continue
    const area = areaOf(path)
    const extent = byArea.get(area) ?? { area, code: NOTHING, data: NOTHING }
    byArea.set(area, { ...extent, [kind]: sum(extent[kind], sizeOf(path, text)) })
  }
  const areas = [...byArea.values()].toSorted((a, b) => (a.area < b.area ? -1 : 1))
  const sums = FOLDERS.map((folder) =>
    together(
      folder,
      areas.filter(({ area }) => area.startsWith(`${folder}/`)),
    ),
  )
  return [...areas, ...sums, together('all', sums)]
}

/** A folder of the second level, or the files beside those. */
function areaOf(path: string): string {
  const [folder = '', inner = '', ...rest] = path.split('/')
  return `${folder}/${rest.length > 0 ? inner : '*'}`
}

function sizeOf(path: string, text: string): Size {
  return { files: 1, lines: text.split('\n').length - 1, tokens: countTokens(path, text) }
}

function together(area: string, extents: readonly Extent[]): Extent {
  return {
    area,
    code: extents.map(({ code }) => code).reduce(sum, NOTHING),
    data: extents.map(({ data }) => data).reduce(sum, NOTHING),
  }
}

function sum(a: Size, b: Size): Size {
  return { files: a.files + b.files, lines: a.lines + b.lines, tokens: a.tokens + b.tokens }
}

function filesHere(): readonly SourceFile[] {
  const listed = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...FOLDERS])
  return namesIn(listed)
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

function filesOf(commit: string): readonly SourceFile[] {
  const entries = namesIn(git(['ls-tree', '-r', '-z', commit, ...FOLDERS])).map((entry) => {
    const [facts = '', path = ''] = entry.split('\t')
    return { path, object: facts.split(' ').at(-1) ?? '' }
  })
  const batch = git(['cat-file', '--batch'], entries.map(({ object }) => `${object}\n`).join(''))
  let at = 0
  return entries.map(({ path }) => {
    // `<object> blob <bytes>`, the bytes, and the end of a line.
    const start = batch.indexOf('\n', at) + 1
    const end = start + Number(batch.toString('utf8', at, start).trim().split(' ').at(-1))
    at = end + 1
    return { path, text: batch.toString('utf8', start, end) }
  })
}

function git(args: readonly string[], input = ''): Buffer {
  return execFileSync('git', args, { cwd: ROOT, input, maxBuffer: MAX_OUTPUT })
}

function namesIn(listed: Buffer): readonly string[] {
  return listed
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
}

function print(extents: readonly Extent[]): void {
  const row = (area: string, cells: readonly string[]): void => {
    console.log(area.padEnd(26), ...cells.map((cell) => cell.padStart(9)))
  }
  const names = ['files', 'lines', 'tokens']
  row('', ['code', '', '', 'data', '', ''])
  row('', [...names, ...names])
  for (const { area, code, data } of extents) {
    const cells = [code, data].flatMap(({ files, lines, tokens }) => [files, lines, tokens])
    row(
      area,
      cells.map((cell) => cell.toLocaleString('en')),
    )
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const commit = argv[2]
  print(extentsOf(commit === undefined ? filesHere() : filesOf(commit)))
}
