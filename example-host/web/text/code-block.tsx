import { selectTextOf } from 'express-incoming-webhooks-ui/copy'
import { CopyButton } from 'express-incoming-webhooks-ui/copy-button'
import { loadedOnce } from 'express-incoming-webhooks-ui/once'
import { useEffect, useRef, useState } from 'preact/hooks'
import { addressBelow, highlighterPath } from '../api/call.js'
import type * as Highlighter from '../highlight/highlight.js'
import type { Piece } from '../highlight/highlight.js'

let attempts = 0

/** The script that gives code its colours, which the page starts without. */
const loadHighlighter = loadedOnce(async (): Promise<typeof Highlighter> => {
  const address = addressBelow(highlighterPath)
  // Some browsers load an address that failed only once; with another fragment it is another one.
  if (attempts > 0) address.hash = String(attempts)
  attempts += 1
  const script: unknown = await import(address.href)
  if (isHighlighter(script)) return script
  throw new TypeError('another script')
})

function isHighlighter(script: unknown): script is typeof Highlighter {
  return typeof script === 'object' && script !== null && 'highlight' in script
}

interface CodeBlockProps {
  readonly code: string
  /** The words behind the opening fence, or ''. */
  readonly language: string
}

export function CodeBlock({ code, language }: CodeBlockProps) {
  const block = useRef<HTMLElement>(null)
  const name = language === '' ? 'Code' : `Code: ${language}`
  return (
    <div class="code" dir="ltr">
      <div class="code__head">
        <span class="code__language">{language}</span>
        <CopyButton
          text={code}
          class="btn btn--ghost btn--small"
          select={() => selectTextOf(block.current)}
        >
          Copy
        </CopyButton>
      </div>
      <pre tabIndex={0} role="group" aria-label={name}>
        <code ref={block}>
          <Code key={`${language}\n${code}`} code={code} language={language} />
        </code>
      </pre>
    </div>
  )
}

/** The code, first without colours. */
function Code({ code, language }: CodeBlockProps) {
  const [pieces, setPieces] = useState<readonly Piece[]>([{ look: null, text: code }])
  useEffect(() => {
    void highlighted(code, language).then((found) => {
      if (found) setPieces(found)
    })
  }, [])
  return pieces.map(({ look, text }) => (look === null ? text : <span class={look}>{text}</span>))
}

/**
 * Longer lines and blocks would take the highlighter a time that grows with their square: with these
 * limits the worst text found takes 0.1 s (`ini`), with 10,000 characters 0.8 s.
 */
const MAX_CODE = 4_000
const MAX_LINE = 200
const MAX_PIECES = 4_000

/** Languages with colours, by all their names. */
const LANGUAGES = new Set(
  `bash sh shell zsh console css diff patch dockerfile docker go golang ini toml conf java javascript js
  jsx mjs cjs json jsonc php python py ruby rb rust rs sql typescript ts tsx xml html xhtml svg yaml yml`.split(
    /\s+/,
  ),
)

/** Takes some code apart; null if it stays without colours. */
async function highlighted(code: string, info: string): Promise<readonly Piece[] | null> {
  // The first word behind the fence.
  const [word = ''] = /^[\w+#.-]+/.exec(info) ?? []
  const language = word.toLowerCase()
  if (!LANGUAGES.has(language) || !isBounded(code)) return null
  try {
    const { highlight } = await loadHighlighter()
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
