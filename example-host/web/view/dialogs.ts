import type { ComponentType } from 'preact'
import type { LaterName } from '../state/model.js'
import { AddPeople } from './add-people.jsx'
import { BrowseDialog } from './browse-dialog.jsx'
import { CreateChannelDialog, PurposeDialog } from './channel-forms.jsx'
import { DeleteDialog } from './delete-dialog.jsx'
import { PasswordDialog } from './password-dialog.jsx'
import { SearchDialog } from './search-dialog.jsx'
import { ShortcutsDialog } from './shortcuts-dialog.jsx'

/** Those that few visits need; `about` as in the state's OpenDialog. */
export const DIALOGS: Readonly<Record<LaterName, ComponentType<{ readonly about: string }>>> = {
  add: AddPeople,
  browse: BrowseDialog,
  create: CreateChannelDialog,
  delete: DeleteDialog,
  keys: ShortcutsDialog,
  password: PasswordDialog,
  purpose: PurposeDialog,
  search: SearchDialog,
}
