import type { JSX } from 'preact'
import { controlAttributes, FaultText, Field, Mine } from '../../parts/field.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf } from './form-state.js'

/** What only administrators may set; `isNew` adds whose webhook it is to be. */
export function AdministratorFields(props: FieldsProps & { isNew: boolean }): JSX.Element {
  const { form, mine } = props
  const isWrong = faultOf(form, 'rate') !== null || faultOf(form, 'owner') !== null
  return (
    <details class="fold" {...(isWrong ? { open: true } : {})}>
      <summary>For administrators</summary>
      <RateFields form={form} mine={mine} />
      {props.isNew && (
        <Field
          id="owner"
          label="Creator"
          optional
          fault={faultOf(form, 'owner')}
          hint={<span>The id of the user whom the webhook is to belong to. Empty is you.</span>}
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
      )}
    </details>
  )
}

function RateFields({ form, mine }: Pick<FieldsProps, 'form' | 'mine'>): JSX.Element {
  const { draft, change } = form
  const fault = faultOf(form, 'rate')
  return (
    <fieldset class="field">
      <legend class="label mb-3">
        Rate limit <span class="label__opt">optional</span>
      </legend>
      <div class="row">
        <input
          {...controlAttributes('rate', fault, true)}
          class="input level"
          inputMode="decimal"
          aria-label="Requests per second"
          placeholder="per second"
          value={draft.perSecond}
          onInput={(event) => {
            change({ perSecond: event.currentTarget.value })
          }}
        />
        <input
          class="input level"
          inputMode="numeric"
          aria-label="Requests at once"
          placeholder="at once"
          value={draft.burst}
          onInput={(event) => {
            change({ burst: event.currentTarget.value })
          }}
        />
      </div>
      <FaultText id="rate" text={fault} />
      <p class="hint" id="rate-hint">
        Requests per second, and how many at once. Empty is the limit of the server.
      </p>
      <Mine mine={mine('perSecond') ?? mine('burst')} />
    </fieldset>
  )
}
