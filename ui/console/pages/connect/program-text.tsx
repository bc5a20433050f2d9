import type { JSX } from 'preact'
import type { CodePiece } from '../../parts/code.js'

/** Where a key is parted: senders of Rocket.Chat insist on two segments. */
const HALF = 16

/** Code with the values of a webhook in place of `<url>` and the like. */
export function filled(code: string, url: string, channel = ''): string {
  const half = url.lastIndexOf('/') + 1 + HALF
  const values = {
    url,
    'parted-url': `${url.slice(0, half)}/${url.slice(half)}`,
    'json-url': url.replace(/^http/, 'json'),
    channel: channel.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`<${name}>`, () => value),
    code,
  )
}

/** Whether a URL leads to the computer of whoever opens it. */
export function isLocal(url: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
}

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
