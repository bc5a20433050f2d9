import type { JSX } from 'preact'
import { listFormats } from '../../api/formats.js'
import { useLoaded } from '../../state/loading.js'
import { ControlField, type ControlProps } from './control-field.js'

/** The formats of the server. Until they are there, the list has the chosen one alone. */
export function FormatControl({ field, name, form, mine }: ControlProps<'text'>): JSX.Element {
  const chosen = form.draft[name]
  const formats = useLoaded(listFormats).value ?? []
  const isListed = chosen === '' || formats.some((format) => format.name === chosen)
  return (
    <ControlField field={field} form={form} mine={mine}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={chosen}
          onChange={(event) => form.change({ [name]: event.currentTarget.value })}
        >
          <option value="">Any</option>
          {!isListed && <option value={chosen}>{chosen}</option>}
          {formats.map((format) => (
            <option key={format.name} value={format.name}>
              {format.title}
            </option>
          ))}
        </select>
      )}
    </ControlField>
  )
}
