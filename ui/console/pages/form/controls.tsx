import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import type { CallerField, CallerName } from '../../../../lib/model/webhook-fields.js'
import { listFormats } from '../../api/formats.js'
import {
  controlAttributes,
  type Displaced,
  FaultText,
  Field,
  type FieldProps,
  Mine,
  TextField,
} from '../../parts/field.js'
import { choicesOf, Select, SelectField } from '../../parts/select.js'
import { Tick } from '../../parts/tick.js'
import { useLoaded } from '../../state/loading.js'
import { pictureSources } from '../picture-sources.js'
import { FIELDS } from './draft.js'
import { faultOf, type FormState } from './form-state.js'

interface ControlProps<Kind extends CallerField['kind']> {
  /** Of this kind. */
  readonly field: CallerField & { readonly kind: Kind }
  readonly name: CallerName
  readonly form: FormState
  readonly mine: Displaced | null
}

/** What the form says about a field, around its control. */
function around(
  props: Omit<ControlProps<CallerField['kind']>, 'name'>,
): Omit<FieldProps, 'children'> {
  const { wire: id, label, hint } = props.field
  return { id, label, hint, fault: faultOf(props.form, id), mine: props.mine }
}

/** The control of a field, by the kind of its value. */
export function Control(props: Omit<ControlProps<CallerField['kind']>, 'field'>) {
  const field = FIELDS[props.name]
  switch (field.kind) {
    case 'text':
      if (props.name === 'format') return <FormatControl {...props} field={field} />
      return <TextControl {...props} field={field} />
    case 'names':
      return <TextControl {...props} field={field} />
    case 'flag':
      return <FlagControl {...props} field={field} />
    case 'choice':
      return <ChoiceControl {...props} field={field} />
    case 'time':
      return <TimeControl {...props} field={field} />
    case 'rate':
      return <RateControl {...props} field={field} />
  }
}

function TextControl(props: ControlProps<'text' | 'names'>) {
  const { field, name, form } = props
  const [text = ''] = form.draft[name].typed
  const isText = field.kind === 'text'
  const hint = name === 'iconUrl' ? (pictureSources() ?? field.hint) : field.hint
  return (
    <TextField
      {...around(props)}
      optional={!isText || !field.required}
      shape={isText ? field.shape : undefined}
      hint={isText && field.shape === 'lines' ? <Counted {...field} text={text} /> : hint}
      placeholder={field.placeholder}
      value={text}
      onText={(next) => form.enter(name, next)}
    />
  )
}

interface CountedProps {
  readonly hint?: string
  readonly text: string
  readonly most: number
}

function Counted({ hint, text, most }: CountedProps) {
  const length = countCodePoints(text)
  return (
    <>
      <span>{hint}</span>
      <span class={length > most ? 'count count--over' : 'count'}>
        {length} / {most}
      </span>
    </>
  )
}

function FlagControl({ field, name, form, mine }: ControlProps<'flag'>) {
  const { wire, label, hint } = field
  return (
    <div class="field">
      <Tick
        type="checkbox"
        id={wire}
        text={label}
        hint={hint}
        checked={form.draft[name].value === true}
        onTick={(checked) => form.enter(name, checked ? 'on' : 'off')}
      />
      <Mine mine={mine} />
    </div>
  )
}

function ChoiceControl(props: ControlProps<'choice'>) {
  const { field, name, form } = props
  const [chosen = ''] = form.draft[name].typed
  return (
    <SelectField
      {...around(props)}
      choices={choicesOf(field)}
      chosen={chosen}
      onChoose={(next) => form.enter(name, next)}
    />
  )
}

/** The formats of the server. Until they are there, the list has the chosen one alone. */
function FormatControl(props: ControlProps<'text'>) {
  const { name, form } = props
  const [chosen = ''] = form.draft[name].typed
  const formats = useLoaded(listFormats).value ?? []
  const isListed = chosen === '' || formats.some((format) => format.name === chosen)
  return (
    <SelectField
      {...around(props)}
      choices={[
        { name: '', text: 'Any' },
        ...(isListed ? [] : [{ name: chosen, text: chosen }]),
        ...formats.map((format) => ({ name: format.name, text: format.title })),
      ]}
      chosen={chosen}
      onChoose={(next) => form.enter(name, next)}
    />
  )
}

const TIMES = [
  { name: 'never', text: 'Never' },
  { name: '30', text: 'In 30 days' },
  { name: '90', text: 'In 90 days' },
  { name: 'date', text: 'On a specific date…' },
] as const

/** Never, a number of days, or a date. It is still there after the other choices were tried. */
function TimeControl(props: ControlProps<'time'>) {
  const { name, form } = props
  const [choice = 'never', date = ''] = form.draft[name].typed
  return (
    <Field {...around(props)}>
      {(attributes) => (
        <span class="row">
          <Select
            {...attributes}
            class="input expires"
            choices={TIMES}
            chosen={choice}
            onChoose={(next) => form.enter(name, next, date)}
          />
          {choice === 'date' && (
            <input
              class="input expires"
              type="date"
              aria-label="Date"
              value={date}
              onInput={({ currentTarget }) => form.enter(name, choice, currentTarget.value)}
            />
          )}
        </span>
      )}
    </Field>
  )
}

/** Requests per second, and the largest burst. */
function RateControl({ field, name, form, mine }: ControlProps<'rate'>) {
  const { wire, label, hint } = field
  const [perSecond = '', burst = ''] = form.draft[name].typed
  const fault = faultOf(form, wire)
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
          onInput={({ currentTarget }) => form.enter(name, currentTarget.value, burst)}
        />
        <input
          class="input level"
          inputMode="numeric"
          aria-label="Burst size in requests"
          placeholder="burst"
          value={burst}
          onInput={({ currentTarget }) => form.enter(name, perSecond, currentTarget.value)}
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
