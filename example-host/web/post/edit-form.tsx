import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { say } from '../state/announcer.js'
import { editMessage } from '../state/sending.js'
import { forgetDraft, useDraft } from '../state/drafts.js'
import { store, useOffline } from '../state/store.js'
import { useAttempt } from '../view/forms.jsx'
import { isSendable, MessageForm } from '../view/message-form.jsx'

interface EditFormProps {
  readonly post: Post
  /** As its pane names the post: it can be in two of them. */
  readonly name: string
}

/** A form for editing the text of a message in place. */
export function EditForm({ post, name }: EditFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const offline = useOffline()
  const key = `edit-${post.id}`
  const [text, change] = useDraft(key, post.message)
  const { busy, error, attempt } = useAttempt()
  useLayoutEffect(() => {
    // The cursor begins at the end.
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [])
  const leave = (): void => {
    forgetDraft(key)
    const article = field.current?.closest<HTMLElement>('[data-post]')
    store.set({ editing: '' })
    article?.focus()
  }
  const send = async (): Promise<void> => {
    await editMessage(post.id, text)
    leave()
    say('Message edited')
  }
  const save = (): void => {
    if (offline || !isSendable(text)) return
    if (text === post.message) leave()
    else void attempt(send)
  }
  return (
    <MessageForm
      id={`edit-${name}`}
      look="composer--edit"
      label="Message text"
      field={field}
      text={text}
      change={change}
      keys="Enter saves, Shift+Enter starts a new line, Escape cancels"
      error={error && `Not saved. ${error}`}
      onSubmit={save}
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
    </MessageForm>
  )
}
