import type { Template } from '../../../../../lib/model/template.js'

/** The slots that are one text each, in the order of their controls. */
export const TEXT_SLOTS = ['title', 'link', 'color', 'body', 'incident', 'state'] as const
export type TextSlot = (typeof TEXT_SLOTS)[number]

/** What would be typed for a template: the texts, and then two for each row of its table. */
export function typedOf(template: Template): readonly string[] {
  const rows = template.fields ?? []
  return [
    ...TEXT_SLOTS.map((slot) => template[slot] ?? ''),
    ...rows.flatMap(({ title, value }) => [title, value]),
  ]
}

/** What a template says, in one line. */
export function templateInWords(template: Template): string {
  return typedOf(template)
    .filter((text) => text !== '')
    .join(' · ')
}
