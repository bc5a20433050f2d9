import { useAttempts } from 'express-incoming-webhooks-ui/attempt'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, ComponentProps } from 'preact'
import { reasonOf } from '../state/reason.js'

/** Why something was not done; nothing without a text. */
export function FormError({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <p class="error" role="alert">
      <Icon name="alert" size="small" />
      {text}
    </p>
  )
}

type FieldProps = ComponentProps<'input'> & {
  /** Its name in the form too. */
  readonly id: string
  readonly label: ComponentChildren
  /** Below it, unless there is an error. */
  readonly hint?: string
  readonly error?: string
  /** A button at its end. */
  readonly children?: ComponentChildren
}

/** A field of a form, and what is to be known about it. */
export function Field({ id, label, hint = '', error = '', children, ...input }: FieldProps) {
  const about = hint === '' && error === '' ? undefined : `${id}-about`
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <div class={children === undefined ? undefined : 'input-group'}>
        <input
          class="input"
          id={id}
          name={id}
          aria-invalid={error !== ''}
          aria-describedby={about}
          {...input}
        />
        {children}
      </div>
      {about !== undefined && (
        <div id={about}>
          {error === '' ? <p class="hint">{hint}</p> : <FormError text={error} />}
        </div>
      )}
    </div>
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
