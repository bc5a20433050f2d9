import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { PostAllowance } from 'express-incoming-webhooks/render'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useChat } from '../state/store.js'
import { countWords, isOnlyEmoji, type Readers } from './words.jsx'
import { MAX_NESTING, type Token, tokensOf } from './markdown.js'
import { Plain } from './some.jsx'
import { treeOf } from './tree.jsx'

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
function elementsOf(tokens: readonly Token[]): number {
  return tokens.reduce((count, token) => count + elementsOfOne(token), 0)
}

function elementsOfOne({ type, nesting, level, content, children }: Token): number {
  if (level >= MAX_NESTING - 1) return Infinity
  if (type === 'image') return LARGER['image'] ?? 1
  const own = nesting === -1 || WITHOUT_ELEMENT.has(type) ? 0 : (LARGER[type] ?? 1)
  return own + (type === 'text' ? WORD * countWords(content) : 0) + elementsOf(children ?? [])
}

interface MarkdownTextProps {
  readonly text: string
  /** Whether a few emoji without words are larger. */
  readonly largeEmoji?: boolean
}

/** Renders a text as Markdown, as far as its post is not too large. */
export function MarkdownText({ text, largeEmoji = false }: MarkdownTextProps) {
  const readers = useChat('users', 'me', 'channels')
  const allowance = useContext(Allowance)
  // Apart from the tree, which is made again when somebody joins: each text counts once.
  const read = useMemo(
    () => readMarkdown(text, allowance ?? new PostAllowance()),
    [text, allowance],
  )
  const tree = shown(text, read, readers)
  const isLarge = largeEmoji && isOnlyEmoji(text)
  return (
    <>
      {isLarge ? <div class="large-emoji">{tree}</div> : tree}
      {read.note !== '' && <p class="subtle">{read.note}</p>}
    </>
  )
}

/** A text as far as its post has room for it. */
function readMarkdown(text: string, allowance: PostAllowance) {
  const hadNote = allowance.note() !== ''
  const tokens = boundedTokens(text, allowance)
  return {
    /** Null where the text is shown as it is. */
    tokens,
    /** Whether only its beginning is shown at first. */
    isCut: tokens === null && !allowance.shows(text),
    /** What the reader is told below the first text that is too large for its post, else ''. */
    note: hadNote ? '' : allowance.note(),
  }
}

type Read = ReturnType<typeof readMarkdown>

function boundedTokens(text: string, allowance: PostAllowance): readonly Token[] | null {
  const markdown = allowance.markdown(text)
  if (markdown === null) return null
  const tokens = tokensOf(markdown)
  return allowance.elements(elementsOf(tokens)) ? tokens : null
}

// An error in one message must not affect others.
function shown(text: string, { tokens, isCut }: Read, readers: Readers): ComponentChildren {
  try {
    if (tokens !== null) return treeOf(tokens, readers)
  } catch {
    // Shown as it is.
  }
  return <Plain text={text} isCut={isCut} />
}

/** What the post around a text may still make of the page; null outside of posts. */
export const Allowance = createContext<PostAllowance | null>(null)

const SAMPLE =
  '**Build 1** of `main`, see [the log](https://a.example/1) or https://a.example:\n- a'

/**
 * Has the table of emoji read and the parser compiled while the page waits for the server. The first messages
 * would wait for it 15 ms longer.
 */
export function warmUp(): void {
  emojiOf('tada')
  tokensOf(SAMPLE)
}
