import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

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
