import type { Text } from '../../drafts/pieces.js'
import { listAt, numberAt, textAt } from '../../json-members.js'
import { operatorOf } from './severity.js'

/** What was measured and what the limit is, as fields. */
export function conditionFields(
  context: unknown,
  isResolved: boolean,
): readonly (readonly [string, Text])[] {
  const [first] = listAt(context, 'condition', 'allOf')
  const measured = first ?? context
  const metric = textAt(measured, 'metricName') || textAt(measured, 'metricMeasureColumn')
  const value = textAt(measured, 'metricValue')
  const operator = operatorOf(textAt(measured, 'operator'))
  const threshold = textAt(measured, 'threshold')
  const limit = [metric || 'Value', operator, threshold].filter((part) => part !== '').join(' ')
  return [
    [isResolved ? 'Value now' : 'Value', rounded(measured, value)],
    ['Condition', threshold === '' ? metric : limit],
  ]
}

function rounded(measured: unknown, value: string): string {
  const number = numberAt(measured, 'metricValue')
  const size = Math.abs(number ?? 0)
  // Very small and very large ones would lose what they say.
  if (number === null || size < 0.01 || size > 1e9) return value
  return String(Math.round(number * 1_000) / 1_000)
}
