import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { JSX, RefObject } from 'preact'
import { EmojiPicker } from './emoji-picker.jsx'
import { insert, wrap } from './text-field.js'

interface ComposerToolsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly change: (value: string) => void
  readonly send: JSX.Element
}

export function ComposerTools({ field, change, send }: ComposerToolsProps): JSX.Element {
  const tool = (
    icon: IconName,
    label: string,
    act: (field: HTMLTextAreaElement) => void,
    keys?: string,
  ): JSX.Element => (
    <button
      type="button"
      class="btn btn--ghost btn--square"
      aria-label={label}
      title={label}
      {...(keys ? { 'aria-keyshortcuts': keys } : {})}
      onClick={() => {
        if (field.current) act(field.current)
      }}
    >
      <Icon name={icon} />
    </button>
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
