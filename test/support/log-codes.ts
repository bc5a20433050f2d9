import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { createTellMistake, HOST_MISTAKES, type HostMistake } from '../../lib/host/host-mistakes.js'
import { ROOT } from './root.js'

const LIB = join(ROOT, 'lib')

/** The codes of log lines, in their order. */
export const LOG_CODES: readonly HostMistake[] = Object.keys(HOST_MISTAKES).filter(isCode)

/** The levels at which they are logged. */
export function levelsOfCodes(): readonly string[] {
  const levels = new Set<string>()
  const tell = createTellMistake((level) => levels.add(level))
  for (const code of LOG_CODES) tell(code)
  return [...levels]
}

/** The names of the fields that `lib` passes with each code of a log line. */
export function toldFields(): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [code, fields] = node.arguments
      if (code && ts.isStringLiteral(code) && code.text.startsWith('EIW_')) {
        const names = told.get(code.text) ?? new Set()
        if (fields) addNames(fields, names)
        told.set(code.text, names)
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const path of readdirSync(LIB, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.ts')) continue
    const text = readFileSync(join(LIB, path), 'utf8')
    if (text.includes('EIW_')) visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023))
  }
  return told
}

function addNames(node: ts.Node, names: Set<string>): void {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    if (ts.isIdentifier(node.name)) names.add(node.name.text)
    return
  }
  ts.forEachChild(node, (child) => {
    addNames(child, names)
  })
}

function isCode(name: string): name is HostMistake {
  return name in HOST_MISTAKES
}
