import { type SettingField, SETTINGS_FIELDS } from '../../../lib/model/settings-fields.js'
import { code, tableOf } from './markdown-table.js'

const SETTINGS: readonly SettingField[] = Object.values(SETTINGS_FIELDS)
/** Every setting. */
export function everySetting(): readonly string[] {
  return tableOf(
    ['setting', 'values, the default first', 'meaning'],
    SETTINGS.map((field) => [code(field.wire), valuesOf(field).map(code).join(', '), field.hint]),
  )
}

function valuesOf(field: SettingField): readonly string[] {
  const values = field.kind === 'flag' ? [true, false] : field.choices
  const others = values.filter((value) => value !== field.initial)
  return [field.initial, ...others].map(String)
}
