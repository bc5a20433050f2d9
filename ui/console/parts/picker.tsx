import {
  type ControlAttributes,
  Icon,
  ListField,
  Option,
  Options,
  useDismiss,
  useListKeys,
} from 'express-incoming-webhooks-ui'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { useLoaded, useRested } from '../state/loading.js'
import { type AboutField, Field } from './field.js'

const REST_MS = 150

/** What can be picked. */
export interface Pickable<Item> {
  readonly words: {
    /** The label of the field above the list. */
    readonly find: string
    /** The label of the list. */
    readonly list: string
    readonly loading: string
    readonly failed: string
    readonly none: string
    /** Comes before the query. */
    readonly noMatch: string
  }
  readonly load: (query: string) => Promise<readonly Item[]>
  /** What an option shows, and a note at its end. */
  readonly optionOf: (item: Item) => { readonly content: ComponentChildren; readonly note: string }
}

interface Picking<Item> extends Pickable<Item> {
  /** An icon or a picture before the value. */
  readonly picture: JSX.Element
  readonly value: ComponentChildren
  readonly chosenId: string
  readonly onChoose: (item: Item) => void
}

type PickerProps<Item> = Picking<Item> & Omit<AboutField, 'optional'>

export function Picker<Item extends { readonly id: string }>(props: PickerProps<Item>) {
  return (
    <Field {...props} named="self">
      {(attributes) => <PickerButton {...props} attributes={attributes} />}
    </Field>
  )
}

interface PickerButtonProps<Item> extends Picking<Item> {
  readonly label: string
  readonly attributes?: Partial<ControlAttributes>
}

/** A button that opens a list, which the server searches. Its name is the label and the value. */
export function PickerButton<Item extends { readonly id: string }>(props: PickerButtonProps<Item>) {
  const { label, attributes = {}, onChoose } = props
  const [open, setOpen] = useState(false)
  const { anchor, opener } = useDismiss(open, () => setOpen(false))
  const choose = (item: Item) => {
    onChoose(item)
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div class="anchor" ref={anchor}>
      <button
        type="button"
        ref={opener}
        class={`input input--pick ${attributes['aria-invalid'] ? 'input--bad' : ''}`}
        id={attributes.id}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-describedby={attributes['aria-describedby']}
        onClick={() => setOpen(!open)}
      >
        <span class="vh">{label}: </span>
        {props.picture}
        <span class="input__value">{props.value}</span>
        <Icon name="down" />
      </button>
      {open && <Found {...props} onChoose={choose} />}
    </div>
  )
}

/** The matching items, with the chosen one marked. */
function Found<Item extends { readonly id: string }>(props: Picking<Item>) {
  const { words, chosenId, load, optionOf, onChoose } = props
  const [query, setQuery] = useState('')
  const wanted = useRested(query, REST_MS)
  const { value, error } = useLoaded(
    async () => ({
      items: await load(wanted),
      whyEmpty: wanted === '' ? words.none : `${words.noMatch} “${wanted}”`,
    }),
    wanted,
  )
  const found = error ? null : value
  const items = found?.items ?? []
  const whyEmpty = error ? words.failed : (value?.whyEmpty ?? words.loading)
  const list = useListKeys(items.length, (index) => {
    const item = items[index]
    if (item) onChoose(item)
  })
  useLayoutEffect(() => {
    const chosen = items.findIndex(({ id }) => id === chosenId)
    list.reset(Math.max(0, chosen))
  }, [found])
  return (
    <div class="menu menu--wide">
      <ListField list={list} label={words.find} query={query} onQuery={setQuery} />
      <Options list={list} label={words.list} empty={whyEmpty}>
        {items.map((item, index) => {
          const { content, note } = optionOf(item)
          return (
            <Option key={item.id} list={list} index={index}>
              {content}
              <span class="menu__note">{note}</span>
              {item.id === chosenId && <Icon name="check" />}
            </Option>
          )
        })}
      </Options>
    </div>
  )
}
