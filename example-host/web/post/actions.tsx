import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { pressAction } from '../state/sending.js'
import { useChat } from '../view/chat-context.jsx'
import { isSafeHref } from '../text/links.js'
import type { Action } from './attachment-shape.js'
import { ActionMenu } from './action-menu.jsx'
import { ConfirmDialog } from './confirm-dialog.jsx'
import { Some } from './some.jsx'

const STYLES: Readonly<Record<string, string>> = {
  primary: 'btn--primary',
  good: 'act--good',
  success: 'act--good',
  danger: 'act--danger',
  warning: 'act--danger',
}
const MAX_ACTIONS = 30

interface Press {
  readonly action: Action
  /** The choice in a menu, or `''`. */
  readonly option: string
}

/** Buttons and menus, and why the last press failed. Each waits for its own answer only. */
export function Actions({ post, actions }: { post: Post; actions: readonly Action[] }) {
  const { store } = useChat()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState('')
  const [asked, setAsked] = useState<Press | null>(null)
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({})
  const press = async ({ action, option }: Press): Promise<void> => {
    const { id } = action
    if (busy.has(id)) return
    if (action.isMenu) setPicked((current) => ({ ...current, [id]: option }))
    setBusy((current) => new Set(current).add(id))
    setFault('')
    const failed = await pressAction(store, post.id, id, option)
    if (failed !== '') setFault(failed)
    setBusy((current) => new Set([...current].filter((other) => other !== id)))
  }
  const ask = (wanted: Press): void => {
    if (wanted.action.question) setAsked(wanted)
    else void press(wanted)
  }
  return (
    <>
      <Some items={actions} limit={MAX_ACTIONS} what="buttons">
        {(shown) => (
          <div class="att__actions">
            {shown.map((action) =>
              action.isMenu ? (
                <ActionMenu
                  key={action.id}
                  action={action}
                  chosen={picked[action.id] ?? action.chosen}
                  busy={busy.has(action.id)}
                  onChoose={(option) => ask({ action, option })}
                />
              ) : (
                <ActionButton
                  key={action.id}
                  action={action}
                  busy={busy.has(action.id)}
                  onPress={() => ask({ action, option: '' })}
                />
              ),
            )}
          </div>
        )}
      </Some>
      <p class="att__result att__result--bad" role="alert" hidden={fault === ''}>
        <Icon name="alert" size="small" />
        <span>{fault}</span>
      </p>
      {asked?.action.question && (
        <ConfirmDialog
          question={asked.action.question}
          name={asked.action.name}
          onDeny={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void press(asked)
          }}
        />
      )}
    </>
  )
}

interface ActionButtonProps {
  readonly action: Action
  readonly busy: boolean
  readonly onPress: () => void
}

function ActionButton({ action, busy, onPress }: ActionButtonProps): JSX.Element {
  const { name, style, tooltip, url, disabled } = action
  const title = tooltip === '' ? {} : { title: tooltip }
  const look = `btn act ${Object.hasOwn(STYLES, style) ? (STYLES[style] ?? '') : ''}`
  if (isSafeHref(url)) {
    return (
      <a class={look} href={url} target="_blank" rel="noopener noreferrer nofollow" {...title}>
        {name}
      </a>
    )
  }
  return (
    <button
      type="button"
      class={look}
      disabled={disabled}
      aria-busy={busy}
      {...title}
      onClick={onPress}
    >
      {busy && <span class="spin" aria-hidden="true" />}
      {name}
    </button>
  )
}
