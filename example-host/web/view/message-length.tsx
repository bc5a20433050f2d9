import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'

const LIMIT = 16_383
const COUNTED_FROM = 15_500

/** The length of a message; 0 if it is short enough not to be shown. */
export function countedLength(text: string): number {
  const length = text.length < COUNTED_FROM ? 0 : countCodePoints(text)
  return length < COUNTED_FROM ? 0 : length
}

export function isTooLong(text: string): boolean {
  return countedLength(text) > LIMIT
}

/** Whether a message with this text may be sent. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && !isTooLong(text)
}

/** Shows the length of a long message. */
export function Count({ text }: { readonly text: string }): JSX.Element | null {
  const length = countedLength(text)
  if (length === 0) return null
  return (
    <span class={length > LIMIT ? 'count count--over' : 'count'} role="status">
      {numberText(length)} of {numberText(LIMIT)} characters
      {length > LIMIT && '. Shorten the message to send it.'}
    </span>
  )
}
