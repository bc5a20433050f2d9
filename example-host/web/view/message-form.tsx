import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { useOffline } from '../state/use-chat.js'
import { Completion, useCompletion } from './completion.jsx'
import { FormError } from './forms.jsx'

interface MessageFormProps {
  readonly id: string
  /** A further class. */
  readonly look?: string
  readonly label: string
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly change: (text: string) => void
  readonly placeholder?: string
  /** What the keys do, in words. */
  readonly keys: string
  /** Why the message was not taken, or ''. */
  readonly error?: string
  readonly onSubmit: () => void
  /** Whether a key beside Enter was for the form. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Content below the text. */
  readonly children: ComponentChildren
}

/** The text of a message under way, with what describes it below. */
export function MessageForm(props: MessageFormProps) {
  const { id, look = '', field, text, change, onSubmit, onKey } = props
  const completion = useCompletion(field, text, change)
  useHeight(field, text)
  return (
    <form
      class={`composer ${look}`.trim()}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div class="composer__box">
        <Completion completion={completion} />
        <label class="vh" for={id}>
          {props.label}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir="auto"
          placeholder={props.placeholder}
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.isComposing || completion.onKeyDown(event)) return
            if (event.key === 'Enter' && !event.shiftKey) onSubmit()
            else if (!onKey(event)) return
            event.preventDefault()
          }}
          {...completion.field}
        />
        {props.children}
      </div>
      <Hint id={`${id}-hint`} text={text} keys={props.keys} />
      <FormError text={props.error ?? ''} />
    </form>
  )
}

interface HintProps {
  readonly id: string
  readonly text: string
  readonly keys: string
}

function Hint({ id, text, keys }: HintProps) {
  const offline = useOffline()
  const isKeys = !offline && countedLength(text) === 0
  return (
    <p class={isKeys ? 'composer__hint composer__hint--keys' : 'composer__hint'} id={id}>
      {offline ? (
        <span>Your text stays here until the connection is back.</span>
      ) : isKeys ? (
        <span>{keys}</span>
      ) : (
        <Count text={text} />
      )}
    </p>
  )
}

/** Adjusts the height of a field to its text. */
function useHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [text])
}

const LIMIT = 16_383
const COUNTED_FROM = 15_500

/** The length of a message; 0 if it is short enough not to be shown. */
function countedLength(text: string): number {
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
function Count({ text }: { readonly text: string }) {
  const length = countedLength(text)
  if (length === 0) return null
  return (
    <span class={length > LIMIT ? 'count count--over' : 'count'} role="status">
      {numberText(length)} of {numberText(LIMIT)} characters
      {length > LIMIT && '. Shorten the message to send it.'}
    </span>
  )
}
