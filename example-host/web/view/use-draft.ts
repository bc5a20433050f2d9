import { useEffect, useState } from 'preact/hooks'
import { keepDraft, keptDraft } from '../state/drafts.js'

/** A text that is kept while its field is not shown; `first` is the initial text. */
export function useDraft(key: string, first = ''): readonly [string, (text: string) => void] {
  const [text, setText] = useState(keptDraft(key) || first)
  useEffect(() => {
    setText(keptDraft(key) || first)
  }, [key])
  return [
    text,
    (value) => {
      setText(value)
      keepDraft(key, value)
    },
  ]
}
