import { useEffect, useState } from 'preact/hooks'

const SHOWN_MS = 3500

/** A message about a success. Errors are never shown as toasts. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | null
}

let last = 0
let current: Toast | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(toast: Toast | null) => void>()

export function toast(text: string, undo: (() => void) | null = null): void {
  show({ id: ++last, text, undo })
  clearTimeout(timer)
  timer = setTimeout(dismissToast, SHOWN_MS)
}

export function dismissToast(): void {
  show(null)
}

function show(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener(next)
}

export function useToast(): Toast | null {
  const [shown, setShown] = useState(current)
  useEffect(() => {
    listeners.add(setShown)
    return () => listeners.delete(setShown)
  }, [])
  return shown
}
