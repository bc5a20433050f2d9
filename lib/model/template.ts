import { isObject } from './json.js'

/**
 * How a webhook shows what it gets, in texts with `{{…}}` (docs/templates.md). What a slot writes is data:
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
  readonly title: string
  readonly value: string
}

/** The slots, in the order in which records show them. */
export const SLOTS = ['title', 'link', 'color', 'body', 'fields', 'incident', 'state'] as const

/** As it comes from a store. */
export function isTemplate(value: unknown): value is Template {
  return isObject(value) && SLOTS.every((slot) => isSlot(slot, value[slot]))
}

/** What a template says, without its empty slots and in order; null for nothing, and for anything else. */
export function templateIn(value: unknown): Template | null {
  if (!isTemplate(value)) return null
  const filled = SLOTS.flatMap((slot) => {
    const text = value[slot]
    if (text === undefined || text.length === 0) return []
    return [[slot, typeof text === 'string' ? text : text.map(rowOf)] as const]
  })
  const template = Object.fromEntries(filled)
  return filled.length > 0 && isTemplate(template) ? template : null
}

function isSlot(slot: keyof Template, value: unknown): boolean {
  if (value === undefined) return true
  return slot === 'fields' ? Array.isArray(value) && value.every(isRow) : typeof value === 'string'
}

function isRow(value: unknown): boolean {
  return isObject(value) && typeof value['title'] === 'string' && typeof value['value'] === 'string'
}

function rowOf({ title, value }: TemplateField): TemplateField {
  return { title, value }
}
