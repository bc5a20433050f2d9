import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.js'

interface DialogProps {
  readonly title: string
  /** A question that must be answered; it has no button to close it but its answers. */
  readonly isQuestion?: boolean
  readonly onClose: () => void
  readonly buttons: ComponentChildren
  readonly children: ComponentChildren
}

/** Modal while it is mounted. Escape closes; the focus goes back to where it came from. */
export function Dialog(props: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null)
  const title = useId()
  const body = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => {
      dialog?.close()
    }
  }, [])
  const cancel = (event: Event): void => {
    event.preventDefault()
    props.onClose()
  }
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={title}
      {...(props.isQuestion === true ? { role: 'alertdialog', 'aria-describedby': body } : {})}
      onCancel={cancel}
    >
      <div class="dialog__head">
        <h2 id={title}>{props.title}</h2>
        {props.isQuestion !== true && (
          <Button
            kind="ghost"
            class="btn--square"
            icon="close"
            label="Close"
            onPress={props.onClose}
          />
        )}
      </div>
      <div class="dialog__body" id={body}>
        {props.children}
      </div>
      <div class="dialog__foot">{props.buttons}</div>
    </dialog>
  )
}
