import type { ComponentChildren, ComponentProps, JSX } from 'preact'
import type { CallerField, CallerName } from '../../../../lib/model/webhook-fields.js'
import { type Displaced, Field } from '../../parts/field.js'
import { faultOf, type FormState } from './form-state.js'

/** The control of a field, which is of this kind. */
export interface ControlProps<Kind extends CallerField['kind']> {
  readonly field: CallerField & { readonly kind: Kind }
  readonly name: CallerName
  readonly form: FormState
  readonly mine: Displaced | null
}

interface ControlFieldProps
  extends
    Pick<ControlProps<CallerField['kind']>, 'field' | 'form' | 'mine'>,
    Pick<ComponentProps<typeof Field>, 'children'> {
  readonly optional?: boolean
  /** The field's own unless given. */
  readonly hint?: ComponentChildren
}

/** A control with what the table says of its field, and what is wrong with it. */
export function ControlField(props: ControlFieldProps): JSX.Element {
  const { field, form, mine, optional = false, hint = field.hint, children } = props
  return (
    <Field
      id={field.wire}
      label={field.label}
      optional={optional}
      fault={faultOf(form, field.wire)}
      hint={hint}
      mine={mine}
    >
      {children}
    </Field>
  )
}
