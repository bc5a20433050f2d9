import { Icon } from 'express-incoming-webhooks-ui/icon'
import { ListField, Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** The words of a list of incidents. */
export interface PickerWords {
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

export interface PickerOptionsProps<Item> {
  readonly words: PickerWords
  /** Null while loading. */
  readonly items: readonly Item[] | null
  readonly failed: boolean
  readonly chosenId: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** What an option shows, and a note at its end. */
  readonly optionOf: (item: Item) => { readonly content: ComponentChildren; readonly note: string }
  readonly onChoose: (item: Item) => void
}

/** The matching items, with the chosen one marked. */
export function PickerOptions<Item extends { readonly id: string }>(
  props: PickerOptionsProps<Item>,
): JSX.Element {
  const { words, chosenId, query, onQuery, optionOf, onChoose } = props
  const items = props.items ?? []
  const list = useListKeys(items.length, (index) => {
    const item = items[index]
    if (item) onChoose(item)
  })
  useLayoutEffect(() => {
    const chosen = items.findIndex(({ id }) => id === chosenId)
    list.reset(Math.max(0, chosen))
  }, [props.items])
  return (
    <div class="menu menu--wide">
      <ListField list={list} label={words.find} query={query} onQuery={onQuery} />
      <Options list={list} label={words.list} empty={wordFor(props)}>
        {items.map((item, index) => {
          const { content, note } = optionOf(item)
          const isChosen = item.id === chosenId
          return (
            <Option key={item.id} list={list} index={index}>
              {content}
              <span class="menu__note">{note}</span>
              {isChosen && <Icon name="check" />}
            </Option>
          )
        })}
      </Options>
    </div>
  )
}

/** Why the list is empty. */
function wordFor<Item>({ words, items, failed, query }: PickerOptionsProps<Item>): string {
  if (failed) return words.failed
  if (items === null) return words.loading
  return query === '' ? words.none : `${words.noMatch} “${query}”`
}
