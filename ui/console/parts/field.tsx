import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, JSX } from 'preact'
import { useParameter } from '../state/route.js'

/** Attributes that connect a control with its label, hint and error. */
interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A value that another user's change has replaced. */
export interface Displaced {
  readonly text: string
  readonly use: () => void
}

/** What a form says about a control. */
export interface AboutField {
  readonly id: string
  readonly label: string
  readonly optional?: boolean
  readonly fault?: string | null
  readonly hint?: ComponentChildren
  readonly mine?: Displaced | null
}

interface FieldProps extends AboutField {
  /** How its label is connected: to a control, around several, or by a control that says it itself. */
  readonly named?: keyof typeof NAMES
  readonly children: (attributes: ControlAttributes) => JSX.Element
}

const NAMES = {
  control: ['div', 'label'],
  group: ['fieldset', 'legend'],
  self: ['div', 'span'],
} as const

export function Field(props: FieldProps) {
  const { id, label, optional = false, named = 'control', fault = null, hint } = props
  const [Around, Name] = NAMES[named]
  const about = [...(fault === null ? [] : [`${id}-fault`]), ...(hint ? [`${id}-hint`] : [])]
  return (
    <Around class="field">
      <Name class="label" {...(Name === 'label' && { for: id })}>
        {label} {optional && <span class="label__opt">optional</span>}
      </Name>
      {props.children({
        id,
        'aria-invalid': fault === null ? undefined : true,
        'aria-describedby': about.join(' ') || undefined,
      })}
      {fault !== null && (
        <p class="error" id={`${id}-fault`}>
          <Icon name="alert" size="small" />
          {fault}
        </p>
      )}
      {hint && (
        <p class="hint hint--row" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.mine && <Mine {...props.mine} />}
    </Around>
  )
}

const TEXT_INPUT = { type: 'text' } as const
const URL_INPUT = { type: 'url', inputMode: 'url' } as const

interface TextFieldProps extends AboutField {
  readonly value: string
  readonly onText: (text: string) => void
  readonly shape?: 'lines' | 'url' | undefined
  readonly placeholder?: string | undefined
  readonly spellcheck?: false
}

export function TextField(props: TextFieldProps) {
  const { value, onText, shape, placeholder, spellcheck, ...field } = props
  const shared = {
    class: 'input',
    value,
    placeholder,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  }
  return (
    <Field {...field}>
      {(attributes) =>
        shape === 'lines' ? (
          <textarea {...attributes} {...shared} rows={3} />
        ) : (
          <input
            {...attributes}
            {...shared}
            {...(shape === 'url' ? URL_INPUT : TEXT_INPUT)}
            autocomplete="off"
            spellcheck={spellcheck}
          />
        )
      }
    </Field>
  )
}

export function Mine({ text, use }: Displaced) {
  return (
    <p class="mine">
      <span>
        Your change: <b>{text || 'empty'}</b>
      </span>
      <button type="button" class="btn btn--link btn--small" onClick={use}>
        Use it
      </button>
    </p>
  )
}

export interface Choice<Name extends string> {
  readonly name: Name
  readonly text: string
}

interface ChoiceField {
  readonly choices: readonly string[]
  readonly words?: Readonly<Partial<Record<string, string>>>
}

/** The choices of a field, in its words. */
export function choicesOf({ choices, words }: ChoiceField): readonly Choice<string>[] {
  return choices.map((name) => ({ name, text: words?.[name] ?? name }))
}

interface Choosing<Name extends string> {
  readonly choices: readonly Choice<Name>[]
  readonly chosen: string
  readonly onChoose: (name: Name) => void
}

type SelectProps<Name extends string> = Choosing<Name> &
  Partial<ControlAttributes> & { readonly class?: string }

/** A closed list of choices. */
export function Select<Name extends string>(props: SelectProps<Name>) {
  const { choices, chosen, onChoose, ...attributes } = props
  return (
    <select
      class="input"
      {...attributes}
      value={chosen}
      onChange={({ currentTarget }) => {
        const choice = choices[currentTarget.selectedIndex]
        if (choice) onChoose(choice.name)
      }}
    >
      {choices.map(({ name, text }) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}

export function SelectField<Name extends string>(props: Choosing<Name> & AboutField) {
  const { choices, chosen, onChoose, ...field } = props
  return (
    <Field {...field}>
      {(attributes) => <Select {...attributes} {...{ choices, chosen, onChoose }} />}
    </Field>
  )
}

interface ToolbarSelectProps {
  /** Of the page's address, which the choice changes. */
  readonly parameter: string
  /** For screen readers: the choices speak for themselves. */
  readonly label: string
  /** The first one is the default. */
  readonly choices: readonly Choice<string>[]
}

export function ToolbarSelect({ parameter, label, choices }: ToolbarSelectProps) {
  const [wanted, want] = useParameter(parameter)
  const usual = choices[0]?.name ?? ''
  const isThere = choices.some(({ name }) => name === wanted)
  return (
    <>
      <label class="vh" for={parameter}>
        {label}
      </label>
      <Select
        class="input select"
        id={parameter}
        choices={choices}
        chosen={isThere ? wanted : usual}
        onChoose={(name) => want(name === usual ? '' : name)}
      />
    </>
  )
}

interface TickProps {
  readonly type: 'checkbox' | 'radio'
  readonly id: string
  readonly text: string
  readonly hint: ComponentChildren
  readonly checked: boolean
  /** Of the radio buttons that exclude each other. */
  readonly name?: string
  readonly autofocus?: boolean
  readonly onTick: (checked: boolean) => void
}

/** A box or a radio button with its text. */
export function Tick({ text, hint, onTick, ...attributes }: TickProps) {
  const hintId = hint ? `${attributes.id}-hint` : undefined
  return (
    <div class="choice">
      <input
        {...attributes}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <label class="choice__text" for={attributes.id}>
        {text}
      </label>
      {hint && (
        <span class="choice__hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  )
}
