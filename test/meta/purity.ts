import ts from 'typescript'
import { importsOf } from './imports.js'
import { layerOf } from './layers.js'
import { inFolder, place, type Source, walk } from './sources.js'

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
  return pureOf(sources).flatMap(faultsOf)
}

/** All below the pipeline, and those steps of it from which no import leads to the host's adapters. */
export function pureOf(sources: readonly Source[]): readonly Source[] {
  const pipeline = sources.filter(({ path }) => inFolder(path, 'lib/pipeline'))
  const imports = new Map(pipeline.map((source) => [source.path, importsOf(source)]))
  const reachesHost = (path: string): boolean =>
    (imports.get(path) ?? []).some(
      ({ file, typeOnly }) => file !== null && (isOfHost(file) || (!typeOnly && reachesHost(file))),
    )
  const isBelow = ({ path }: Source): boolean =>
    inFolder(path, 'lib') && layerOf(path) < PIPELINE && !isOfHost(path)
  return [...sources.filter(isBelow), ...pipeline.filter(({ path }) => !reachesHost(path))]
}

/** The contracts of the adapters, and the calls of them, are about what is not pure. */
function isOfHost(path: string): boolean {
  return inFolder(path, 'lib/adapters') || inFolder(path, 'lib/host')
}

const PIPELINE = layerOf('lib/pipeline/deliver.ts')

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
