import { Icon } from 'express-incoming-webhooks-ui/icon'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface SearchProps {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A search field that the key `/` focuses. */
export function Search(props: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  // Before the first paint, because the user may press the key as soon as the field is visible.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWriting(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <div class="search">
      <label class="vh" for={props.id}>
        {props.label}
      </label>
      <input
        ref={input}
        class="input"
        id={props.id}
        type="search"
        placeholder={props.placeholder}
        value={props.value}
        autocomplete="off"
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      <Icon name="search" />
    </div>
  )
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}
