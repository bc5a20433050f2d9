import { textOf, wireOf } from 'express-incoming-webhooks-ui'
import { fieldNames, recordOf } from '../../../lib/model/fields.js'
import {
  CLIENT_SETTINGS,
  type ClientSettings as ClientValues,
  type OwnSettings,
  type SettingFields,
  SETTINGS_FIELDS,
} from '../../../lib/model/settings-fields.js'
import { call, get } from './call.js'

/** The settings that administrators change. */
export type Settings = ClientValues & OwnSettings
export type SettingName = keyof Settings

/** Settings that every signed-in user can see. */
export type ClientSettings = ClientValues & {
  readonly version: string
  /** Whether administrators can choose from a list of users. */
  readonly listsUsers: boolean
  /** When the server started, if it keeps no earlier requests; otherwise null. */
  readonly requestsSince: number | null
}

const FIELDS: SettingFields = SETTINGS_FIELDS

export async function readSettings(): Promise<Settings> {
  return settingsOf(await get('config'))
}

/** Changes one setting. */
export async function changeSetting<Name extends SettingName>(
  name: Name,
  value: Settings[Name],
): Promise<Settings> {
  const field = FIELDS[name]
  const body = { [field.section]: { [field.wire]: field.toWire(value) } }
  return settingsOf((await call('PUT', 'config/patch', { body })).body)
}

export async function readClientSettings(): Promise<ClientSettings> {
  const wire = await get('config/client?format=old')
  const values = recordOf<ClientValues>(fieldNames(CLIENT_SETTINGS), (name) =>
    FIELDS[name].fromWire(unquoted(textOf(wire, FIELDS[name].wire))),
  )
  const listsUsers = textOf(wire, 'ListsUsers') === 'true'
  const requestsSince = Number(textOf(wire, 'RequestsSince')) || null
  return { ...values, version: textOf(wire, 'Version'), listsUsers, requestsSince }
}

// The old format writes all values as strings. An unknown switch is off.
function unquoted(text: string) {
  if (text === 'true') return true
  return text === 'false' || text === '' ? false : text
}

function settingsOf(body: unknown): Settings {
  const sections = wireOf(body)
  return recordOf<Settings>(fieldNames(FIELDS), (name) => {
    const { section, wire, fromWire } = FIELDS[name]
    return fromWire(wireOf(sections[section])[wire])
  })
}
