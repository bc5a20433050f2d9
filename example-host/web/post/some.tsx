import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'

interface SomeProps<T> {
  readonly items: readonly T[]
  readonly limit: number
  readonly what: string
  readonly children: (shown: readonly T[]) => ComponentChildren
}

/** The first of many elements, and a button for the rest: thousands at once would block the page. */
export function Some<T>({ items, limit, what, children }: SomeProps<T>): JSX.Element {
  const [all, setAll] = useState(false)
  const more = items.length - limit
  return (
    <>
      {children(all ? items : items.slice(0, limit))}
      {more > 0 && !all && (
        <button type="button" class="btn btn--link btn--small mt-2" onClick={() => setAll(true)}>
          Show {numberText(more)} more {what}
        </button>
      )}
    </>
  )
}
