import type { ComponentType } from 'preact'
import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { type DialogName, useChat } from '../state/store.js'
import { AddPeople, Switcher } from './palette.jsx'
import { BrowseDialog, CreateChannelDialog, PurposeDialog } from './channel-dialogs.jsx'
import { DeleteDialog, SearchDialog } from './message-dialogs.jsx'
import { LoginsDialog, PasswordDialog } from './account-dialogs.jsx'
import { closeDialog } from '../state/places.js'

/** By their names; `about` as in the state. */
const DIALOGS: Readonly<Record<DialogName, ComponentType<{ readonly about: string }>>> = {
  add: AddPeople,
  browse: BrowseDialog,
  create: CreateChannelDialog,
  delete: DeleteDialog,
  keys: ShortcutsDialog,
  logins: LoginsDialog,
  password: PasswordDialog,
  purpose: PurposeDialog,
  search: SearchDialog,
  switcher: Switcher,
}

export function OpenedDialog() {
  const { name, about } = useChat('dialog').dialog
  if (name === '') return null
  const Named = DIALOGS[name]
  return <Named key={`${name} ${about}`} about={about} />
}

const SHORTCUTS: readonly (readonly [string, ...string[]])[] = [
  ['Go to a channel or person', 'Ctrl', 'K'],
  ['Next unread channel', 'Alt', 'Shift', '↓'],
  ['Next or previous channel', 'Alt', '↓ ↑'],
  ['Next or previous message', 'J', 'K'],
  ['Reply to the focused message', 'R'],
  ['Edit your focused message', 'E'],
  ['Bold', 'Ctrl', 'B'],
  ['Back to the message field', 'Esc'],
  ['This list', '?'],
]

function ShortcutsDialog() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <dl class="facts">
        {SHORTCUTS.map(([what, ...keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd class="nowrap">
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && ' '}
                  <kbd class="kbd">{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
