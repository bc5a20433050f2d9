import { Modal } from 'express-incoming-webhooks-ui/dialog'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { ComponentChildren, JSX, RefObject } from 'preact'

interface PaletteProps {
  readonly dialogLabel: string
  readonly fieldLabel: string
  readonly placeholder: string
  /** What Enter does. */
  readonly verb: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly input: RefObject<HTMLInputElement | null>
  readonly list: ReturnType<typeof useListKeys>
  readonly onClose: () => void
  /** The options, and what else there is to say. */
  readonly children: ComponentChildren
}

/** A dialog with a field and a list of what its text finds. */
export function Palette(props: PaletteProps): JSX.Element {
  const { list, query, input } = props
  return (
    <Modal look="dialog--palette" label={props.dialogLabel} onClose={props.onClose}>
      <div class="palette__input">
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-label={props.fieldLabel}
          placeholder={props.placeholder}
          value={query}
          onInput={({ currentTarget }) => {
            props.onQuery(currentTarget.value)
            list.reset()
          }}
          onKeyDown={list.onKeyDown}
          {...list.field}
        />
      </div>
      <div class="palette__list">{props.children}</div>
      <div class="palette__foot" aria-hidden="true">
        <span>
          <kbd class="kbd">↑</kbd>
          <kbd class="kbd">↓</kbd> choose
        </span>
        <span>
          <kbd class="kbd">Enter</kbd> {props.verb}
        </span>
        <span>
          <kbd class="kbd">Esc</kbd> close
        </span>
      </div>
    </Modal>
  )
}
