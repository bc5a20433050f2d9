import { posix } from 'node:path'
import ts from 'typescript'
import { type Source, walk } from './sources.js'

export interface Import {
  readonly from: string
  readonly specifier: string
  /** The source file meant, relative to the root; null for packages. */
  readonly file: string | null
  readonly typeOnly: boolean
}

/** All imports of a file: static, re-exported, dynamic and `import('…')` types. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = []
  walk(source.ast, (node) => {
    const imported = specifierOf(node)
    if (imported)
      found.push({ from: source.path, file: fileOf(source.path, imported.specifier), ...imported })
  })
  return found
}

function specifierOf(node: ts.Node): { specifier: string; typeOnly: boolean } | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return {
      specifier: node.moduleSpecifier.text,
      typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    }
  }
  if (
    ts.isExportDeclaration(node) &&
    node.moduleSpecifier &&
    ts.isStringLiteral(node.moduleSpecifier)
  ) {
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly }
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments
    return argument && ts.isStringLiteralLike(argument)
      ? { specifier: argument.text, typeOnly: false }
      : null
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { literal } = node.argument
    return ts.isStringLiteral(literal) ? { specifier: literal.text, typeOnly: true } : null
  }
  return null
}

function fileOf(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(posix.dirname(from), specifier).replace(/\.js(x?)$/, '.ts$1')
}

/** `express` of `express/x`, `@a/b` of `@a/b/c`. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Every group of files that import each other in a ring, type imports included. */
export function rings(sources: readonly Source[]): string[][] {
  const known = new Set(sources.map(({ path }) => path))
  const isKnown = (file: string | null): file is string => file !== null && known.has(file)
  const graph = new Map(
    sources.map((source) => [
      source.path,
      // A component's file is written `.tsx` and imported as `.js` like the others.
      importsOf(source).flatMap(({ file }) => [file, `${file ?? ''}x`].filter(isKnown)),
    ]),
  )
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(trail.slice(start))
    if (start >= 0 || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of known) visit(path, [])
  return found
}
