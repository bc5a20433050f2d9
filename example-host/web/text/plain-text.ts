import { withEmoji } from './emoji-words.js'
import { tokensOf, wordsOf } from './markdown.js'

/** What Markdown says, in one line: `High latency · p99 is 3 s`. */
export function inOneLine(markdown: string): string {
  const blocks = tokensOf(markdown).map((block) => wordsOf([block]).trim())
  const line = blocks.filter((words) => words !== '').join(' · ')
  return withEmoji(line).replace(/\s+/g, ' ')
}
