import { plainText } from '../../../text/plain-text.js'
import { bold, type CardField, markdown, type Text, textAt } from '../../kit.js'

/** A line that stands out: in bold, unless it has marks of its own, which then count. */
export function heading(text: string): Text {
  const line = text.trim()
  return plainText(line) === line ? bold(line) : markdown(line)
}

/** A row of a table. `name`: the member with its title. */
export function readFact(fact: unknown, name: 'name' | 'title'): CardField {
  return {
    title: textAt(fact, name).replace(/:\s*$/, ''),
    value: markdown(textAt(fact, 'value')),
    short: true,
  }
}
