import { type ComponentChildren, createContext } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'

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
