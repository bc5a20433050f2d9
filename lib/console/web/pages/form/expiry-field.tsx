import type { JSX } from 'preact'
import { type Displaced, Field } from '../../parts/field.js'
import type { FieldsProps } from './fields-props.js'
import { EXPIRIES, type Expiry } from './draft.js'
import { faultOf } from './form-state.js'

const WORDS: Readonly<Record<Expiry, string>> = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  date: 'On a date…',
}

export function ExpiryField({ form, mine }: FieldsProps): JSX.Element {
  const { draft, change } = form
  const displaced = inWords(mine('expiry')) ?? mine('date')
  return (
    <Field id="expires" label="Expires" fault={faultOf(form, 'expires')} mine={displaced}>
      {(attributes) => (
        <span class="row">
          <select
            {...attributes}
            class="input expires"
            value={draft.expiry}
            onChange={(event) => {
              const chosen = EXPIRIES.find((each) => each === event.currentTarget.value)
              change({ expiry: chosen ?? 'never' })
            }}
          >
            {EXPIRIES.map((each) => (
              <option key={each} value={each}>
                {WORDS[each]}
              </option>
            ))}
          </select>
          {draft.expiry === 'date' && (
            <input
              class="input expires"
              type="date"
              aria-label="Date"
              value={draft.date}
              onInput={(event) => {
                change({ date: event.currentTarget.value })
              }}
            />
          )}
        </span>
      )}
    </Field>
  )
}

function inWords(displaced: Displaced | null): Displaced | null {
  const expiry = EXPIRIES.find((each) => each === displaced?.text)
  return displaced && expiry ? { ...displaced, text: WORDS[expiry] } : displaced
}
