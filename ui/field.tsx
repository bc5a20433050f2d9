import type { ComponentChildren, ComponentProps } from 'preact'
import { Icon } from './icon.js'

/** Attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly optional?: boolean
  readonly fault?: string | null
  /** Whether readers of screens are told the fault at once. */
  readonly alarms?: boolean
  readonly hint?: ComponentChildren
  /** How its label is connected: to a control, around several, or by a control that says it itself. */
  readonly named?: keyof typeof NAMES
  /** What is below all that. */
  readonly below?: ComponentChildren
  readonly children: (attributes: ControlAttributes) => ComponentChildren
}

const NAMES = {
  control: ['div', 'label'],
  group: ['fieldset', 'legend'],
  self: ['div', 'span'],
} as const

/** A control of a form, and what is to be known about it. */
export function Field(props: FieldProps) {
  const { id, label, optional = false, named = 'control', fault = null, hint, alarms } = props
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
        <Fault id={`${id}-fault`} text={fault} {...(alarms && { role: 'alert' })} />
      )}
      {hint && (
        <p class="hint hint--row" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.below}
    </Around>
  )
}

/** Why something is wrong, or was not done. */
export function Fault(props: ComponentProps<'p'> & { readonly text: string }) {
  const { text, ...attributes } = props
  return (
    <p class="error" {...attributes}>
      <Icon name="alert" size="small" />
      {text}
    </p>
  )
}

type TickProps = ComponentProps<'input'> & {
  readonly type: 'checkbox' | 'radio'
  readonly id: string
  readonly text: string
  readonly hint?: ComponentChildren
}

/** A box or a radio button with its text. */
export function Tick({ text, hint, ...attributes }: TickProps) {
  const hintId = hint ? `${attributes.id}-hint` : undefined
  return (
    <div class="choice">
      <input {...attributes} aria-describedby={hintId} />
      <label class="choice__text" for={attributes.id}>
        {text}
      </label>
      {hint && (
        <span class="choice__hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  )
}
