import { withEmoji } from './emoji-words.js'
import { type Token, tokensOf } from './markdown.js'

/** What Markdown says, in one line. */
export function inOneLine(markdown: string): string {
  const blocks = tokensOf(markdown).map((block) => wordsOf([block]))
  return withEmoji(blocks.join(' ')).replace(/\s+/g, ' ').trim()
}

/** What tokens say, without the marks of Markdown. */
export function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      /break$/.test(type) ? ' ' : children ? wordsOf(children) : content,
    )
    .join('')
    .trim()
}
