import { Button, SearchBox } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useParameter } from '../state/route.js'
import { type Choice, Select } from './field.js'

interface ChipProps {
  readonly label: string
  /** What its button is called. */
  readonly all: string
  readonly onClose: () => void
  /** The id of what gets the focus then, as the button is gone. */
  readonly next: string
  readonly children: ComponentChildren
}

/** A filter that something else has set. */
export function Chip({ label, all, onClose, next, children }: ChipProps) {
  return (
    <div class="chip" role="group" aria-label={label}>
      <span class="chip__text">{children}</span>
      <Button
        kind="ghost"
        small
        class="btn--square"
        icon="close"
        label={all}
        onPress={() => {
          onClose()
          document.getElementById(next)?.focus()
        }}
      />
    </div>
  )
}

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

interface ToolbarSelectProps {
  /** Of the page's address, which the choice changes. */
  readonly parameter: string
  /** For screen readers: the choices speak for themselves. */
  readonly label: string
  /** The first one is the default. */
  readonly choices: readonly Choice<string>[]
}

export function ToolbarSelect({ parameter, label, choices }: ToolbarSelectProps) {
  const [wanted, want] = useParameter(parameter)
  const usual = choices[0]?.name ?? ''
  const isThere = choices.some(({ name }) => name === wanted)
  // Fields of a form on the same page may have the same name.
  const id = `filter-${parameter}`
  return (
    <>
      <label class="vh" for={id}>
        {label}
      </label>
      <Select
        class="input select"
        id={id}
        choices={choices}
        chosen={isThere ? wanted : usual}
        onChoose={(name) => want(name === usual ? '' : name)}
      />
    </>
  )
}
