import { ActionDialog } from 'express-incoming-webhooks-ui/action-dialog'
import { useAttempts } from 'express-incoming-webhooks-ui/attempt'
import { Fault, Field } from 'express-incoming-webhooks-ui/field'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { reasonOf } from '../api/call.js'
import { closeDialog } from '../state/places.js'

/** Why something was not done; nothing without a text. */
export function FormError({ text }: { readonly text: string }) {
  return text === '' ? null : <Fault text={text} role="alert" />
}

type EntryProps = Pick<ComponentProps<typeof Field>, 'id' | 'label' | 'optional'> &
  ComponentProps<'input'> & {
    /** Below it, unless there is an error. */
    readonly hint?: string
    readonly error?: string
    /** A button at its end. */
    readonly children?: ComponentChildren
  }

/** A field of a form for one line; its id is its name in the form, too. */
export function Entry(props: EntryProps) {
  const { id, label, optional = false, hint = '', error = '', children, ...input } = props
  const about = error === '' ? { hint } : { fault: error, alarms: true }
  return (
    <Field {...{ id, label, optional }} {...about}>
      {(attributes) => (
        <div class={children === undefined ? undefined : 'input-group'}>
          <input class="input" name={id} {...attributes} {...input} />
          {children}
        </div>
      )}
    </Field>
  )
}

/** What is in a field of a form. */
export function entryOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** For what a form or a button does on the server; `error` is '' unless the last attempt failed. */
export function useAttempt() {
  const { error, ...attempts } = useAttempts(reasonOf)
  return { ...attempts, error: error ?? '' }
}

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
