import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.js'

interface ModalProps {
  readonly look?: string
  /** Its accessible name, if it has no heading. */
  readonly label?: string
  readonly labelledBy?: string
  /** The id of the text of a question that must be answered. */
  readonly question?: string | undefined
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** What has the focus when a dialog opens: what one types or chooses first. Without it, the first button. */
const FIRST = '.input, [autofocus]'

/** A native modal dialog. The browser keeps the focus inside and restores it afterwards. */
export function Modal(props: ModalProps) {
  const { look = '', label, labelledBy, question, onClose, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  // Before the first paint, so that fast typing goes into the dialog.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>(FIRST)?.focus()
    return () => {
      isGone.current = true
      dialog?.close()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={`dialog ${look}`.trim()}
      role={question === undefined ? undefined : 'alertdialog'}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={question}
      onClose={() => {
        if (!isGone.current) onClose()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && question === undefined) currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}

interface DialogProps {
  readonly title: string
  /** A question that can only be closed with one of its answers. */
  readonly isQuestion?: boolean
  readonly onClose: () => void
  readonly buttons?: ComponentChildren
  readonly children: ComponentChildren
}

/** A dialog with a title. Escape closes it, and so does a click outside unless it asks a question. */
export function Dialog(props: DialogProps) {
  const { title, isQuestion = false, onClose, buttons, children } = props
  const titleId = useId()
  const bodyId = useId()
  return (
    <Modal labelledBy={titleId} question={isQuestion ? bodyId : undefined} onClose={onClose}>
      <div class="dialog__head">
        <h2 id={titleId}>{title}</h2>
        {!isQuestion && (
          <Button kind="ghost" class="btn--square" icon="close" label="Close" onPress={onClose} />
        )}
      </div>
      <div class="dialog__body" id={bodyId}>
        {children}
      </div>
      {buttons !== undefined && <div class="dialog__foot">{buttons}</div>}
    </Modal>
  )
}
