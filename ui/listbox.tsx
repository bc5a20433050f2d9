import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { arrowTo } from './arrows.js'
import { finds } from './finding.js'
import { SearchBox } from './search-box.js'

type ListKeys = ReturnType<typeof useListKeys>

/** Keyboard control of a list from a text field: arrows, Home, End, Enter. */
export function useListKeys(count: number, choose: (index: number) => void) {
  const id = useId()
  const [at, setAt] = useState(0)
  const active = Math.min(at, count - 1)
  return {
    id,
    active,
    choose,
    /** Moves to the first option, or to the given one. */
    reset: (index = 0) => setAt(index),
    field: {
      'aria-controls': id,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    },
    onKeyDown: (event: KeyboardEvent) => {
      // With Shift they select text in the field.
      if (event.isComposing || event.shiftKey) return
      const to = arrowTo(event.key, active, count)
      if (to !== null) setAt(to)
      else if (event.key === 'Enter') choose(active)
      else return
      event.preventDefault()
    },
  }
}

interface ListFieldProps {
  readonly list: ListKeys
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** The text field above a list in a menu. It gets the focus when the menu opens. */
export function ListField({ list, label, query, onQuery }: ListFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <SearchBox
      look="menu__search"
      label={label}
      ref={field}
      role="combobox"
      aria-expanded="true"
      aria-autocomplete="list"
      value={query}
      onText={(text) => {
        list.reset()
        onQuery(text)
      }}
      onKeyDown={list.onKeyDown}
      {...list.field}
    />
  )
}

interface OptionsProps {
  readonly list: ListKeys
  readonly label: string
  /** The text if the list is empty. */
  readonly empty: string
  readonly children: readonly ComponentChildren[]
}

export function Options({ list, label, empty, children }: OptionsProps) {
  return (
    <>
      <div class="options" role="listbox" id={list.id} aria-label={label}>
        {children}
      </div>
      <p class="menu__title" role="status">
        {children.length === 0 ? empty : ''}
      </p>
    </>
  )
}

interface OptionProps {
  readonly list: ListKeys
  readonly index: number
  readonly children: ComponentChildren
}

export function Option({ list, index, children }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  const isActive = list.active === index
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={row}
      class={isActive ? 'menu__item is-active' : 'menu__item'}
      role="option"
      id={`${list.id}-${index}`}
      aria-selected={isActive}
      onPointerDown={(event) => {
        // Keeps the focus in the field.
        event.preventDefault()
      }}
      onClick={() => list.choose(index)}
    >
      {children}
    </div>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

interface ListboxProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly onChoose: (choice: Choice) => void
}

const SHOWN = 50

/** A text field above a list of matches. */
export function Listbox({ label, choices, onChoose }: ListboxProps) {
  const [query, setQuery] = useState('')
  const shown = choices.filter(({ label: name }) => finds(query, name)).slice(0, SHOWN)
  const list = useListKeys(shown.length, (index) => {
    const choice = shown[index]
    if (choice) onChoose(choice)
  })
  return (
    <>
      <ListField list={list} label={label} query={query} onQuery={setQuery} />
      <Options list={list} label={label} empty="Nothing found">
        {shown.map((choice, index) => (
          <Option key={choice.value} list={list} index={index}>
            {choice.label}
          </Option>
        ))}
      </Options>
    </>
  )
}
