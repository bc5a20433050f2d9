import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { editMessage } from '../state/changing.js'
import { forgetDraft } from '../state/drafts.js'
import { useChat } from '../view/chat-context.jsx'
import { MessageField, MessageHint } from '../view/message-field.jsx'
import { isSendable } from '../view/message-length.jsx'
import { useDraft } from '../view/use-draft.js'
import { useOffline } from '../view/use-offline.js'

interface EditFormProps {
  readonly post: Post
  /** As its pane names the post: it can be in two of them. */
  readonly name: string
}

/** A form for editing the text of a message in place. */
export function EditForm({ post, name }: EditFormProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null)
  const offline = useOffline()
  const { text, change, busy, error, save, leave } = useEditing(post, field, offline)
  useCursorAtEnd(field)
  const id = `edit-${name}`
  return (
    <form
      class="composer composer--edit"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <MessageField
        id={id}
        label="Message text"
        field={field}
        text={text}
        change={change}
        onEnter={save}
        onKey={({ key }) => {
          if (key === 'Escape') leave()
          return key === 'Escape'
        }}
      >
        <div class="composer__row">
          <span class="grow" />
          <button type="button" class="btn btn--ghost btn--small" onClick={leave}>
            Cancel
          </button>
          <button
            type="submit"
            class={offline ? 'btn btn--small' : 'btn btn--primary btn--small'}
            aria-disabled={offline || busy || !isSendable(text)}
          >
            {busy ? 'Saving' : 'Save'}
          </button>
        </div>
      </MessageField>
      <MessageHint
        id={id}
        offline={offline}
        text={text}
        keys="Enter saves, Shift+Enter starts a new line, Escape cancels"
      />
      {error !== '' && (
        <p class="error" role="alert">
          <Icon name="alert" size="small" />
          Not saved. {error}
        </p>
      )}
    </form>
  )
}

type Field = { readonly current: HTMLTextAreaElement | null }

interface Editing {
  readonly text: string
  readonly change: (text: string) => void
  readonly busy: boolean
  /** Why it could not be saved, or ''. */
  readonly error: string
  readonly save: () => void
  readonly leave: () => void
}

function useEditing(post: Post, field: Field, offline: boolean): Editing {
  const { store, announcer } = useChat()
  const key = `edit-${post.id}`
  const [text, change] = useDraft(key, post.message)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const leave = (): void => {
    forgetDraft(key)
    const article = field.current?.closest<HTMLElement>('[data-post]')
    store.set({ editing: '' })
    article?.focus()
  }
  const send = async (): Promise<void> => {
    setBusy(true)
    const reason = await editMessage(store, post.id, text)
    setBusy(false)
    setError(reason)
    if (reason !== '') return
    leave()
    announcer.say('Message edited')
  }
  const save = (): void => {
    if (busy || offline || !isSendable(text)) return
    if (text === post.message) leave()
    else void send()
  }
  return { text, change, busy, error, save, leave }
}

function useCursorAtEnd(field: Field): void {
  useLayoutEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
}
