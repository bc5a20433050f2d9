import { useReducer, useRef } from 'preact/hooks'

const PREFIX = 'eiw-draft-'

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key)
}

/** Cleared, so that the next user of this window does not see them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

/** A text that is kept while its field is not shown; `first` is the initial text. */
export function useDraft(key: string, first = ''): readonly [string, (text: string) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const shown = useRef({ key: '', text: '' })
  // Not in an effect: until it ran, Enter would send what was written for another channel.
  if (shown.current.key !== key) {
    shown.current = { key, text: sessionStorage.getItem(PREFIX + key) ?? first }
  }
  return [
    shown.current.text,
    (text) => {
      shown.current = { key, text }
      if (text === first) forgetDraft(key)
      else sessionStorage.setItem(PREFIX + key, text)
      redraw(0)
    },
  ]
}
