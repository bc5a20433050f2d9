import type * as Highlighter from '../highlight/highlight.js'
import type { Piece } from '../highlight/piece.js'
import { addressBelow, highlighterPath } from '../api/root.js'

/**
 * Longer lines and blocks would take the highlighter a time that grows with their square: with these
 * limits the worst text found takes 0.1 s (`ini`), with 10,000 characters 0.8 s.
 */
const MAX_CODE = 4_000
const MAX_LINE = 200
const MAX_PIECES = 4_000

/** Languages with colours, and their other names. */
const NAMES = `bash sh shell zsh console; css; diff patch; dockerfile docker; go golang;
  ini toml conf; java; javascript js jsx mjs cjs; json jsonc; php; python py; ruby rb; rust rs; sql;
  typescript ts tsx; xml html xhtml svg; yaml yml`
const LANGUAGES = new Map(
  NAMES.split(';').flatMap((line) => {
    const [language = '', ...others] = line.trim().split(/\s+/)
    return [language, ...others].map((name): [string, string] => [name, language])
  }),
)

/** The language of a code block, by the first word behind its fence; null without colours. */
export function languageOf(info: string): string | null {
  return LANGUAGES.get((/^[\w+#.-]+/.exec(info)?.[0] ?? '').toLowerCase()) ?? null
}

/** Takes some code apart; null if it stays without colours. */
export async function highlighted(
  code: string,
  language: string,
): Promise<readonly Piece[] | null> {
  if (!isBounded(code)) return null
  try {
    const { highlight } = await load()
    // A task of its own for each block, so that the page can answer in between.
    await new Promise((resolve) => setTimeout(resolve))
    const pieces = highlight(code, language)
    return pieces && pieces.length <= MAX_PIECES ? pieces : null
  } catch {
    return null
  }
}

function isBounded(code: string): boolean {
  return code.length <= MAX_CODE && code.split('\n').every(({ length }) => length <= MAX_LINE)
}

let loading: Promise<typeof Highlighter> | null = null

/** Loaded with the first block. A failed load is tried again with the next one. */
function load(): Promise<typeof Highlighter> {
  loading ??= importHighlighter().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function importHighlighter(): Promise<typeof Highlighter> {
  const script: unknown = await import(addressBelow(highlighterPath).href)
  if (isHighlighter(script)) return script
  throw new TypeError('another script')
}

function isHighlighter(value: unknown): value is typeof Highlighter {
  return typeof value === 'object' && value !== null && 'highlight' in value
}
