import type { JSX } from 'preact'
import { controlAttributes, FaultText, Mine } from '../../parts/field.js'
import type { ControlProps } from './controls.js'
import { rateParts } from './draft.js'
import { faultOf } from './form-state.js'

/** Requests per second, and how many may arrive at once. */
export function RateControl({ field, name, form, mine }: ControlProps<'rate'>): JSX.Element {
  const { wire, label, hint } = field
  const [perSecond, burst] = rateParts(form.draft[name])
  const fault = faultOf(form, wire)
  const change = (...parts: readonly [perSecond: string, burst: string]): void => {
    form.change({ [name]: parts.join('\n') })
  }
  return (
    <fieldset class="field">
      <legend class="label mb-3">
        {label} <span class="label__opt">optional</span>
      </legend>
      <div class="row">
        <input
          {...controlAttributes(wire, fault, hint !== undefined)}
          class="input level"
          inputMode="decimal"
          aria-label="Requests per second"
          placeholder="per second"
          value={perSecond}
          onInput={(event) => {
            change(event.currentTarget.value, burst)
          }}
        />
        <input
          class="input level"
          inputMode="numeric"
          aria-label="Requests at once"
          placeholder="at once"
          value={burst}
          onInput={(event) => {
            change(perSecond, event.currentTarget.value)
          }}
        />
      </div>
      <FaultText id={wire} text={fault} />
      {hint && (
        <p class="hint" id={`${wire}-hint`}>
          {hint}
        </p>
      )}
      <Mine mine={mine} />
    </fieldset>
  )
}
