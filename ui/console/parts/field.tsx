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

/** What a form says about a control. */
export interface AboutField {
  readonly id: string
  readonly label: string
  readonly optional?: boolean
  readonly fault?: string | null
  readonly hint?: ComponentChildren
  readonly mine?: Displaced | null
}

interface FieldProps extends AboutField {
  /** How its label is connected: to a control, around several, or by a control that says it itself. */
  readonly named?: keyof typeof NAMES
  readonly children: (attributes: ControlAttributes) => JSX.Element
}

const NAMES = {
  control: ['div', 'label'],
  group: ['fieldset', 'legend'],
  self: ['div', 'span'],
} as const

export function Field(props: FieldProps) {
  const { id, label, optional = false, named = 'control', fault = null, hint } = props
  const [Around, Name] = NAMES[named]
  const about = [...(fault === null ? [] : [`${id}-fault`]), ...(hint ? [`${id}-hint`] : [])]
  return (
    <Around class="field">
      <Name class="label" {...(Name === 'label' && { for: id })}>
        {label} {optional && <span class="label__opt">optional</span>}
      </Name>
      {props.children({
        id,
        'aria-invalid': fault === null ? undefined : true,
        'aria-describedby': about.join(' ') || undefined,
      })}
      {fault !== null && (
        <p class="error" id={`${id}-fault`}>
          <Icon name="alert" size="small" />
          {fault}
        </p>
      )}
      {hint && (
        <p class="hint hint--row" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.mine && <Mine {...props.mine} />}
    </Around>
  )
}

const TEXT_INPUT = { type: 'text' } as const
const URL_INPUT = { type: 'url', inputMode: 'url' } as const

interface TextFieldProps extends AboutField {
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

export function Mine({ text, use }: Displaced) {
  return (
    <p class="mine">
      <span>
        Your change: <b>{text || 'empty'}</b>
      </span>
      <button type="button" class="btn btn--link btn--small" onClick={use}>
        Use it
      </button>
    </p>
  )
}
