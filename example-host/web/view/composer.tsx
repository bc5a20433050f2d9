import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { sendMessage } from '../state/sending.js'
import { keepDraft, keptDraft } from '../state/drafts.js'
import { focusPost } from '../post/post-view.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { ComposerTools } from './composer-tools.jsx'
import { Completion, type CompletionState, useCompletion } from './completion.jsx'
import { Icon } from './icon.jsx'
import { wrap } from './text-field.js'

const LIMIT = 16_383
const COUNTED_FROM = 15_500

interface ComposerProps {
  readonly channelId: string
  readonly rootId: string
  readonly label: string
  readonly placeholder: string
}

export function Composer({ channelId, rootId, label, placeholder }: ComposerProps): JSX.Element {
  const { store } = useChat()
  const key = rootId === '' ? channelId : rootId
  const id = rootId === '' ? 'compose' : 'reply'
  const [text, change] = useDraft(key)
  const field = useRef<HTMLTextAreaElement>(null)
  const offline = useChatState(({ connection }) => ['reconnecting', 'off'].includes(connection))
  const completion = useCompletion(field, text, change)
  useHeight(field, text)
  const length = text.length < COUNTED_FROM ? 0 : Array.from(text).length
  const send = (): void => {
    if (text.trim() === '' || offline || length > LIMIT) return
    change('')
    void sendMessage(store, { channelId, rootId, message: text })
    field.current?.focus()
  }
  const onKeyDown = composerKeys({ field, text, change, send, completion })
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div class="composer__box">
        <Completion completion={completion} />
        <label class="vh" for={id}>
          {label}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          placeholder={placeholder}
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget }) => {
            change(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          {...completion.field}
        />
        <ComposerTools
          field={field}
          change={change}
          onEmoji={completion.ask}
          send={<Send offline={offline} />}
        />
      </div>
      <p class="composer__hint" id={`${id}-hint`}>
        <Hint offline={offline} length={length} />
      </p>
    </form>
  )
}

interface Keyed {
  readonly field: { readonly current: HTMLTextAreaElement | null }
  readonly text: string
  readonly change: (value: string) => void
  readonly send: () => void
  readonly completion: CompletionState
}

function composerKeys({ field, text, change, send, completion }: Keyed) {
  return (event: KeyboardEvent): void => {
    if (event.isComposing || completion.onKeyDown(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (field.current) wrap(field.current, '**', change)
    } else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault()
      const feed = field.current?.closest('section')?.querySelector('.feed')
      if (feed) focusPost(feed, null, -1)
    }
  }
}

function Send({ offline }: { readonly offline: boolean }): JSX.Element {
  return (
    <button
      type="submit"
      class={offline ? 'btn btn--small' : 'btn btn--primary btn--small'}
      aria-disabled={offline}
    >
      <Icon name="send" />
      <span>Send</span>
    </button>
  )
}

function Hint({ offline, length }: { offline: boolean; length: number }): JSX.Element {
  if (offline) return <span>Your text stays here until the connection is back.</span>
  if (length >= COUNTED_FROM) {
    return (
      <span class={length > LIMIT ? 'count count--over' : 'count'} role="status">
        {length.toLocaleString()} of {LIMIT.toLocaleString()} characters
      </span>
    )
  }
  return <span>Enter sends, Shift+Enter starts a new line</span>
}

function useDraft(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(keptDraft(key))
  useEffect(() => {
    setText(keptDraft(key))
  }, [key])
  return [
    text,
    (value) => {
      setText(value)
      keepDraft(key, value)
    },
  ]
}

function useHeight(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [field, text])
}
