import { SearchBox } from 'express-incoming-webhooks-ui'
import type { ComponentProps } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A search field that the key `/` focuses. */
export function Search(props: Omit<ComponentProps<typeof SearchBox>, 'ref' | 'role'>) {
  const input = useRef<HTMLInputElement>(null)
  // Before the first paint, because the user may press the key as soon as the field is visible.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWriting(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return <SearchBox ref={input} {...props} />
}

function isWriting(target: EventTarget | null) {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}
