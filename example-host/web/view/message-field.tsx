import type { JSX, RefObject } from 'preact'
import { Completion, useCompletion } from './completion.jsx'
import { Count, countedLength } from './message-length.jsx'
import { useHeight } from './use-height.js'

interface MessageFieldProps {
  readonly id: string
  readonly label: string
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly change: (text: string) => void
  readonly placeholder?: string
  readonly onEnter: () => void
  /** Whether a key beside Enter was for the form. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Content below the text. */
  readonly children: JSX.Element
}

/** The text of a message under way. A MessageHint with the same id describes it. */
export function MessageField(props: MessageFieldProps): JSX.Element {
  const { id, label, field, text, change, placeholder, onEnter, onKey, children } = props
  const completion = useCompletion(field, text, change)
  useHeight(field, text)
  return (
    <div class="composer__box">
      <Completion completion={completion} />
      <label class="vh" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={1}
        dir="auto"
        placeholder={placeholder}
        aria-describedby={`${id}-hint`}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing || completion.onKeyDown(event)) return
          if (event.key === 'Enter' && !event.shiftKey) onEnter()
          else if (!onKey(event)) return
          event.preventDefault()
        }}
        {...completion.field}
      />
      {children}
    </div>
  )
}

interface MessageHintProps {
  readonly id: string
  readonly offline: boolean
  readonly text: string
  /** What the keys do. */
  readonly keys: string
}

export function MessageHint({ id, offline, text, keys }: MessageHintProps): JSX.Element {
  const isKeys = !offline && countedLength(text) === 0
  return (
    <p class={isKeys ? 'composer__hint composer__hint--keys' : 'composer__hint'} id={`${id}-hint`}>
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
