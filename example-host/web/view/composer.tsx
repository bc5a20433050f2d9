import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { sendMessage } from '../state/sending.js'
import { focusPost } from '../post/post-view.jsx'
import { useChat } from './chat-context.jsx'
import { ComposerTools } from './composer-tools.jsx'
import { MessageField, MessageHint } from './message-field.jsx'
import { isSendable, isTooLong } from './message-length.jsx'
import { wrap } from './text-field.js'
import { useDraft } from './use-draft.js'
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
  const send = (): void => {
    if (offline || !isSendable(text)) return
    change('')
    void sendMessage(store, { channelId, rootId, message: text })
    field.current?.focus()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MessageField
        id={id}
        label={label}
        field={field}
        text={text}
        change={change}
        placeholder={placeholder}
        onEnter={send}
        onKey={composerKeys({ field, text, change })}
      >
        <ComposerTools
          field={field}
          change={change}
          send={<Send id={id} disabled={offline || isTooLong(text)} />}
        />
      </MessageField>
      <MessageHint
        id={id}
        offline={offline}
        text={text}
        keys="Enter sends, Shift+Enter starts a new line"
      />
    </form>
  )
}

interface Keyed {
  readonly field: { readonly current: HTMLTextAreaElement | null }
  readonly text: string
  readonly change: (value: string) => void
}

function composerKeys({ field, text, change }: Keyed) {
  return ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (key.toLowerCase() === 'b' && (ctrlKey || metaKey)) {
      if (field.current) wrap(field.current, '**', change)
      return true
    }
    if (key === 'ArrowUp' && text === '') {
      const feed = field.current?.closest('section')?.querySelector('.feed')
      if (feed) focusPost(feed, null, -1)
      return true
    }
    return false
  }
}

/** While it is disabled, the hint below the field says why. */
function Send({ id, disabled }: { readonly id: string; readonly disabled: boolean }): JSX.Element {
  return (
    <button
      type="submit"
      class={disabled ? 'btn btn--small' : 'btn btn--primary btn--small'}
      aria-disabled={disabled}
      {...(disabled ? { 'aria-describedby': `${id}-hint` } : {})}
    >
      <Icon name="send" />
      <span>Send</span>
    </button>
  )
}
