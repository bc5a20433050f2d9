import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Modal } from 'express-incoming-webhooks-ui/dialog'
import { ListField, Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { ComponentChildren } from 'preact'
import { closeDialog } from '../state/dialog.js'

interface PaletteProps<T> {
  readonly dialogLabel: string
  readonly fieldLabel: string
  /** What Enter does. */
  readonly verb: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly listLabel: string
  /** The text if nothing is found. */
  readonly empty: string
  readonly found: readonly T[]
  readonly keyOf: (item: T) => string
  readonly draw: (item: T) => ComponentChildren
  readonly onChoose: (item: T) => void
  /** What is above the list. */
  readonly children?: ComponentChildren
}

/** A dialog with a field and a list of what its text finds. */
export function Palette<T>(props: PaletteProps<T>) {
  const { query, onQuery, found, onChoose } = props
  const list = useListKeys(found.length, (index) => {
    const item = found[index]
    if (item === undefined) return
    list.reset()
    onChoose(item)
  })
  return (
    <Modal look="dialog--palette" label={props.dialogLabel} onClose={closeDialog}>
      <div class="palette__input">
        <ListField list={list} label={props.fieldLabel} query={query} onQuery={onQuery} />
      </div>
      <div class="palette__list">
        {props.children}
        <Options list={list} label={props.listLabel} empty={props.empty}>
          {found.map((item, index) => (
            <Option key={props.keyOf(item)} list={list} index={index}>
              {props.draw(item)}
            </Option>
          ))}
        </Options>
      </div>
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

/** Avatar and name for lists. */
export function PersonTitle({ name }: { readonly name: string }) {
  return (
    <>
      <PersonAvatar name={name} size="small" />
      <span class="chan__name">{name}</span>
    </>
  )
}
