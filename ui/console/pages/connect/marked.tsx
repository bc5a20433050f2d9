import type { JSX } from 'preact'

/** A line of Markdown with bold words and code. */
export function marked(line: string): readonly (JSX.Element | string)[] {
  return line
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .map((piece) =>
      piece.startsWith('**') ? (
        <b>{piece.slice(2, -2)}</b>
      ) : piece.startsWith('`') ? (
        <code>{piece.slice(1, -1)}</code>
      ) : (
        piece
      ),
    )
}
