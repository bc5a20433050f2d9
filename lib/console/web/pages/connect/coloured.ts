import type { CodePiece } from '../../parts/code.js'

const TOKEN = /(?<string>"[^"\n]*"|'[^'\n]*')|(?<comment>^[ \t]*(?:#|\/\/)[^\n]*)/gm

/** Code with its strings, and its lines of comments, coloured. */
export function coloured(code: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { index, 0: text, groups } of code.matchAll(TOKEN)) {
    if (index > end) pieces.push(code.slice(end, index))
    pieces.push({ kind: groups?.['string'] === undefined ? 'comment' : 'string', text })
    end = index + text.length
  }
  if (end < code.length) pieces.push(code.slice(end))
  return pieces
}
