import { countCodePoints, Tick } from 'express-incoming-webhooks-ui'
import type { CallerField, CallerName } from '../../../../lib/model/webhook-fields.js'
import { listFormats } from '../../api/programs.js'
import { pictureSources } from '../../config.js'
import {
  type Choice,
  choicesOf,
  Field,
  Mine,
  Select,
  SelectField,
  TextField,
} from '../../parts/field.js'
import { useLoaded } from '../../state/loading.js'
import { FIELDS, PERIODS } from './draft.js'
import { type Entering, faultOf, type FormState } from './form-state.js'
import { RulesControl } from './rules/rules.js'
import { TemplateControl } from './template/template.js'

interface ControlProps {
  readonly name: CallerName
  readonly form: FormState
}

/** The control of a field, by the kind of its value. */
export function Control({ name, form }: ControlProps) {
  const field = FIELDS[name]
  const { wire: id, label, hint } = field
  const about = { id, label, hint, fault: faultOf(form, id), mine: form.mine(name) }
  const { typed } = form.draft[name]
  const enter: Entering['enter'] = (...texts) => form.enter(name, ...texts)
  const entering: Entering = { about, typed, enter }
  if (name === 'format') return <FormatControl {...entering} />
  switch (field.kind) {
    case 'text':
    case 'names':
      return <TextControl {...entering} field={field} />
    case 'period':
      return (
        <OtherControl {...entering} choices={PERIOD_CHOICES} input={NUMBER_INPUT} label="Minutes" />
      )
    case 'rules':
      return <RulesControl {...entering} form={form} />
    case 'template':
      return <TemplateControl {...entering} form={form} />
    case 'flag':
      return <FlagControl {...entering} />
    case 'choice':
      return (
        <SelectField
          {...about}
          choices={choicesOf(field)}
          chosen={typed[0] ?? ''}
          onChoose={enter}
        />
      )
    case 'time':
      return <OtherControl {...entering} choices={TIMES} input={DATE_INPUT} label="Date" />
    case 'rate':
      return <RateControl {...entering} />
  }
}

interface TextControlProps extends Entering {
  readonly field: CallerField & { readonly kind: 'text' | 'names' }
}

function TextControl({ about, typed: [text = ''], enter, field }: TextControlProps) {
  const shared = { ...about, placeholder: field.placeholder, value: text, onText: enter }
  if (field.kind !== 'text') return <TextField {...shared} optional />
  const { shape, required, most, hint } = field
  const sources = about.id === FIELDS.iconUrl.wire ? pictureSources() : null
  return (
    <TextField
      {...shared}
      optional={!required}
      shape={shape}
      hint={shape === 'lines' ? <Counted {...{ hint, text, most }} /> : (sources ?? hint)}
    />
  )
}

interface CountedProps {
  readonly hint: string | undefined
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

function FlagControl({ about: { id, label, hint, mine }, typed: [text], enter }: Entering) {
  return (
    <div class="field">
      <Tick
        type="checkbox"
        id={id}
        text={label}
        hint={hint}
        checked={text === 'on'}
        onChange={({ currentTarget }) => enter(currentTarget.checked ? 'on' : 'off')}
      />
      {mine && <Mine {...mine} />}
    </div>
  )
}

/** The formats of the server. Until they are there, the list has the chosen one alone. */
function FormatControl({ about, typed: [chosen = ''], enter }: Entering) {
  const formats = useLoaded(listFormats).value ?? []
  const choices = [
    { name: '', text: 'Any' },
    ...formats.map(({ name, title }) => ({ name, text: title })),
  ]
  if (!choices.some(({ name }) => name === chosen))
    choices.splice(1, 0, { name: chosen, text: chosen })
  return <SelectField {...about} choices={choices} chosen={chosen} onChoose={enter} />
}

const TIMES = [
  { name: 'never', text: 'Never' },
  { name: '30', text: 'In 30 days' },
  { name: '90', text: 'In 90 days' },
  { name: 'date', text: 'On a specific date…' },
]

const PERIOD_CHOICES = [
  ...Object.entries(PERIODS).map(([name, text]) => ({ name, text })),
  { name: 'minutes', text: 'Other…' },
]

const DATE_INPUT = { type: 'date' } as const
const NUMBER_INPUT = { inputMode: 'decimal' } as const

interface OtherControlProps extends Entering {
  /** With the last one, something else is typed. */
  readonly choices: readonly Choice<string>[]
  /** Of its input. */
  readonly label: string
  readonly input: typeof DATE_INPUT | typeof NUMBER_INPUT
}

/** Choices, or what is typed. That is still there after the other choices were tried. */
function OtherControl(props: OtherControlProps) {
  const { about, typed, enter, choices, label, input } = props
  const [choice = choices[0]?.name ?? '', other = ''] = typed
  return (
    <Field {...about}>
      {(attributes) => (
        <span class="row">
          <Select
            {...attributes}
            class="input expires"
            choices={choices}
            chosen={choice}
            onChoose={(next) => enter(next, other)}
          />
          {choice === choices.at(-1)?.name && (
            <input
              class="input expires"
              {...input}
              placeholder={label}
              aria-label={label}
              value={other}
              onInput={({ currentTarget }) => enter(choice, currentTarget.value)}
            />
          )}
        </span>
      )}
    </Field>
  )
}

/** Messages per second, and the largest burst. */
function RateControl({ about, typed: [perSecond = '', burst = ''], enter }: Entering) {
  return (
    <Field {...about} named="group" optional>
      {(attributes) => (
        <div class="row">
          <input
            {...attributes}
            class="input level"
            inputMode="decimal"
            aria-label="Messages per second"
            placeholder="per second"
            value={perSecond}
            onInput={({ currentTarget }) => enter(currentTarget.value, burst)}
          />
          <input
            class="input level"
            inputMode="numeric"
            aria-label="Burst size in messages"
            placeholder="burst"
            value={burst}
            onInput={({ currentTarget }) => enter(perSecond, currentTarget.value)}
          />
        </div>
      )}
    </Field>
  )
}
