import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { editMessage } from '../state/changing.js'
import { keepDraft } from '../state/drafts.js'
import { useChat } from '../view/chat-context.jsx'
import { Completion, useCompletion } from '../view/completion.jsx'
import { Count, countedLength, isSendable } from '../view/message-length.jsx'
import { useDraft } from '../view/use-draft.js'
import { useHeight } from '../view/use-height.js'
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
  const completion = useCompletion(field, text, change)
  useHeight(field, text)
  useCursorAtEnd(field)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || completion.onKeyDown(event)) return
    if (event.key === 'Enter' && !event.shiftKey) save()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const id = `edit-${name}`
  return (
    <form
      class="composer composer--edit"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div class="composer__box">
        <Completion completion={completion} />
        <label class="vh" for={id}>
          Text of the message
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget }) => {
            change(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          {...completion.field}
        />
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
      </div>
      <p class="composer__hint" id={`${id}-hint`}>
        <Hint offline={offline} text={text} />
      </p>
      {error !== '' && (
        <p class="error" role="alert">
          <Icon name="alert" size="small" />
          Not saved. {error}
        </p>
      )}
    </form>
  )
}

function Hint({ offline, text }: { offline: boolean; text: string }): JSX.Element {
  if (offline) return <span>Your text stays here until the connection is back.</span>
  if (countedLength(text) > 0) return <Count text={text} />
  return <span>Enter saves, Shift+Enter starts a new line, Escape cancels</span>
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
    keepDraft(key, '')
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
