import { type AboutField, type ControlAttributes, Field } from './field.js'

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

/** In a toolbar, where the choices speak for themselves: the label is for screen readers. */
export function ToolbarSelect<Name extends string>(
  props: Choosing<Name> & Pick<AboutField, 'id' | 'label'>,
) {
  const { label, ...select } = props
  return (
    <>
      <label class="vh" for={select.id}>
        {label}
      </label>
      <Select class="input select" {...select} />
    </>
  )
}
