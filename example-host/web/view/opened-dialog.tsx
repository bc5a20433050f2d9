import type { ComponentType } from 'preact'
import { type DialogName, useChat } from '../state/store.js'
import { AddPeople, Switcher } from './palette.jsx'
import { BrowseDialog } from './browse-dialog.jsx'
import { CreateChannelDialog, PurposeDialog } from './channel-forms.jsx'
import { DeleteDialog } from './delete-dialog.jsx'
import { LoginsDialog } from './logins-dialog.jsx'
import { PasswordDialog } from './password-dialog.jsx'
import { SearchDialog } from './search-dialog.jsx'
import { ShortcutsDialog } from './shortcuts-dialog.jsx'

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
