import {
  CLIENT_SETTINGS,
  type SettingField,
  SETTINGS_FIELDS,
} from '../../../lib/model/settings-fields.js'
import { code, tableOf } from './markdown-table.js'

const PAGES: Readonly<Record<SettingField['group'], string>> = {
  use: 'Integration Management',
  appearance: 'Integration Management',
  logging: 'Logging',
}

/** In the order of the console. */
const GROUPS: readonly SettingField['group'][] = ['use', 'appearance', 'logging']

const SETTINGS: readonly SettingField[] = Object.values(SETTINGS_FIELDS)
const OF_CLIENTS: ReadonlySet<string> = new Set(
  Object.values(CLIENT_SETTINGS).map(({ wire }) => wire),
)

/** For docs/management-api.md. */
export function settingsOfTheApi(): readonly string[] {
  return tableOf(
    ['setting', 'section', 'values', 'default', 'in `/config/client`', 'meaning'],
    SETTINGS.map((field) => [
      code(field.wire),
      code(field.section),
      field.kind === 'flag' ? 'boolean' : field.choices.map(code).join(', '),
      code(String(field.initial)),
      OF_CLIENTS.has(field.wire) ? 'yes' : 'no',
      field.hint,
    ]),
  )
}

/** For docs/console.md. */
export function settingsOfTheConsole(): readonly string[] {
  return tableOf(
    ['setting', 'page', 'shown as', 'at first'],
    GROUPS.flatMap((group) => SETTINGS.filter((field) => field.group === group)).map((field) => [
      code(field.wire),
      PAGES[field.group],
      field.label,
      field.kind === 'flag' ? (field.initial ? 'on' : 'off') : code(field.initial),
    ]),
  )
}
