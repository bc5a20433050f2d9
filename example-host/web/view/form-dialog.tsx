import { ActionDialog } from 'express-incoming-webhooks-ui/action-dialog'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { closeDialog } from '../state/dialog.js'

interface FormDialogProps {
  readonly title: string
  /** The label of the submit button, before and while the form is sent. */
  readonly action: string
  readonly acting: string
  readonly busy: boolean
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ComponentChildren
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, acting, busy, onSubmit, children } = props
  const id = useId()
  return (
    <ActionDialog
      title={title}
      onClose={closeDialog}
      action={{ submit: true, form: id, busy: busy && acting, children: action }}
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSubmit(event.currentTarget)
        }}
      >
        {children}
      </form>
    </ActionDialog>
  )
}
