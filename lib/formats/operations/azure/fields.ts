import {
  type Color,
  entryOf,
  firstText,
  listAt,
  numberAt,
  phrase,
  type Row,
  type Rows,
  type Table,
  textAt,
} from '../../kit.js'

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

/** What was measured and what the limit is. */
export function conditionFields(context: unknown, isResolved: boolean): readonly Row[] {
  const measured = listAt(context, 'condition.allOf')[0] ?? context
  const metric = firstText(measured, 'metricName', 'metricMeasureColumn')
  const threshold = textAt(measured, 'threshold')
  const limit = [metric || 'Value', operatorOf(textAt(measured, 'operator')), threshold]
  return [
    [isResolved ? 'Value now' : 'Value', valueIn(measured)],
    ['Condition', threshold === '' ? metric : phrase(limit)],
  ]
}

function valueIn(measured: unknown): string {
  const number = numberAt(measured, 'metricValue')
  const size = Math.abs(number ?? 0)
  // Very small and very large ones would lose what they say.
  if (number === null || size < 0.01 || size > 1e9) return textAt(measured, 'metricValue')
  return String(Math.round(number * 1_000) / 1_000)
}

const OPERATORS: Table<string> = {
  GreaterThan: '>',
  GreaterThanOrEqual: '≥',
  LessThan: '<',
  LessThanOrEqual: '≤',
  Equals: '=',
  Equal: '=',
}

/** `>`, or `greater or less than` of `GreaterOrLessThan`. */
function operatorOf(name: string): string {
  const words = name.slice(0, 40).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return entryOf(OPERATORS, name) ?? words.toLowerCase()
}
