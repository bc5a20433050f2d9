import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'

/** Attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

/** A value that another user's change has replaced. */
export interface Displaced {
  readonly text: string
  readonly use: () => void
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly optional?: boolean
  readonly fault?: string | null
  readonly hint?: ComponentChildren
  readonly mine?: Displaced | null
  readonly children: (attributes: ControlAttributes) => JSX.Element
}

export function Field(props: FieldProps): JSX.Element {
  const { id } = props
  return (
    <div class="field">
      <label class="label" for={id}>
        {props.label} {props.optional === true && <span class="label__opt">optional</span>}
      </label>
      {props.children(controlAttributes(id, props.fault ?? null, props.hint !== undefined))}
      <FaultText id={id} text={props.fault ?? null} />
      {props.hint !== undefined && (
        <p class="hint hint--row" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <Mine mine={props.mine ?? null} />
    </div>
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
    ...(fault === null ? {} : { 'aria-invalid': true }),
    ...(about.length === 0 ? {} : { 'aria-describedby': about.join(' ') }),
  }
}

export function FaultText(props: { id: string; text: string | null }): JSX.Element | null {
  if (props.text === null) return null
  return (
    <p class="error" id={`${props.id}-fault`}>
      <Icon name="alert" size="small" />
      {props.text}
    </p>
  )
}

export function Mine({ mine }: { mine: Displaced | null }): JSX.Element | null {
  if (mine === null) return null
  return (
    <p class="mine">
      <span>
        Your change: <b>{mine.text === '' ? 'empty' : mine.text}</b>
      </span>
      <button type="button" class="btn btn--link btn--small" onClick={mine.use}>
        Use it
      </button>
    </p>
  )
}
