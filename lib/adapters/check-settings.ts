import { fieldNames } from '../model/fields.js'
import { SETTINGS_FIELDS } from '../model/settings-fields.js'

/** Throws a `TypeError` for a name that no setting has, such as the one that it has in the API. */
export function checkSettings(changes: object) {
  for (const name of Object.keys(changes)) {
    if (Object.hasOwn(SETTINGS_FIELDS, name)) continue
    const meant = fieldNames(SETTINGS_FIELDS).find((known) => SETTINGS_FIELDS[known].wire === name)
    const known = meant ?? fieldNames(SETTINGS_FIELDS).join(', ')
    throw new TypeError(`settings.update: ${name} is not a setting; in code, write ${known}`)
  }
}
