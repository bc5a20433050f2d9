import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'

/** Attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A value that another user's change has replaced. */
export interface Displaced {
  readonly text: string
  readonly use: () => void
}

export interface FieldProps {
  readonly id: string
  readonly label: string
  readonly optional?: boolean
  readonly fault?: string | null
  readonly hint?: ComponentChildren
  readonly mine?: Displaced | null
  readonly children: (attributes: ControlAttributes) => JSX.Element
}

export function Field(props: FieldProps) {
  const { id, label, optional = false, fault = null, hint, mine = null, children } = props
  return (
    <div class="field">
      <label class="label" for={id}>
        {label} {optional && <span class="label__opt">optional</span>}
      </label>
      {children(controlAttributes(id, fault, hint !== undefined))}
      <FaultText id={id} text={fault} />
      {hint !== undefined && (
        <p class="hint hint--row" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Mine mine={mine} />
    </div>
  )
}

const TEXT_INPUT = { type: 'text' } as const
const URL_INPUT = { type: 'url', inputMode: 'url' } as const

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string
  readonly onText: (text: string) => void
  readonly shape?: 'lines' | 'url' | undefined
  readonly placeholder?: string | undefined
  readonly spellcheck?: false
}

export function TextField(props: TextFieldProps) {
  const { value, onText, shape, placeholder, spellcheck, ...field } = props
  const shared = {
    class: 'input',
    value,
    placeholder,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  }
  return (
    <Field {...field}>
      {(attributes) =>
        shape === 'lines' ? (
          <textarea {...attributes} {...shared} rows={3} />
        ) : (
          <input
            {...attributes}
            {...shared}
            {...(shape === 'url' ? URL_INPUT : TEXT_INPUT)}
            autocomplete="off"
            spellcheck={spellcheck}
          />
        )
      }
    </Field>
  )
}

export function controlAttributes(
  id: string,
  fault: string | null,
  hasHint: boolean,
): ControlAttributes {
  const about = [...(fault === null ? [] : [`${id}-fault`]), ...(hasHint ? [`${id}-hint`] : [])]
  return {
    id,
    'aria-invalid': fault === null ? undefined : true,
    'aria-describedby': about.join(' ') || undefined,
  }
}

export function FaultText(props: { id: string; text: string | null }) {
  if (props.text === null) return null
  return (
    <p class="error" id={`${props.id}-fault`}>
      <Icon name="alert" size="small" />
      {props.text}
    </p>
  )
}

export function Mine({ mine }: { mine: Displaced | null }) {
  if (mine === null) return null
  return (
    <p class="mine">
      <span>
        Your change: <b>{mine.text || 'empty'}</b>
      </span>
      <button type="button" class="btn btn--link btn--small" onClick={mine.use}>
        Use it
      </button>
    </p>
  )
}
