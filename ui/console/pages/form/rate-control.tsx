import type { JSX } from 'preact'
import { type ControlAttributes, controlAttributes, FaultText, Mine } from '../../parts/field.js'
import type { ControlProps } from './control-field.js'
import { rateParts } from './draft.js'
import { faultOf } from './form-state.js'

/** Requests per second, and the largest burst. */
export function RateControl({ field, name, form, mine }: ControlProps<'rate'>): JSX.Element {
  const { wire, label, hint } = field
  const [perSecond, burst] = rateParts(form.draft[name])
  const fault = faultOf(form, wire)
  const change = (...parts: readonly [perSecond: string, burst: string]): void =>
    form.change({ [name]: parts.join('\n') })
  return (
    <fieldset class="field">
      <legend class="label mb-3">
        {label} <span class="label__opt">optional</span>
      </legend>
      <div class="row">
        <Part
          {...controlAttributes(wire, fault, hint !== undefined)}
          inputMode="decimal"
          label="Requests per second"
          placeholder="per second"
          value={perSecond}
          change={(next) => change(next, burst)}
        />
        <Part
          inputMode="numeric"
          label="Burst size in requests"
          placeholder="burst"
          value={burst}
          change={(next) => change(perSecond, next)}
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

interface PartProps extends Partial<ControlAttributes> {
  readonly inputMode: 'decimal' | 'numeric'
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly change: (value: string) => void
}

function Part({ label, change, ...attributes }: PartProps): JSX.Element {
  return (
    <input
      {...attributes}
      class="input level"
      aria-label={label}
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}
