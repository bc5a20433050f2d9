import { numberText } from './numbers.js'

interface Choice<Name extends string> {
  readonly name: Name
  readonly text: string
  readonly count?: number
  /** Whether its count is an alarm unless it is 0, and is shown at every width. */
  readonly alarms?: boolean
}

interface SegmentProps<Name extends string> {
  readonly label: string
  readonly choices: readonly Choice<Name>[]
  readonly chosen: Name
  readonly small?: boolean
  readonly onChoose: (name: Name) => void
}

/** A row of exclusive choices. */
export function Segment<Name extends string>(props: SegmentProps<Name>) {
  return (
    <div
      class={props.small === true ? 'segment segment--small' : 'segment'}
      role="group"
      aria-label={props.label}
    >
      {props.choices.map(({ name, text, count, alarms = false }) => (
        <button
          key={name}
          type="button"
          class="segment__item"
          aria-pressed={name === props.chosen}
          onClick={() => props.onChoose(name)}
        >
          {text}
          {count !== undefined && (
            <>
              {' '}
              <span class={`segment__n${alarms ? lookOf(count) : ''}`}>{numberText(count)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

function lookOf(count: number) {
  return count > 0 ? ' segment__n--kept segment__n--bad' : ' segment__n--kept'
}
