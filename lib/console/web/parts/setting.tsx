import type { ComponentChildren, JSX } from 'preact'

interface SwitchSettingProps {
  readonly id: string
  readonly label: string
  readonly hint: ComponentChildren
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  /** What there is to say or to ask below. */
  readonly children?: ComponentChildren
}

/** A setting that is on or off; the word beside the switch says which. */
export function SwitchSetting(props: SwitchSettingProps): JSX.Element {
  const { id } = props
  return (
    <div class="setting">
      <div class="setting__label" id={`${id}-label`}>
        {props.label}
      </div>
      <div class="setting__control">
        <span class="setting__state" aria-hidden="true">
          {props.on ? 'On' : 'Off'}
        </span>
        <span class="switch">
          <input
            class="switch__input"
            type="checkbox"
            role="switch"
            id={id}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-hint`}
            checked={props.on}
            onChange={(event) => {
              const wanted = event.currentTarget.checked
              // It shows what the server knows, so it moves when the server has answered.
              event.currentTarget.checked = props.on
              props.onTurn(wanted)
            }}
          />
        </span>
      </div>
      <p class="setting__hint" id={`${id}-hint`}>
        {props.hint}
      </p>
      {props.children}
    </div>
  )
}
