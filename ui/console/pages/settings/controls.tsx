import type { ComponentChildren } from 'preact'
import { fieldNames } from '../../../../lib/model/fields.js'
import {
  type SettingField,
  type SettingFields,
  SETTINGS_FIELDS,
} from '../../../../lib/model/settings-fields.js'
import type { SettingName } from '../../api/settings.js'
import { pictureSources } from '../../config.js'
import { choicesOf, Select } from '../../parts/field.js'
import type { SettingsProps } from './page.js'

const FIELDS: SettingFields & Readonly<Record<SettingName, SettingField>> = SETTINGS_FIELDS

interface ControlsProps extends SettingsProps {
  readonly group: SettingField['group']
  /** What is shown below some of them. */
  readonly below?: Readonly<Partial<Record<SettingName, ComponentChildren>>>
}

/** The settings of a group. Each is saved at once. */
export function SettingControls({ group, below = {}, ...props }: ControlsProps) {
  const names = fieldNames(FIELDS).filter((name) => FIELDS[name].group === group)
  return (
    <>
      {names.map((name) => (
        <SettingControl key={name} {...props} name={name}>
          {below[name]}
        </SettingControl>
      ))}
    </>
  )
}

interface ControlProps extends SettingsProps {
  readonly name: SettingName
  readonly children: ComponentChildren
}

function SettingControl({ settings, change, name, children }: ControlProps) {
  const field: SettingField = FIELDS[name]
  const { wire: id, label, hint } = field
  const attributes = { id, 'aria-describedby': `${id}-hint` }
  return (
    <div class="setting">
      <label class="setting__label" for={id}>
        {label}
      </label>
      <div class="setting__control">
        {field.kind === 'choice' ? (
          <Select
            {...attributes}
            class="input level"
            choices={choicesOf(field)}
            chosen={String(settings[name])}
            onChoose={(choice) => change(name, FIELDS[name].fromWire(choice))}
          />
        ) : (
          <Switch
            attributes={attributes}
            on={settings[name] === true}
            onTurn={(on) => change(name, on)}
          />
        )}
      </div>
      <p class="setting__hint" id={`${id}-hint`}>
        {/* Otherwise a switch that is on promises pictures that nobody sees. */}
        {hint} {name === 'enablePostIconOverride' && pictureSources()}
      </p>
      {children}
    </div>
  )
}

interface SwitchProps {
  readonly attributes: { readonly id: string }
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
}

/** A switch, and its state in a word. */
function Switch({ attributes, on, onTurn }: SwitchProps) {
  return (
    <>
      <span class="setting__state" aria-hidden="true">
        {on ? 'On' : 'Off'}
      </span>
      <span class="switch">
        <input
          {...attributes}
          class="switch__input"
          type="checkbox"
          role="switch"
          checked={on}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked
            // The switch shows the saved state, so it changes only after the save.
            currentTarget.checked = on
            onTurn(wanted)
          }}
        />
      </span>
    </>
  )
}
