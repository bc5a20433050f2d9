import { MAX_NESTING, type Token } from './markdown.js'
import { countWords } from './words.jsx'

/** Tokens that become nothing of their own. */
const WITHOUT_ELEMENT = new Set(['text', 'inline'])
/** Elements of what the page adds to Markdown. */
const LARGER: Readonly<Record<string, number>> = {
  // A head with a button around the code.
  fence: 8,
  code_block: 8,
  // Its icon and reason, where it is not loaded.
  image: 6,
  link_open: 2,
  note: 2,
  note_ref: 2,
  table_open: 2,
}

/** An emoji takes as long to draw as two elements. */
const WORD = 2

/**
 * How many elements a message has: at most, as mentions, channels and emoji may turn out not to exist.
 * Infinity if it is nested so deeply that the parser has left something out.
 */
export function elementsOf(tokens: readonly Token[]): number {
  return tokens.reduce((count, token) => count + elementsOfOne(token), 0)
}

function elementsOfOne({ type, nesting, level, content, children }: Token): number {
  if (level >= MAX_NESTING - 1) return Infinity
  if (type === 'image') return LARGER['image'] ?? 1
  const own = nesting === -1 || WITHOUT_ELEMENT.has(type) ? 0 : (LARGER[type] ?? 1)
  return own + (type === 'text' ? WORD * countWords(content) : 0) + elementsOf(children ?? [])
}
