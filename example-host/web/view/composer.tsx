import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { focusPost } from '../post/post-view.jsx'
import { useDraft } from '../state/drafts.js'
import { sendMessage } from '../state/sending.js'
import { useOffline } from '../state/use-chat.js'
import { IconButton } from './buttons.jsx'
import { EmojiPicker } from './emoji-picker.jsx'
import { isSendable, isTooLong, MessageForm } from './message-form.jsx'
import { insert, wrap } from './text-field.js'

interface ComposerProps {
  readonly channelId: string
  readonly rootId: string
  readonly label: string
  readonly placeholder: string
}

export function Composer({ channelId, rootId, label, placeholder }: ComposerProps) {
  const key = rootId === '' ? channelId : rootId
  const id = rootId === '' ? 'compose' : 'reply'
  const [text, change] = useDraft(key)
  const field = useRef<HTMLTextAreaElement>(null)
  const offline = useOffline()
  const send = (): void => {
    if (offline || !isSendable(text)) return
    change('')
    void sendMessage({ channelId, rootId, message: text })
    field.current?.focus()
  }
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const { current } = field
    const feed = current?.closest('section')?.querySelector('.feed')
    if (current && key.toLowerCase() === 'b' && (ctrlKey || metaKey)) wrap(current, '**', change)
    else if (feed && key === 'ArrowUp' && text === '') focusPost(feed, null, -1)
    else return false
    return true
  }
  return (
    <MessageForm
      id={id}
      label={label}
      field={field}
      text={text}
      change={change}
      placeholder={placeholder}
      keys="Enter sends, Shift+Enter starts a new line"
      onSubmit={send}
      onKey={onKey}
    >
      <ComposerTools
        field={field}
        change={change}
        send={<Send id={id} disabled={offline || isTooLong(text)} />}
      />
    </MessageForm>
  )
}

/** While it is disabled, the hint below the field says why. */
function Send({ id, disabled }: { readonly id: string; readonly disabled: boolean }) {
  return (
    <button
      type="submit"
      class={disabled ? 'btn btn--small' : 'btn btn--primary btn--small'}
      aria-disabled={disabled}
      aria-describedby={disabled ? `${id}-hint` : undefined}
    >
      <Icon name="send" />
      <span>Send</span>
    </button>
  )
}

interface ComposerToolsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly change: (value: string) => void
  readonly send: ComponentChildren
}

function ComposerTools({ field, change, send }: ComposerToolsProps) {
  const tool = (
    icon: IconName,
    label: string,
    act: (field: HTMLTextAreaElement) => void,
    keys?: string,
  ) => (
    <IconButton
      icon={icon}
      label={label}
      keys={keys}
      onPress={() => {
        if (field.current) act(field.current)
      }}
    />
  )
  const wrapping = (mark: string) => (element: HTMLTextAreaElement) => wrap(element, mark, change)
  return (
    <div class="composer__row">
      {tool('bold', 'Bold', wrapping('**'), 'Control+B')}
      {tool('code', 'Code', wrapping('`'))}
      {tool('link', 'Link', wrapping('['))}
      <span class="grow" />
      {tool('at', 'Mention someone', (element) =>
        insert(element, before(element) === '' ? '@' : ' @', change),
      )}
      <EmojiPicker
        onChoose={(name) => {
          const { current } = field
          if (current) insert(current, `${before(current) === '' ? '' : ' '}:${name}: `, change)
        }}
      />
      {send}
    </div>
  )
}

/** The character before the cursor, unless it is a space. */
function before({ value, selectionStart }: HTMLTextAreaElement): string {
  return value.slice(0, selectionStart).slice(-1).trim()
}
