import type { CodePiece } from '../../parts/code.js'

/** Lines of a form: names of fields, and what to write into them. */
export function fieldCode(...rows: readonly [name: string, value: string][]): readonly CodePiece[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.flatMap(([name, value], at): CodePiece[] => [
    at === 0 ? '' : '\n',
    { kind: 'key', text: name },
    ' '.repeat(width - name.length),
    { kind: 'string', text: value },
  ])
}
