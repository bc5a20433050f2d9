import * as ui from 'express-incoming-webhooks-ui'
import type { ComponentChildren, ComponentProps } from 'preact'

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

type FieldProps = AboutField & Pick<ComponentProps<typeof ui.Field>, 'named' | 'children'>

export function Field({ mine, ...field }: FieldProps) {
  return <ui.Field {...field} below={mine && <Mine {...mine} />} />
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
      <ui.Button kind="link" small onPress={use}>
        Use it
      </ui.Button>
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
  Partial<ui.ControlAttributes> & { readonly class?: string }

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
