import { Dialog } from 'express-incoming-webhooks-ui/dialog'
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
    <Dialog
      title={title}
      onClose={closeDialog}
      buttons={
        <>
          <button type="button" class="btn" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" form={id} class="btn btn--primary" aria-disabled={busy}>
            {busy ? acting : action}
          </button>
        </>
      }
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
    </Dialog>
  )
}
