import { searchedIn } from './addresses.js'
import { type DialogName, NO_DIALOG } from './model.js'
import { store } from './store.js'

export function openDialog(name: DialogName, about = ''): void {
  store.set({ dialog: { name, about } })
}

/** A handler that opens a dialog. */
export function opening(name: DialogName, about = ''): () => void {
  return () => openDialog(name, about)
}

export function closeDialog(): void {
  store.set({ dialog: NO_DIALOG })
  // Loading the page again must not search again.
  if (searchedIn(location) !== '') history.replaceState(history.state, '', location.pathname)
}
