import { shared } from './shared.js'

const SHOWN_MS = 3500

/** A message about a success. Errors are never shown as toasts. */
export const shownToast = shared<{
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | null
}>()

let last = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function toast(text: string, undo: (() => void) | null = null): void {
  shownToast.set({ id: ++last, text, undo })
  clearTimeout(timer)
  timer = setTimeout(() => shownToast.set(null), SHOWN_MS)
}
