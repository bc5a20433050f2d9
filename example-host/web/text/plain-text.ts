import { withEmoji } from './emoji-words.js'
import { tokensOf, wordsOf } from './markdown.js'

/** What Markdown says, in one line. */
export function inOneLine(markdown: string): string {
  const blocks = tokensOf(markdown).map((block) => wordsOf([block]))
  return withEmoji(blocks.join(' ')).replace(/\s+/g, ' ').trim()
}
