import type { CodePiece } from '../../parts/code.js'

const KINDS = ['string', 'comment', 'key'] as const
/** A line of a form is a name, two spaces or more, and what to write into the field. */
const TOKEN =
  /(?<string>(?<=\S {2,20})\S.*|"(?:\\.|[^"\\\n])*"|'[^'\n]*')|(?<comment>^[ \t]*(?:#|\/\/).*)|(?<key>^\S.*?(?= {2})|(?<![\w.-])[\w.-]+(?=:\s))/gm

/** Code with its texts, its lines of comments, and the names of its values, coloured. */
export function coloured(code: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { index, 0: text, groups } of code.matchAll(TOKEN)) {
    const kind = KINDS.find((each) => groups?.[each] !== undefined) ?? 'key'
    if (index > end) pieces.push(code.slice(end, index))
    pieces.push({ kind, text })
    end = index + text.length
  }
  if (end < code.length) pieces.push(code.slice(end))
  return pieces
}
