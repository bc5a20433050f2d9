import ts from 'typescript'
import { inFolder, place, type Source, walk } from './sources.js'

const MAX_FILE = 250
const MAX_FUNCTION = 60

/** Files of more than 250 lines and functions of more than 60, one line each. */
export function sizeFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => [...fileFault(source), ...functionFaults(source)])
}

/** Style sheets of more than 250 lines, one line each. */
export function styleFaults(sheets: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  return sheets.flatMap(fileFault)
}

function fileFault({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const lines = text.replace(/\n$/, '').split('\n').length
  return lines > MAX_FILE ? [`${path} has ${lines} lines`] : []
}

function functionFaults(source: Source): string[] {
  const faults: string[] = []
  const line = (position: number): number => source.ast.getLineAndCharacterOfPosition(position).line
  walk(source.ast, (node) => {
    if (!ts.isFunctionLike(node) || (inFolder(source.path, 'test') && isDescribeBlock(node))) return
    const lines = line(node.end) - line(node.getStart(source.ast)) + 1
    if (lines > MAX_FUNCTION) faults.push(`${place(source, node)} is a function of ${lines} lines`)
  })
  return faults
}

function isDescribeBlock(node: ts.Node): boolean {
  const call = node.parent
  return ts.isCallExpression(call) && /^describe(\.\w+)?$/.test(call.expression.getText())
}
