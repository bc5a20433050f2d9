import { useReducer, useRef } from 'preact/hooks'

const PREFIX = 'eiw-draft-'

/** Unsent texts by channel or thread; null if there is none. */
function keptDraft(key: string): string | null {
  return sessionStorage.getItem(PREFIX + key)
}

function keepDraft(key: string, text: string): void {
  sessionStorage.setItem(PREFIX + key, text)
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key)
}

/** Cleared, so that the next user of this window does not see them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

interface Draft {
  readonly key: string
  readonly text: string
}

/** A text that is kept while its field is not shown; `first` is the initial text. */
export function useDraft(key: string, first = ''): readonly [string, (text: string) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const shown = useRef<Draft | null>(null)
  // Not in an effect: until it ran, Enter would send what was written for another channel.
  const draft = shown.current?.key === key ? shown.current : { key, text: keptDraft(key) ?? first }
  shown.current = draft
  return [
    draft.text,
    (text) => {
      shown.current = { key, text }
      if (text === first) forgetDraft(key)
      else keepDraft(key, text)
      redraw(0)
    },
  ]
}
