import type { Color } from '../../drafts/draft.js'
import { entryOf } from '../../own-entry.js'

const NAMES: readonly (readonly [string, Color])[] = [
  ['critical', 'bad'],
  ['error', 'bad'],
  ['warning', 'warning'],
  ['informational', 'neutral'],
  ['verbose', 'neutral'],
]

/** `Sev1`, or only the number, in words and as a colour. */
export function severityOf(text: string): { readonly name: string; readonly color: Color } {
  const lower = text.slice(0, 20).toLowerCase()
  const digits = lower.startsWith('sev') ? lower.slice(3) : lower
  const found = /^\d$/.test(digits) ? NAMES[Number(digits)] : undefined
  if (!found) return { name: text, color: 'bad' }
  return { name: `Sev${digits} (${found[0]})`, color: found[1] }
}

const OPERATORS: Readonly<Record<string, string>> = {
  GreaterThan: '>',
  GreaterThanOrEqual: '≥',
  LessThan: '<',
  LessThanOrEqual: '≤',
  Equals: '=',
  Equal: '=',
}

/** `GreaterOrLessThan` as people write it. */
function inWords(name: string): string {
  return name
    .slice(0, 40)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
}

export function operatorOf(name: string): string {
  return entryOf(OPERATORS, name) ?? inWords(name)
}
