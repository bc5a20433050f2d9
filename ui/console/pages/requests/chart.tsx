import { countText, dateText, numberText, sinceText } from 'express-incoming-webhooks-ui'
import { OUTCOMES } from '../../../../lib/model/last-result.js'
import { Fold } from '../../parts/card.js'
import { OUTCOME_LOOKS, OutcomeWord } from '../../parts/looks.js'
import { type Bar, barsOf, type Listed, type RangeName, RANGES, sumOf } from './use-log.js'

/** From below: what is bad stands on the ground, where it is seen. */
const STACK = ['failed', 'refused', 'skipped', 'posted'] as const

interface ChartProps extends Listed {
  readonly range: RangeName
}

/** The listed requests over time, as bars and as a table. */
export function Chart({ items, isAll, range }: ChartProps) {
  const now = Date.now()
  const bars = barsOf(items, range, now)
  const most = Math.max(1, ...bars.map(totalOf))
  const sum = sumOf(bars)
  const nameOf = ({ from }: Bar) => (range === 'week' ? dateText(from, now) : sinceText(from, now))
  return (
    <figure class="chart" aria-label="Requests over time">
      <ul class="chart__legend">
        {OUTCOMES.map((outcome) => (
          <li key={outcome}>
            <OutcomeWord outcome={outcome} /> <b class="num">{numberText(sum[outcome])}</b>
          </li>
        ))}
        {!isAll && <li class="subtle">of the newest {numberText(items.length)}</li>}
      </ul>
      <svg viewBox={`0 0 ${bars.length} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, at) => (
          <Column key={bar.from} bar={bar} at={at} most={most} name={nameOf(bar)} />
        ))}
      </svg>
      <div class="chart__axis" aria-hidden="true">
        <span>{bars[0] && nameOf(bars[0])}</span>
        <span>
          at most {numberText(most)} per {RANGES[range].per}
        </span>
        <span>now</span>
      </div>
      <Fold title="Numbers">
        <Numbers bars={bars} nameOf={nameOf} />
      </Fold>
    </figure>
  )
}

function totalOf({ counts }: Bar) {
  return OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)
}

interface ColumnProps {
  readonly bar: Bar
  readonly at: number
  readonly most: number
  readonly name: string
}

function Column({ bar, at, most, name }: ColumnProps) {
  let top = most
  return (
    <g>
      <title>{`${name}: ${countText(totalOf(bar), 'request')}`}</title>
      <rect class="chart__space" x={at} width={1} height={most} />
      {STACK.map((outcome) => {
        const height = bar.counts[outcome]
        top -= height
        return (
          height > 0 && (
            <rect
              key={outcome}
              class={OUTCOME_LOOKS[outcome].dot}
              x={at + 0.1}
              y={top}
              width={0.8}
              height={height}
            />
          )
        )
      })}
    </g>
  )
}

interface NumbersProps {
  readonly bars: readonly Bar[]
  readonly nameOf: (bar: Bar) => string
}

function Numbers({ bars, nameOf }: NumbersProps) {
  return (
    <table class="numbers">
      <thead>
        <tr>
          {['From', ...OUTCOMES.map((outcome) => OUTCOME_LOOKS[outcome].text)].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.from}>
            <th scope="row">{nameOf(bar)}</th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome}>{bar.counts[outcome]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
