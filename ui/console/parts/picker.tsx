import { useDismiss } from 'express-incoming-webhooks-ui/dismiss'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ControlAttributes } from './field.js'
import { PickerOptions, type PickerOptionsProps } from './picker-options.js'

const REST_MS = 150

interface PickerProps<Item> extends Pick<
  PickerOptionsProps<Item>,
  'words' | 'chosenId' | 'optionOf' | 'onChoose'
> {
  readonly attributes: ControlAttributes
  /** The text of its label, with which its name begins. */
  readonly label: string
  /** An icon or a picture before the value. */
  readonly picture: JSX.Element
  readonly value: ComponentChildren
  readonly load: (query: string) => Promise<readonly Item[]>
}

/** A button that opens a list, which the server searches. Its name is the label and the value. */
export function Picker<Item extends { readonly id: string }>(
  props: PickerProps<Item>,
): JSX.Element {
  const { attributes } = props
  const { id } = attributes
  const [open, setOpen] = useState(false)
  const { anchor, opener } = useDismiss(open, () => setOpen(false))
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  const described = attributes['aria-describedby']
  return (
    <div class="anchor" ref={anchor}>
      <button
        type="button"
        ref={opener}
        class={
          attributes['aria-invalid'] === true ? 'input input--pick input--bad' : 'input input--pick'
        }
        id={id}
        aria-haspopup="listbox"
        aria-expanded={open}
        {...(described === undefined ? {} : { 'aria-describedby': described })}
        onClick={() => setOpen(!open)}
      >
        <span class="vh">{props.label}: </span>
        {props.picture}
        <span class="input__value">{props.value}</span>
        <Icon name="down" />
      </button>
      {open && <Found {...props} close={close} />}
    </div>
  )
}

function Found<Item extends { readonly id: string }>(
  props: PickerProps<Item> & { close: () => void },
): JSX.Element {
  const { load, onChoose, close } = props
  const [query, setQuery] = useState('')
  const [items, setItems] = useState<readonly Item[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const find = async (): Promise<void> => {
      try {
        const found = await load(query)
        if (current) setItems(found)
      } catch {
        if (current) setFailed(true)
      }
    }
    const timer = setTimeout(() => void find(), query === '' ? 0 : REST_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query])
  return (
    <PickerOptions
      words={props.words}
      items={failed ? [] : items}
      failed={failed}
      chosenId={props.chosenId}
      query={query}
      onQuery={setQuery}
      optionOf={props.optionOf}
      onChoose={(item) => {
        onChoose(item)
        close()
      }}
    />
  )
}
