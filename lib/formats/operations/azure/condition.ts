import {
  entryOf,
  firstText,
  listAt,
  numberAt,
  phrase,
  type Row,
  type Table,
  textAt,
} from '../../kit.js'

/** What was measured and what the limit is. */
export function conditionFields(context: unknown, isResolved: boolean): readonly Row[] {
  const measured = listAt(context, 'condition', 'allOf')[0] ?? context
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
