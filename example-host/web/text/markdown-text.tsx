import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { PostAllowance } from 'express-incoming-webhooks/render'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { numberText } from 'express-incoming-webhooks-ui/numbers'
import { useChat } from '../state/store.js'
import { countWords, isOnlyEmoji, type Readers } from './words.jsx'
import { MAX_NESTING, type Token, tokensOf } from './markdown.js'
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

/** A list or a text. */
interface Sliced<T> {
  readonly length: number
  slice(start: number, end: number): T
}

interface SomeProps<T> {
  readonly items: T
  readonly limit: number
  readonly what: string
  readonly children: (shown: T) => ComponentChildren
}

/** The first of many elements, and a button for the rest: thousands at once would block the page. */
export function Some<T extends Sliced<T>>(props: SomeProps<T>) {
  const { items, limit, what, children } = props
  const [all, setAll] = useState(false)
  const more = items.length - limit
  return (
    <>
      {children(all || more <= 0 ? items : items.slice(0, limit))}
      {!all && more > 0 && (
        <button type="button" class="btn btn--link btn--small mt-2" onClick={() => setAll(true)}>
          Show {numberText(more)} more {what}
        </button>
      )}
    </>
  )
}

interface PlainProps {
  readonly text: string
  /** Whether only its beginning is shown until the reader asks for the rest. */
  readonly isCut: boolean
}

/** Characters of a text that is too long for its post. */
const BEGINNING = 200

/** A text as it was written. */
function Plain({ text, isCut }: PlainProps) {
  return (
    <Some items={text} limit={isCut ? BEGINNING : text.length} what="characters">
      {(shown) => (
        <p class="plain" dir="auto">
          {shown === text ? text : `${withoutHalf(shown)}…`}
        </p>
      )}
    </Some>
  )
}

// A text that was cut may end with half of a surrogate pair.
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** The post around a text or a button, and how it begins; `isTarget` if its permalink was opened. */
export const ShownPost = createContext({ id: '', beginning: '', isTarget: false })

interface FoldProps {
  /** A class of the text. */
  readonly class?: string
  readonly height: keyof typeof HEIGHTS
  readonly children: ComponentChildren
}

/** As in the style sheet. */
const HEIGHTS = { post: 600, part: 450 } as const
/** A text that is only a little too high is shown in full, because hiding two lines saves nothing. */
const TOLERANCE = 1.15

/** A text that is cut below a height until the rest is asked for. */
export function Fold({ class: look, height, children }: FoldProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { isTarget } = useContext(ShownPost)
  const open = chosen ?? isTarget
  useLongness(box, HEIGHTS[height], setLong)
  const close = (): void => {
    setChosen(false)
    // Otherwise the reader would be somewhere below the message.
    const post = box.current?.closest('[data-post]')
    requestAnimationFrame(() => post?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <>
      <div
        class={isLong && !open ? `clip clip--${height}` : ''}
        onFocusIn={() => {
          // Hidden content must not get the focus.
          if (isLong) setChosen(true)
        }}
      >
        <div class={look === undefined ? 'md' : `md ${look}`} ref={box}>
          {children}
        </div>
      </div>
      {isLong && (
        <MoreButton
          look="mt-2"
          open={open}
          onPress={() => {
            if (open) close()
            else setChosen(true)
          }}
        />
      )}
    </>
  )
}

interface MoreButtonProps {
  /** A further class. */
  readonly look?: string
  /** Whether all is shown. */
  readonly open: boolean
  readonly onPress: () => void
}

/** Shows and hides a part of a post. Its name says of which. */
export function MoreButton({ look = '', open, onPress }: MoreButtonProps) {
  const { beginning } = useContext(ShownPost)
  return (
    <button
      type="button"
      class={`btn btn--link btn--small ${look}`.trim()}
      aria-expanded={open}
      onClick={onPress}
    >
      {open ? 'Show less' : 'Show more'}
      <span class="vh"> of {beginning === '' ? 'this message' : `“${beginning}”`}</span>
    </button>
  )
}

/** Pictures and the width of the window change the height later. */
function useLongness(
  box: { readonly current: HTMLElement | null },
  height: number,
  setLong: (isLong: boolean) => void,
): void {
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    // Called before the first paint too, without a layout of its own for each text.
    const observer = new ResizeObserver(([entry]) =>
      setLong((entry?.contentRect.height ?? 0) > height * TOLERANCE),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [height])
}
