import { numberText } from 'express-incoming-webhooks-ui/numbers'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'

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
export function Plain({ text, isCut }: PlainProps) {
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
