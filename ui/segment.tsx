interface Choice<Name extends string> {
  readonly name: Name
  readonly text: string
  readonly count?: number
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
      {props.choices.map(({ name, text, count }) => (
        <button
          key={name}
          type="button"
          class="segment__item"
          aria-pressed={name === props.chosen}
          onClick={() => props.onChoose(name)}
        >
          {text}
          {count !== undefined && count > 0 && (
            <>
              {' '}
              <span class="segment__n">{count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
