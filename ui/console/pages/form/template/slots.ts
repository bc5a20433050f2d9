import { TEXT_SLOTS, type TextSlot } from './shown.js'

/** The name of the format that reads by the template of the webhook. */
export const TEMPLATE_FORMAT = 'template'

/** What the slots are called. */
export const SLOT_LABELS: Readonly<Record<TextSlot | 'fields', string>> = {
  title: 'Title',
  link: 'Link',
  color: 'Colour',
  body: 'Text',
  fields: 'Table',
  incident: 'Incident',
  state: 'State of the incident',
}

/** A template as the API would have it. */
export function templateTyped(typed: readonly string[]): object {
  const fields = rowsIn(typed).map(([title, value]) => ({ title, value }))
  const texts = TEXT_SLOTS.map((slot, at): [string, string] => [slot, textOf(slot, typed[at])])
  return { ...Object.fromEntries(texts), fields }
}

function textOf(slot: TextSlot, text = '') {
  return slot === 'body' ? text : text.trim()
}

/** The two texts of a row of the table. */
export type Row = readonly [title: string, value: string]

/** The rows of the table, as they were typed. */
export function rowsIn(typed: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  for (let at = TEXT_SLOTS.length; at < typed.length; at += 2) {
    rows.push([typed[at] ?? '', typed[at + 1] ?? ''])
  }
  return rows
}

/** The same with these rows. */
export function withRows(typed: readonly string[], rows: readonly Row[]): readonly string[] {
  return [...TEXT_SLOTS.map((_, at) => typed[at] ?? ''), ...rows.flat()]
}

/** What the slot at such a path is called, such as `fields.0.value`. */
export function slotName(path: string): string {
  const [slot = '', row] = path.split('.')
  if (row !== undefined) return `Row ${Number(row) + 1} of the table`
  return Object.entries(SLOT_LABELS).find(([name]) => name === slot)?.[1] ?? 'Template'
}
