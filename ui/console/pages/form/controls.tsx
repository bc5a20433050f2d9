import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import { Tick } from 'express-incoming-webhooks-ui/field'
import type { CallerField, CallerName } from '../../../../lib/model/webhook-fields.js'
import { listFormats } from '../../api/programs.js'
import { pictureSources } from '../../config.js'
import {
  type AboutField,
  type Choice,
  choicesOf,
  type Displaced,
  Field,
  Mine,
  Select,
  SelectField,
  TextField,
} from '../../parts/field.js'
import { useLoaded } from '../../state/loading.js'
import { FIELDS } from './draft.js'
import { faultOf, type FormState } from './form-state.js'

interface ControlProps {
  readonly name: CallerName
  readonly form: FormState
  readonly mine: Displaced | null
}

/** What the controls of a field have in common. */
interface Entering {
  readonly about: AboutField
  /** What was typed into them. */
  readonly typed: readonly string[]
  readonly enter: (...typed: readonly string[]) => void
}

/** The control of a field, by the kind of its value. */
export function Control({ name, form, mine }: ControlProps) {
  const field = FIELDS[name]
  const { wire: id, label, hint } = field
  const entering: Entering = {
    about: { id, label, hint, fault: faultOf(form, id), mine },
    typed: form.draft[name].typed,
    enter: (...typed) => form.enter(name, ...typed),
  }
  if (name === 'format') return <FormatControl {...entering} />
  switch (field.kind) {
    case 'text':
    case 'names':
    case 'period':
    case 'rules':
      return <TextControl {...entering} field={field} />
    case 'flag':
      return <FlagControl {...entering} />
    case 'choice':
      return <ChoiceControl {...entering} choices={choicesOf(field)} />
    case 'time':
      return <TimeControl {...entering} />
    case 'rate':
      return <RateControl {...entering} />
  }
}

interface TextControlProps extends Entering {
  readonly field: CallerField & { readonly kind: 'text' | 'names' | 'period' | 'rules' }
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

interface ChoiceControlProps extends Entering {
  readonly choices: readonly Choice<string>[]
}

function ChoiceControl({ about, typed: [chosen = ''], enter, choices }: ChoiceControlProps) {
  return <SelectField {...about} choices={choices} chosen={chosen} onChoose={enter} />
}

/** The formats of the server. Until they are there, the list has the chosen one alone. */
function FormatControl(props: Entering) {
  const [chosen = ''] = props.typed
  const formats = useLoaded(listFormats).value ?? []
  const choices = [
    { name: '', text: 'Any' },
    ...formats.map(({ name, title }) => ({ name, text: title })),
  ]
  if (!choices.some(({ name }) => name === chosen))
    choices.splice(1, 0, { name: chosen, text: chosen })
  return <ChoiceControl {...props} choices={choices} />
}

const TIMES = [
  { name: 'never', text: 'Never' },
  { name: '30', text: 'In 30 days' },
  { name: '90', text: 'In 90 days' },
  { name: 'date', text: 'On a specific date…' },
] as const

/** Never, a number of days, or a date. It is still there after the other choices were tried. */
function TimeControl({ about, typed: [choice = 'never', date = ''], enter }: Entering) {
  return (
    <Field {...about}>
      {(attributes) => (
        <span class="row">
          <Select
            {...attributes}
            class="input expires"
            choices={TIMES}
            chosen={choice}
            onChoose={(next) => enter(next, date)}
          />
          {choice === 'date' && (
            <input
              class="input expires"
              type="date"
              aria-label="Date"
              value={date}
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
