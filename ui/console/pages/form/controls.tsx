import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import type { JSX } from 'preact'
import { Mine } from '../../parts/field.js'
import { pictureSources } from '../picture-sources.js'
import { ControlField, type ControlProps } from './control-field.js'

const WORDS = { type: 'text' } as const
const ADDRESS = { type: 'url', inputMode: 'url' } as const

export function TextControl({ field, name, form, mine }: ControlProps<'text'>): JSX.Element {
  const text = form.draft[name]
  const shared = {
    class: 'input',
    placeholder: field.placeholder,
    value: text,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      form.change({ [name]: event.currentTarget.value }),
  }
  return (
    <ControlField
      field={field}
      form={form}
      mine={mine}
      optional={!field.required}
      hint={name === 'iconUrl' ? (pictureSources() ?? field.hint) : textHint(field, text)}
    >
      {(attributes) =>
        field.shape === 'lines' ? (
          <textarea {...attributes} {...shared} rows={3} />
        ) : (
          <input
            {...attributes}
            {...shared}
            {...(field.shape === 'url' ? ADDRESS : WORDS)}
            autocomplete="off"
          />
        )
      }
    </ControlField>
  )
}

function textHint({ hint, shape, most }: ControlProps<'text'>['field'], text: string): Hint {
  if (shape !== 'lines') return hint
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

type Hint = JSX.Element | string | undefined

export function NamesControl({ field, name, form, mine }: ControlProps<'names'>): JSX.Element {
  return (
    <ControlField field={field} form={form} mine={mine} optional>
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          type="text"
          autocomplete="off"
          placeholder={field.placeholder}
          value={form.draft[name]}
          onInput={(event) => form.change({ [name]: event.currentTarget.value })}
        />
      )}
    </ControlField>
  )
}

export function FlagControl({ field, name, form, mine }: ControlProps<'flag'>): JSX.Element {
  const { wire, label, hint } = field
  return (
    <div class="field">
      <div class="choice">
        <input
          type="checkbox"
          id={wire}
          aria-describedby={hint && `${wire}-hint`}
          checked={form.draft[name] === 'on'}
          onChange={(event) => form.change({ [name]: event.currentTarget.checked ? 'on' : 'off' })}
        />
        <label class="choice__text" for={wire}>
          {label}
        </label>
        {hint && (
          <span class="choice__hint" id={`${wire}-hint`}>
            {hint}
          </span>
        )}
      </div>
      <Mine mine={mine} />
    </div>
  )
}

export function ChoiceControl({ field, name, form, mine }: ControlProps<'choice'>): JSX.Element {
  const wordsOf = (choice: string): string => field.words?.[choice] ?? choice
  return (
    <ControlField field={field} form={form} mine={mine && { ...mine, text: wordsOf(mine.text) }}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={form.draft[name]}
          onChange={(event) => form.change({ [name]: event.currentTarget.value })}
        >
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {wordsOf(choice)}
            </option>
          ))}
        </select>
      )}
    </ControlField>
  )
}
