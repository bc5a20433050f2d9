import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Entering } from './form-state.js'

/** Changes of a list. What they are is said, and something gets the focus, as its place has changed. */
export function useChanges({ enter }: Pick<Entering, 'enter'>) {
  const [said, say] = useState('')
  const wanted = useRef('')
  useLayoutEffect(() => {
    if (wanted.current !== '') document.getElementById(wanted.current)?.focus()
    wanted.current = ''
  })
  return {
    said,
    change: (typed: readonly string[], what: string, focus = '') => {
      enter(...typed)
      say(what)
      wanted.current = focus
    },
  }
}
