import type { JSX } from 'preact'
import { Field } from '../../parts/field.js'
import { FIELDS, namesIn } from './draft.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf, type FormState } from './form-state.js'

const OWNER = 'user_id'
const CONTROLS = [...namesIn('administrators').map((name) => FIELDS[name].wire), OWNER]

/** Fields that only administrators may set; `isNew` adds the owner. */
export function AdministratorFields(props: FieldsProps & { isNew: boolean }): JSX.Element {
  const isWrong = CONTROLS.some((id) => faultOf(props.form, id) !== null)
  return (
    <details class="fold" {...(isWrong ? { open: true } : {})}>
      <summary>For administrators</summary>
      <FieldGroup {...props} group="administrators" />
      {props.isNew && <OwnerField form={props.form} />}
    </details>
  )
}

function OwnerField({ form }: { form: FormState }): JSX.Element {
  return (
    <Field
      id={OWNER}
      label="Creator"
      optional
      fault={faultOf(form, OWNER)}
      hint={<span>User ID of the owner. Leave empty for yourself.</span>}
    >
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          type="text"
          autocomplete="off"
          value={form.draft.userId}
          onInput={(event) => {
            form.change({ userId: event.currentTarget.value })
          }}
        />
      )}
    </Field>
  )
}
