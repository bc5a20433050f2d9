import ts from 'typescript'
import { place, type Source, walk } from './sources.js'

const PURE =
  /^lib\/((model|text|formats|rules)\/|pipeline\/(parse|translate|compose)(-[\w-]+)?(\.ts$|\/))/

const FORBIDDEN_NAMES = new Set([
  'Promise',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'randomBytes',
  'randomFillSync',
  'randomInt',
  'randomUUID',
  'getRandomValues',
  'hrtime',
  'nextTick',
])

const FORBIDDEN_MEMBERS = new Set(['Date.now', 'Math.random'])

/** Async, clock and random in the pure parts of lib, one line each. */
export function purityFaults(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => PURE.test(path)).flatMap(faultsOf)
}

function faultsOf(source: Source): string[] {
  const faults: string[] = []
  walk(source.ast, (node) => {
    const what = impurity(node)
    if (what !== null) faults.push(`${place(source, node)} uses ${what}`)
  })
  return faults
}

function impurity(node: ts.Node): string | null {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return 'async'
  if (ts.isAwaitExpression(node)) return 'await'
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') {
    return node.arguments?.length ? null : 'the current date'
  }
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'the current date'
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText()
    return FORBIDDEN_MEMBERS.has(text) ? text : null
  }
  return ts.isIdentifier(node) && FORBIDDEN_NAMES.has(node.text) ? node.text : null
}
