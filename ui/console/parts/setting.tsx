import type { ComponentChildren } from 'preact'

interface SwitchSettingProps {
  readonly id: string
  readonly label: string
  readonly hint: ComponentChildren
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  /** Additional content below. */
  readonly children?: ComponentChildren
}

/** An on/off setting, with a label for its state next to the switch. */
export function SwitchSetting(props: SwitchSettingProps) {
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
              // The switch shows the saved state, so it changes only after the save.
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
