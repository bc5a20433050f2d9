import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../support/root.js'

/** One source file; `path` is relative to the root, with forward slashes. */
export interface Source {
  readonly path: string
  readonly text: string
  /** Parsed when it is first asked for. */
  readonly ast: ts.SourceFile
}

const FOLDERS = ['lib', 'ui', 'example-host', 'test', 'bench']
const CODE = /\.(ts|tsx|mts|js|mjs|jsx)$/
// Data and its runner, kept as they are published.
const NOT_OURS = new Set(['test/blackbox/suite', 'node_modules'])

export function source(path: string, text: string): Source {
  let ast: ts.SourceFile | undefined
  return {
    path,
    text,
    get ast() {
      return (ast ??= parse(path, text))
    },
  }
}

function parse(path: string, text: string): ts.SourceFile {
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    // No rule is about them, and to parse them takes a third of the time.
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  }
  return ts.createSourceFile(path, text, options, true, kind)
}

let sources: readonly Source[] | undefined

/** All sources below lib, ui, example-host, test and bench, read and parsed once in a process. */
export function readSources(): readonly Source[] {
  return (sources ??= FOLDERS.flatMap(listFiles)
    .filter((path) => CODE.test(path))
    .map((path) => source(path, readFileSync(join(ROOT, path), 'utf8'))))
}

/** Every file below a folder of the project, whatever it holds. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (NOT_OURS.has(path) || NOT_OURS.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => {
    walk(child, visit)
  })
}

/** `path:line` of a node, for messages. */
export function place({ path, ast }: Source, node: ts.Node): string {
  return `${path}:${ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1}`
}

export function inFolder(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
