import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { EMPTY_DRAFT, FIELDS, namesIn } from './draft.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf } from './form-state.js'

const NAMES = namesIn('formats')
const CONTROLS = NAMES.map((name) => FIELDS[name].wire)

/** What the webhook does with the formats of other programs. Most webhooks need none of it. */
export function FormatFields(props: FieldsProps): JSX.Element {
  const isWrong = CONTROLS.some((id) => faultOf(props.form, id) !== null)
  // Only at first: it must not close under the hands of those who empty a field.
  const [isSet] = useState(() => NAMES.some((name) => props.form.draft[name] !== EMPTY_DRAFT[name]))
  return (
    <details class="fold" {...(isWrong || isSet ? { open: true } : {})}>
      <summary>Formats of other programs</summary>
      <FieldGroup {...props} group="formats" />
    </details>
  )
}
