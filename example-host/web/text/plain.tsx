import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

interface PlainProps {
  readonly text: string
  /** Whether only its beginning is shown until the reader asks for the rest. */
  readonly isCut: boolean
}

/** Characters of a text that is too long for its post. */
const BEGINNING = 200

/** A text as it was written. */
export function Plain({ text, isCut }: PlainProps): JSX.Element {
  const [all, setAll] = useState(false)
  const isShort = isCut && !all && text.length > BEGINNING
  const more = text.length - BEGINNING
  return (
    <>
      <p class="plain" dir="auto">
        {isShort ? `${beginningOf(text)}…` : text}
      </p>
      {isShort && (
        <button type="button" class="btn btn--link btn--small mt-2" onClick={() => setAll(true)}>
          Show {numberText(more)} more characters
        </button>
      )}
    </>
  )
}

// Never half of a surrogate pair.
function beginningOf(text: string): string {
  return text.slice(0, BEGINNING).replace(/[\ud800-\udbff]$/, '')
}
