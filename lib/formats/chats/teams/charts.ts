import { type ChartPoint, chartRows } from '../../../native/message/blocks/tables.js'
import { type Element, firstText, partsAt, phrase, table, textAt } from '../../kit.js'
import type { CardSheet } from './card-sheet.js'
import { wordsAt } from './card-text.js'

/** A chart: its title, its words, and its numbers as a table. */
export function showChart(chart: Element, sheet: CardSheet): void {
  const { value } = chart
  sheet.heading(wordsAt(value, 'title'))
  sheet.text(phrase([wordsAt(value, 'value'), rangeOf(value), wordsAt(value, 'subLabel')]))
  const points = [...partsAt(chart, 'data'), ...partsAt(chart, 'segments')].flatMap((part) =>
    sheet.elements.take() ? pointsOf(part, sheet) : [],
  )
  const axes = { x: wordsAt(value, 'xAxisTitle'), y: wordsAt(value, 'yAxisTitle') }
  if (points.length > 0) sheet.text(table(chartRows(points, axes)))
}

/** From where to where a gauge goes. */
function rangeOf(gauge: unknown): string {
  const [min, max] = [textAt(gauge, 'min'), textAt(gauge, 'max')]
  return max === '' ? '' : `(${min || '0'} to ${max})`
}

/** A number, or those of a line, of a group of bars or of a bar in parts. */
function pointsOf(part: Element, sheet: CardSheet): readonly ChartPoint[] {
  const name = firstText(part.value, 'legend', 'title')
  const ofSeries = partsAt(part, 'values').filter(() => sheet.elements.take())
  const ofBar = partsAt(part, 'data').filter(() => sheet.elements.take())
  if (ofSeries.length + ofBar.length === 0) return [{ series: '', ...pointOf(part) }]
  return [
    ...ofSeries.map((each) => ({ series: name, ...pointOf(each) })),
    ...ofBar.map((each) => {
      const { label, value } = pointOf(each)
      return { series: label, label: name, value }
    }),
  ]
}

function pointOf({ value }: Element): Pick<ChartPoint, 'label' | 'value'> {
  return { label: firstText(value, 'x', 'legend'), value: firstText(value, 'y', 'value', 'size') }
}
