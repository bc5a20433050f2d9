import { ActionDialog } from 'express-incoming-webhooks-ui/action-dialog'
import { useDismiss } from 'express-incoming-webhooks-ui/dismiss'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { type Choice, Listbox } from 'express-incoming-webhooks-ui/listbox'
import type { ShownAttachment } from 'express-incoming-webhooks/render'
import { useContext, useMemo, useState } from 'preact/hooks'
import { pressAction } from '../state/posts.js'
import { useChat } from '../state/store.js'
import { plainWords } from '../text/words.jsx'
import { isSafeHref, NEW_TAB } from '../text/links.js'
import { ShownPost, Some } from '../text/markdown-text.jsx'

const STYLES: ReadonlyMap<string, string> = new Map([
  ['primary', 'btn--primary'],
  ['good', 'act--good'],
  ['success', 'act--good'],
  ['danger', 'act--danger'],
  ['warning', 'act--danger'],
])
const COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const MAX_ACTIONS = 30

/** Buttons and menus, and why the last press failed. */
export function Actions({ actions }: { readonly actions: readonly Action[] }) {
  const [fault, setFault] = useState('')
  return (
    <>
      <Some items={actions} limit={MAX_ACTIONS} what="buttons">
        {(shown) => (
          <div class="att__actions">
            {shown.map((action) => (
              <ActionView key={action.id} action={action} onFault={setFault} />
            ))}
          </div>
        )}
      </Some>
      <p class="att__result att__result--bad" role="alert" hidden={fault === ''}>
        <Icon name="alert" size="small" />
        <span>{fault}</span>
      </p>
    </>
  )
}

interface ActionViewProps {
  readonly action: Action
  readonly onFault: (fault: string) => void
}

/** A button or a menu. Each waits for its own answer only. */
function ActionView({ action, onFault }: ActionViewProps) {
  const { id } = useContext(ShownPost)
  const [busy, setBusy] = useState(false)
  const [picked, setPicked] = useState<string | null>(null)
  /** The choice that waits for the answer to a question; '' of a button. */
  const [asked, setAsked] = useState<string | null>(null)
  const { question } = action
  const name = plainWords(action.label)
  const press = async (option: string): Promise<void> => {
    if (busy) return
    setPicked(option)
    setBusy(true)
    onFault('')
    const failed = await pressAction(id, action.id, option)
    if (failed !== '') onFault(failed)
    setBusy(false)
  }
  const ask = (option: string): void => {
    if (question) setAsked(option)
    else void press(option)
  }
  const close = (): void => setAsked(null)
  const Control = action.isMenu ? ActionMenu : ActionButton
  return (
    <>
      <Control
        action={action}
        name={name}
        chosen={picked ?? action.chosen}
        busy={busy}
        onChoose={ask}
      />
      {question && asked !== null && (
        <ActionDialog
          title={plainWords(question.title) || 'Are you sure?'}
          isQuestion
          action={{
            kind: question.isDangerous ? 'danger' : 'primary',
            onPress: () => {
              close()
              void press(asked)
            },
            children: <bdi>{plainWords(question.confirm) || name}</bdi>,
          }}
          cancel={<bdi>{plainWords(question.deny) || 'Cancel'}</bdi>}
          onClose={close}
        >
          <p class="plain" dir="auto">
            {plainWords(question.text) || `This presses “${name}”.`}
          </p>
        </ActionDialog>
      )}
    </>
  )
}

interface ControlProps {
  readonly action: Action
  readonly name: string
  /** The value that a menu shows, or `''`. */
  readonly chosen: string
  /** Whether it waits for an answer. Nothing else is then chosen. */
  readonly busy: boolean
  readonly onChoose: (value: string) => void
}

function ActionButton({ action, name, busy, onChoose }: ControlProps) {
  const { style, tooltip, address, isDisabled } = action
  const title = plainWords(tooltip) || undefined
  const look = `btn act ${STYLES.get(style) ?? ''}`
  // Checked, because it comes from a payload.
  const own = COLOR.test(style) ? { borderColor: style } : {}
  if (isSafeHref(address)) {
    return (
      <a class={look} style={own} href={address} {...NEW_TAB} title={title}>
        {name}
      </a>
    )
  }
  return (
    <button
      type="button"
      class={look}
      style={own}
      disabled={isDisabled}
      aria-busy={busy}
      title={title}
      onClick={() => onChoose('')}
    >
      {busy && <span class="spin" aria-hidden="true" />}
      {name}
    </button>
  )
}

/** A button or a menu. */
type Action = ShownAttachment['actions'][number]

/** A menu of a message: a button that opens a searchable list. */
function ActionMenu({ action, name, chosen, busy, onChoose }: ControlProps) {
  const [open, setOpen] = useState(false)
  const choices = useChoices(action)
  const { anchor, opener } = useDismiss(open, () => setOpen(false))
  const label = choices.find(({ value }) => value === chosen)?.label ?? name
  return (
    <div class="anchor" ref={anchor}>
      <button
        ref={opener}
        type="button"
        class="btn act act--menu"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-busy={busy}
        disabled={action.isDisabled}
        onClick={() => {
          if (!busy) setOpen(!open)
        }}
      >
        {busy && <span class="spin" aria-hidden="true" />}
        <span class="act__label">
          {label}
          {label === name ? '' : <span class="vh"> ({name})</span>}
        </span>
        <Icon name="down" size="small" />
      </button>
      {open && (
        <div class="menu menu--up">
          <Listbox
            label={name}
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
  const { users, channels } = useChat('users', 'channels')
  return useMemo(() => {
    if (source === 'users') {
      return [...users.values()].map(({ id, username }) => ({ value: id, label: username }))
    }
    if (source === 'channels') {
      return [...channels.values()]
        .filter(({ kind }) => kind === 'public')
        .map(({ id, displayName }) => ({ value: id, label: displayName }))
    }
    return options.map(({ label, value }) => ({ value, label: plainWords(label) }))
  }, [source, options, users, channels])
}
