import { expect } from 'chai'
import { type ChartPoint, chartRows } from '../../../../lib/native/message/blocks/tables.js'
import { shownAsSent, showsRows } from './shown.js'

const point = (label: unknown, value: unknown) => ({ label, value })
const chart = (title: string, parts: object) => ({
  type: 'data_visualization',
  title,
  chart: parts,
})
const series = (name: string, ...data: readonly object[]) => ({ name, data })

describe('a chart', () => {
  showsRows([
    [
      'the segments of a pie as a table',
      chart('Open | all', { type: 'pie', segments: [point('Bugs | 1', 17), point('*', 0.5)] }),
      ['##### Open | all\n\n|  | Value |\n| --- | --- |\n| Bugs \\| 1 | 17 |\n| * | 0.5 |'],
    ],
    [
      'a row per category and a column per series, in the order of the axis',
      chart('Load', {
        type: 'bar',
        series: [
          series('web', point('b', 2), point('a', 1)),
          series('api', point('a', 3), point('x', 4)),
        ],
        axis_config: { categories: ['a', 'b', 'c'], x_label: 'Hour', y_label: 'ms' },
      }),
      [
        '##### Load\n\n| Hour / ms | web | api |\n| --- | --- | --- |\n| a | 1 | 3 |\n| b | 2 |  |\n| c |  |  |\n| x |  | 4 |',
      ],
    ],
    [
      'one without a name under the words at its axis',
      chart('', {
        type: 'line',
        series: [series('', point('a', '1'))],
        axis_config: { y_label: 'ms' },
      }),
      ['|  | ms |\n| --- | --- |\n| a | 1 |'],
    ],
    [
      'a value that is no number as a gap, with a warning',
      chart('t', { type: 'area', segments: [point('a', null), point('b', { c: 1 })] }),
      ['##### t\n\n|  | Value |\n| --- | --- |\n| a |  |\n| b |  |'],
      ['blocks[0].chart.segments[1].value: not a number'],
    ],
    [
      'categories that are none as gaps, with a warning',
      chart('t', { segments: [point('a', 1)], axis_config: { categories: [{}, 5] } }),
      ['##### t\n\n|  | Value |\n| --- | --- |\n|  |  |\n| 5 |  |\n| a | 1 |'],
      ['blocks[0].chart.axis_config.categories[0]: not a category'],
    ],
    [
      'nothing but the title of one without numbers, with a warning',
      chart('t', { type: 'pie', segments: [] }),
      ['##### t'],
      ['blocks[0]: a chart without numbers'],
    ],
    [
      'nothing of one without a chart, with a warning',
      { type: 'data_visualization' },
      [],
      ['blocks[0]: a chart without numbers'],
    ],
  ])

  it('keeps numbers as they were sent', () => {
    const { text } = shownAsSent([chart('t', { segments: [point(1, 1e-9), point(2, -3.5)] })])
    expect(text).to.include('| 1 | 1e-9 |\n| 2 | -3.5 |')
  })
})

describe('the numbers of a chart', () => {
  const of = (name: string, label: string, value: string): ChartPoint => ({
    series: name,
    label,
    value,
  })

  it('that have the same place have rows of their own', () => {
    const points = [of('s', 'a', '1'), of('t', 'a', '2'), of('s', 'a', '3')]
    expect(chartRows(points)).to.deep.equal([
      ['', 's', 't'],
      ['a', '1', '2'],
      ['a', '3', ''],
    ])
  })

  it('of many series are a row each', () => {
    const points = Array.from({ length: 21 }, (_, at) => of(`s${at}`, `l${at}`, `${at}`))
    const [head, first, ...others] = chartRows(points, { x: 'x', y: 'y' })
    expect(head).to.deep.equal(['', 'x', 'y'])
    expect(first).to.deep.equal(['s0', 'l0', '0'])
    expect(others).to.have.length(20)
  })
})
