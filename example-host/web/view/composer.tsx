import { emojiOf, findEmoji } from 'express-incoming-webhooks-ui/emoji'
import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import { ListField, Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { focusPost } from '../post/post-view.jsx'
import { useDraft } from '../state/session.js'
import { sendMessage } from '../state/posts.js'
import { useOffline } from '../state/store.js'
import { IconButton } from './buttons.jsx'
import { type FieldRef, insert, isSendable, isTooLong, MessageForm, wrap } from './message-form.jsx'

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
    if (current && key.toLowerCase() === 'b' && (ctrlKey || metaKey)) wrap(current, '**')
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
      <ComposerTools field={field}>
        <Send id={id} disabled={offline || isTooLong(text)} />
      </ComposerTools>
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
  readonly field: FieldRef
  /** At their end. */
  readonly children: ComponentChildren
}

function ComposerTools({ field, children }: ComposerToolsProps) {
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
  const wrapping = (mark: string) => (element: HTMLTextAreaElement) => wrap(element, mark)
  return (
    <div class="composer__row">
      {tool('bold', 'Bold', wrapping('**'), 'Control+B')}
      {tool('code', 'Code', wrapping('`'))}
      {tool('link', 'Link', wrapping('['))}
      <span class="grow" />
      {tool('at', 'Mention someone', (element) => insert(element, '@'))}
      <EmojiPicker
        onChoose={(name) => {
          if (field.current) insert(field.current, `:${name}: `)
        }}
      />
      {children}
    </div>
  )
}

/** As in the style sheet. */
const COLUMNS = 8
const SHOWN = 48
/** Offered before anything is searched for. */
const OFTEN =
  '+1 -1 tada eyes rocket white_check_mark x warning heart smile joy grin wink blush thinking cry ' +
  'sob sweat_smile scream angry clap pray muscle wave ok_hand raised_hands point_right fire ' +
  'sparkles star zap bulb bug wrench hammer construction lock key bell mega memo calendar ' +
  'hourglass coffee beer cake gift checkered_flag'

interface EmojiPickerProps {
  /** Called with a name such as `tada`. */
  readonly onChoose: (name: string) => void
}

/** A button that opens a grid of emoji below a search field. */
function EmojiPicker({ onChoose }: EmojiPickerProps) {
  return (
    <Menu
      id={useId()}
      end
      within=".chat__body"
      buttonClass="btn btn--ghost btn--square"
      buttonLabel="Emoji"
      button={<Icon name="emoji" />}
    >
      {(close) => (
        <Grid
          onChoose={(name) => {
            close()
            onChoose(name)
          }}
        />
      )}
    </Menu>
  )
}

function Grid({ onChoose }: EmojiPickerProps) {
  const [query, setQuery] = useState('')
  const found = namesFor(query)
  const list = useListKeys(found.length, (index) => {
    const name = found[index]
    if (name !== undefined) onChoose(name)
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? undefined : STEPS.get(event.key)
    if (step === undefined) {
      list.onKeyDown(event)
      return
    }
    event.preventDefault()
    list.reset(Math.max(0, Math.min(list.active + step, found.length - 1)))
  }
  return (
    <div class="emojis">
      <ListField
        list={{ ...list, onKeyDown }}
        label="Search emoji"
        query={query}
        onQuery={setQuery}
      />
      <Options list={list} label="Emoji" empty={`No emoji matches “${query}”`}>
        {found.map((name, index) => (
          <Option key={name} list={list} index={index}>
            <span aria-hidden="true">{emojiOf(name)}</span>
            <span class="vh">{name}</span>
          </Option>
        ))}
      </Options>
      {found.length > 0 && (
        <p class="emojis__name" aria-hidden="true">
          :{found[list.active]}:
        </p>
      )}
    </div>
  )
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', COLUMNS],
  ['ArrowUp', -COLUMNS],
])

/** One name for each emoji. */
function namesFor(query: string): readonly string[] {
  const wanted = query.trim().replace(/:/g, '')
  if (wanted === '') return OFTEN.split(' ').filter((name) => emojiOf(name) !== null)
  const names = new Map<string, string>()
  for (const [name, character] of findEmoji(wanted, 2 * SHOWN)) {
    if (!names.has(character)) names.set(character, name)
  }
  return [...names.values()].slice(0, SHOWN)
}
