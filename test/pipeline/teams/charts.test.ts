import { card, shows, text } from './shown.js'

describe('a chart of an Adaptive Card', () => {
  const points = (...all: readonly (readonly [unknown, number])[]): readonly object[] =>
    all.map(([x, y]) => ({ x, y }))
  const chart = (type: string, members: object): object =>
    card(text('a'), { type: `Chart.${type}`, title: 'T', ...members })
  const head = (...cells: readonly string[]): string =>
    `a\n\n**T**\n\n| ${cells.join(' | ')} |\n|${' --- |'.repeat(cells.length)}\n`
  shows([
    [
      'the numbers of a pie',
      chart('Donut', { value: '9', data: [{ legend: 'b', value: 2 }] }),
      'a\n\n**T**\n\n9\n\n|  | Value |\n| --- | --- |\n| b | 2 |',
    ],
    [
      'those of bars',
      chart('VerticalBar', { xAxisTitle: 'Day', yAxisTitle: 'Visits', data: points(['Mon', 0]) }),
      `${head('Day', 'Visits')}| Mon | 0 |`,
    ],
    [
      'those of lines and of groups of bars',
      chart('Line', {
        data: [
          { legend: 'b', values: points([1, 2], [2, 3]) },
          { legend: 'c', values: points([2, 4]) },
        ],
      }),
      `${head('', 'b', 'c')}| 1 | 2 |  |\n| 2 | 3 | 4 |`,
    ],
    [
      'those of bars in parts',
      chart('HorizontalBar.Stacked', {
        data: [
          {
            title: 'b',
            data: [
              { legend: 'c', value: 1 },
              { legend: 'd', value: 2 },
            ],
          },
        ],
      }),
      `${head('', 'c', 'd')}| b | 1 | 2 |`,
    ],
    [
      'those of a gauge',
      chart('Gauge', {
        value: 83,
        max: 100,
        subLabel: 'of it',
        segments: [{ legend: 'b', size: 20 }],
      }),
      'a\n\n**T**\n\n83 (0 to 100) of it\n\n|  | Value |\n| --- | --- |\n| b | 20 |',
    ],
  ])
})
