import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { PostAllowance } from 'express-incoming-webhooks/render'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useChat } from '../state/use-chat.js'
import { elementsOf } from './elements.js'
import { isOnlyEmoji } from './emoji-words.js'
import { type Token, tokensOf } from './markdown.js'
import { Plain } from './some.jsx'
import { treeOf } from './tree.jsx'
import type { Readers } from './words.jsx'

interface MarkdownTextProps {
  readonly text: string
  /** Whether a few emoji without words are larger. */
  readonly largeEmoji?: boolean
}

/** Renders a text as Markdown, as far as its post is not too large. */
export function MarkdownText({ text, largeEmoji = false }: MarkdownTextProps) {
  const { users, me, channels, team } = useChat('users', 'me', 'channels', 'team')
  const allowance = useContext(Allowance)
  // Apart from the tree, which is made again when somebody joins: each text counts once.
  const read = useMemo(
    () => readMarkdown(text, allowance ?? new PostAllowance()),
    [text, allowance],
  )
  return useMemo(() => {
    const tree = shown(text, read, { users, me, channels, team })
    const isLarge = largeEmoji && isOnlyEmoji(text)
    return (
      <>
        {isLarge ? <div class="large-emoji">{tree}</div> : tree}
        {read.note !== '' && <p class="subtle">{read.note}</p>}
      </>
    )
  }, [text, read, largeEmoji, users, me, channels, team])
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
