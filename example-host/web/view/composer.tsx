import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { sendMessage } from '../state/sending.js'
import { focusPost } from '../post/post-view.jsx'
import { useChat } from './chat-context.jsx'
import { ComposerTools } from './composer-tools.jsx'
import { Completion, type CompletionState, useCompletion } from './completion.jsx'
import { Count, countedLength, isSendable } from './message-length.jsx'
import { wrap } from './text-field.js'
import { useDraft } from './use-draft.js'
import { useHeight } from './use-height.js'
import { useOffline } from './use-offline.js'

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
  const offline = useOffline()
  const completion = useCompletion(field, text, change)
  useHeight(field, text)
  const send = (): void => {
    if (offline || !isSendable(text)) return
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
        <Hint offline={offline} text={text} />
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

function Hint({ offline, text }: { offline: boolean; text: string }): JSX.Element {
  if (offline) return <span>Your text stays here until the connection is back.</span>
  if (countedLength(text) > 0) return <Count text={text} />
  return <span>Enter sends, Shift+Enter starts a new line</span>
}
