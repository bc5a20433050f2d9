import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Person } from '../../parts/avatar.js'
import { controlAttributes, FaultText, Field } from '../../parts/field.js'
import { PeoplePicker } from '../../parts/people-picker.js'
import { useSession } from '../../state/session.js'
import { FIELDS, namesIn } from './draft.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf, type FormState } from './form-state.js'

const OWNER = 'user_id'
const CONTROLS = [...namesIn('administrators').map((name) => FIELDS[name].wire), OWNER]

type AdministratorFieldsProps = FieldsProps & {
  /** The webhook being edited, whose owner is shown. Null for a new one, whose owner is chosen. */
  readonly webhook: Pick<Webhook, 'owner' | 'userId'> | null
}

/** Fields that only administrators may set. */
export function AdministratorFields(props: AdministratorFieldsProps): JSX.Element {
  const { form, webhook } = props
  const { settings } = useSession()
  const isWrong = CONTROLS.some((id) => faultOf(form, id) !== null)
  return (
    <details class="fold" {...(isWrong ? { open: true } : {})}>
      <summary>For administrators</summary>
      <FieldGroup {...props} group="administrators" />
      {webhook !== null && <Owner name={webhook.owner || webhook.userId} />}
      {webhook === null && settings.listsUsers && <OwnerField form={form} />}
      {webhook === null && !settings.listsUsers && <OwnerIdField form={form} />}
    </details>
  )
}

function Owner({ name }: { name: string }): JSX.Element {
  return (
    <div class="field" role="group" aria-labelledby={`${OWNER}-label`}>
      <span class="label" id={`${OWNER}-label`}>
        Owner
      </span>
      <Person name={name} />
      <p class="hint">Messages are posted in this person’s name. This cannot be changed.</p>
    </div>
  )
}

function OwnerField({ form }: { form: FormState }): JSX.Element {
  const { me } = useSession()
  const fault = faultOf(form, OWNER)
  return (
    <div class="field">
      <span class="label">Owner</span>
      <PeoplePicker
        attributes={controlAttributes(OWNER, fault, true)}
        me={me}
        chosen={form.draft.owner}
        onChoose={(owner) => form.change({ owner })}
      />
      <FaultText id={OWNER} text={fault} />
      <p class="hint" id={`${OWNER}-hint`}>
        Messages are posted in this person’s name. This cannot be changed later.
      </p>
    </div>
  )
}

/** For hosts that do not list their users. */
function OwnerIdField({ form }: { form: FormState }): JSX.Element {
  return (
    <Field
      id={OWNER}
      label="Owner"
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
          value={form.draft.owner?.id ?? ''}
          onInput={({ currentTarget: { value } }) =>
            form.change({ owner: value === '' ? null : { id: value, username: '', name: value } })
          }
        />
      )}
    </Field>
  )
}
