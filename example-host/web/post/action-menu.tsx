import { useDismiss } from 'express-incoming-webhooks-ui/dismiss'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Listbox, type Choice } from 'express-incoming-webhooks-ui/listbox'
import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { useChatState } from '../view/chat-context.jsx'
import type { Action } from './attachment-shape.js'

interface ActionMenuProps {
  readonly action: Action
  /** The value that is shown, or `''`. */
  readonly chosen: string
  /** Whether a choice waits for its answer. Another one is then not accepted. */
  readonly busy: boolean
  readonly onChoose: (value: string) => void
}

/** A menu of a message: a button that opens a searchable list. */
export function ActionMenu({ action, chosen, busy, onChoose }: ActionMenuProps): JSX.Element {
  const [open, setOpen] = useState(false)
  const choices = useChoices(action)
  const { anchor, opener } = useDismiss(open, () => setOpen(false))
  const label = choices.find(({ value }) => value === chosen)?.label ?? action.name
  return (
    <div class="anchor" ref={anchor}>
      <button
        ref={opener}
        type="button"
        class="btn act act--menu"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-busy={busy}
        disabled={action.disabled}
        onClick={() => {
          if (!busy) setOpen(!open)
        }}
      >
        {busy && <span class="spin" aria-hidden="true" />}
        <span class="act__label">
          {label}
          {label === action.name ? '' : <span class="vh"> ({action.name})</span>}
        </span>
        <Icon name="down" size="small" />
      </button>
      {open && (
        <div class="menu menu--up">
          <Listbox
            label={action.name}
            choices={choices}
            onChoose={({ value }) => {
              setOpen(false)
              opener.current?.focus()
              onChoose(value)
            }}
          />
        </div>
      )}
    </div>
  )
}

function useChoices({ source, options }: Action): readonly Choice[] {
  const users = useChatState((state) => state.users)
  const channels = useChatState((state) => state.channels)
  return useMemo(() => {
    if (source === 'users') {
      return [...users.values()].map(({ id, username }) => ({ value: id, label: username }))
    }
    if (source === 'channels') {
      return [...channels.values()]
        .filter(({ kind }) => kind === 'public')
        .map(({ id, displayName }) => ({ value: id, label: displayName }))
    }
    return options.map(({ text, value }) => ({ value, label: text }))
  }, [source, options, users, channels])
}
