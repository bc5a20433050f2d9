import { fieldNames } from '../../../../lib/model/fields.js'
import {
  type SettingField,
  type SettingFields,
  SETTINGS_FIELDS,
} from '../../../../lib/model/settings-fields.js'
import type { SettingName, Settings } from '../../api/settings.js'
import { choicesOf, Select } from '../../parts/select.js'
import { SwitchSetting } from '../../parts/setting.js'
import { pictureSources } from '../picture-sources.js'
import type { SettingsState } from './settings-state.js'

const FIELDS: SettingFields & Readonly<Record<SettingName, SettingField>> = SETTINGS_FIELDS

export interface SettingsProps {
  readonly state: SettingsState
  readonly settings: Settings
}

export function namesIn(group: SettingField['group']): readonly SettingName[] {
  return fieldNames(FIELDS).filter((name) => FIELDS[name].group === group)
}

/** One setting; it is saved at once. */
export function SettingControl(props: SettingsProps & { readonly name: SettingName }) {
  const { state, settings, name } = props
  const field: SettingField = FIELDS[name]
  if (field.kind === 'choice') return <ChoiceSetting {...props} field={field} />
  return (
    <SwitchSetting
      id={field.wire}
      label={field.label}
      hint={name === 'enablePostIconOverride' ? withSources(field.hint) : field.hint}
      on={settings[name] === true}
      onTurn={(on) => state.change(name, on)}
    />
  )
}

/** Otherwise a switch that is on promises pictures that nobody sees. */
function withSources(hint: string): string {
  const sources = pictureSources()
  return sources === null ? hint : `${hint} ${sources}`
}

interface ChoiceProps extends SettingsProps {
  readonly name: SettingName
  readonly field: SettingField & { readonly kind: 'choice' }
}

function ChoiceSetting({ state, settings, name, field }: ChoiceProps) {
  const { wire, label, hint } = field
  return (
    <div class="setting">
      <label class="setting__label" for={wire}>
        {label}
      </label>
      <div class="setting__control">
        <Select
          class="input level"
          id={wire}
          aria-describedby={`${wire}-hint`}
          choices={choicesOf(field)}
          chosen={String(settings[name])}
          onChoose={(choice) => state.change(name, FIELDS[name].fromWire(choice))}
        />
      </div>
      <p class="setting__hint" id={`${wire}-hint`}>
        {hint}
      </p>
    </div>
  )
}
