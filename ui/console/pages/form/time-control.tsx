import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Displaced } from '../../parts/field.js'
import { ControlField, type ControlProps } from './control-field.js'

const WORDS: ReadonlyMap<string, string> = new Map([
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
])
/** A date that is not entered yet. */
const NO_DATE = 'date'

/** Never, a number of days, or a date. */
export function TimeControl({ field, name, form, mine }: ControlProps<'time'>): JSX.Element {
  const text = form.draft[name]
  const isDate = !WORDS.has(text)
  // Kept, so that the date is still there after trying the other choices.
  const [lastDate, setLastDate] = useState(NO_DATE)
  const change = (next: string): void => form.change({ [name]: next })
  return (
    <ControlField field={field} form={form} mine={inWords(mine)}>
      {(attributes) => (
        <span class="row">
          <select
            {...attributes}
            class="input expires"
            value={isDate ? NO_DATE : text}
            onChange={(event) => {
              const { value } = event.currentTarget
              if (isDate) setLastDate(text)
              change(value === NO_DATE ? lastDate : value)
            }}
          >
            {Array.from(WORDS, ([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
            <option value={NO_DATE}>On a specific date…</option>
          </select>
          {isDate && (
            <input
              class="input expires"
              type="date"
              aria-label="Date"
              value={text}
              onInput={(event) => change(event.currentTarget.value || NO_DATE)}
            />
          )}
        </span>
      )}
    </ControlField>
  )
}

function inWords(displaced: Displaced | null): Displaced | null {
  return displaced && { ...displaced, text: WORDS.get(displaced.text) ?? displaced.text }
}
