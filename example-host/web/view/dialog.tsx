import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly look?: string
  readonly label?: string
  readonly labelledBy?: string
  /** The id of the text of a question that must be answered. */
  readonly question?: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A native dialog; the browser keeps the focus in it and gives it back. */
export function Dialog({
  look = '',
  label,
  labelledBy,
  question,
  onClose,
  children,
}: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before anything else is typed: fast fingers do not wait for a picture.
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${look}`}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy })}
      {...(question === undefined ? {} : { role: 'alertdialog', 'aria-describedby': question })}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}
