/**
 * How a webhook shows what it gets, in texts with `{{…}}` (docs/templates.md). What values write is data:
 * it neither mentions nor formats. Stores keep it as JSON, as the API has it.
 */
export interface Template {
  /** One line. */
  readonly title?: string
  /** Where the title leads, an http or https URL. */
  readonly link?: string
  /** The colour of the bar: `#` and six hexadecimal digits, `good`, `warning`, `bad` or `neutral`. */
  readonly color?: string
  /** Below the title. */
  readonly body?: string
  /** A table below the body; rows without a value are left out. */
  readonly fields?: readonly TemplateField[]
  /** The name of the incident that it is about. */
  readonly incident?: string
  /** The state of the incident. */
  readonly state?: string
}

/** A row of the table. */
export interface TemplateField {
  /** Plain text. */
  readonly title: string
  /** What the row shows; a row of which nothing is left is not shown. */
  readonly value: string
}

/** The slots, in the order in which records show them. */
export const SLOTS = ['title', 'link', 'color', 'body', 'fields', 'incident', 'state'] as const

/** As it comes from a store. */
export function isTemplate(value: unknown): value is Template {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return SLOTS.every((slot) => {
    const text: unknown = Reflect.get(value, slot)
    if (text === undefined) return true
    return slot === 'fields' ? Array.isArray(text) && text.every(isRow) : typeof text === 'string'
  })
}

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return ['title', 'value'].every((name) => typeof Reflect.get(value, name) === 'string')
}
