import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { ROOT } from './root.js'

/** What is made or brought here, and never comes with a clone. */
const MADE_HERE = new Set(['.git', 'node_modules', 'dist', 'data', 'screenshots'])

const markdown = new MarkdownIt({ html: false })

/** The files of a folder as somebody else gets it: their paths, and the text of its documents. */
export interface Tree {
  readonly paths: readonly string[]
  readonly read: (path: string) => string
}

/** The paths that a clone holds: those that git tracks, or all but what is made here where there is no git. */
export function clonedPaths(): readonly string[] {
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const
    const paths = execFileSync('git', ['ls-files', '-z'], options).split('\0')
    // Without its own files this folder lies in somebody else's repository.
    if (paths.includes('package.json')) return paths.filter((path) => path !== '')
  } catch {
    // An archive of the sources, or a machine without git.
  }
  return walk('')
}

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return folder === '' && MADE_HERE.has(entry.name) ? [] : walk(path)
  })
}

/** Relative links and pictures of the documents that lead nowhere in the tree, one line each. */
export function deadLinks(tree: Tree): readonly string[] {
  const paths = new Set(tree.paths)
  const folders = new Set(tree.paths.flatMap(foldersOf))
  const anchors = new Map<string, ReadonlySet<string>>()
  const hasAnchor = (path: string, anchor: string): boolean => {
    const known = anchors.get(path) ?? anchorsOf(tree.read(path))
    anchors.set(path, known)
    return known.has(anchor)
  }
  return documentsOf(tree).flatMap((document) =>
    linksOf(tree.read(document)).flatMap((link) => {
      const [address = '', anchor = ''] = link.split('#')
      const target =
        address === '' ? document : posix.join(posix.dirname(document), decodeURI(address))
      if (!paths.has(target) && !folders.has(target.replace(/\/$/, ''))) {
        return [`${document}: ${link}`]
      }
      const isThere = anchor === '' || !target.endsWith('.md')
      return isThere || hasAnchor(target, anchor) ? [] : [`${document}: ${link}`]
    }),
  )
}

/** The Markdown documents; what real programs' messages look like is kept as Markdown too, but is none. */
export function documentsOf({ paths }: Tree): readonly string[] {
  return paths.filter((path) => path.endsWith('.md') && !path.startsWith('test/blackbox/'))
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

function linksOf(text: string): readonly string[] {
  return allTokens(text)
    .map((token) => String(token.attrGet('href') ?? token.attrGet('src') ?? ''))
    .filter((link) => link !== '' && !/^(?:[a-z]+:|\/\/)/i.test(link))
}

/** The names of headings as code hosts make them: lower case, no punctuation, a number for the second one. */
function anchorsOf(text: string): ReadonlySet<string> {
  const tokens = markdown.parse(text, {})
  const anchors = new Set<string>()
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return
    const heading = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('')
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let count = 1; anchors.has(anchor); count++) anchor = `${name}-${count}`
    anchors.add(anchor)
  })
  return anchors
}

function allTokens(text: string): readonly Token[] {
  return markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])
}
