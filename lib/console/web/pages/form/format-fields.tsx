import type { JSX } from 'preact'
import { FIELDS, namesIn } from './draft.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf } from './form-state.js'

const CONTROLS = namesIn('formats').map((name) => FIELDS[name].wire)

/** What the webhook does with the formats of other programs. Most webhooks need none of it. */
export function FormatFields(props: FieldsProps): JSX.Element {
  const isWrong = CONTROLS.some((id) => faultOf(props.form, id) !== null)
  return (
    <details class="fold" {...(isWrong ? { open: true } : {})}>
      <summary>Formats of other programs</summary>
      <FieldGroup {...props} group="formats" />
    </details>
  )
}
