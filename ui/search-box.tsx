import type { ComponentProps } from 'preact'
import { Icon } from './icon.js'

type SearchBoxProps = Omit<ComponentProps<'input'>, 'class' | 'label' | 'role' | 'type'> & {
  readonly label: string
  /** A class of the box around it. */
  readonly look?: string
  /** What it is to assistive technology, if more or less than a browser makes of a search field. */
  readonly role?: 'combobox' | 'searchbox'
  readonly onText: (text: string) => void
}

/** A field whose text is searched for, with its label in it. */
export function SearchBox({ label, look = '', role, onText, ...input }: SearchBoxProps) {
  const kind =
    role === undefined ? ({ type: 'search' } as const) : ({ type: 'text', role } as const)
  return (
    <div class={`search ${look}`.trim()}>
      <Icon name="search" />
      <input
        class="input"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        {...kind}
        {...input}
      />
    </div>
  )
}
