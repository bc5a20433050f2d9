import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentProps, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'maxLength' | 'defaultValue'> {
  readonly label: string
  /** A class of the box around it. */
  readonly look?: string
  readonly onText: (text: string) => void
}

/** The field of a dialog that searches. It gets the focus when the dialog opens. */
export function SearchField({ label, look = '', onText, ...more }: SearchFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <div class={`search ${look}`.trim()}>
      <Icon name="search" />
      <input
        ref={field}
        class="input"
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        {...more}
      />
    </div>
  )
}
