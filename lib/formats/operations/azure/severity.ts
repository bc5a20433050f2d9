import { type Color, type Rows } from '../../kit.js'

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

/** What an incident of a service of Azure is about. */
export function serviceFields(properties: string): Rows {
  return {
    Service: `${properties}.service`,
    Region: `${properties}.region`,
    Stage: `${properties}.stage`,
  }
}
