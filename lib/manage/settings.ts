import { fieldNames, partOf, recordOf, toWire, type WireValue } from '../model/fields.js'
import { type JsonSchema, objectOf, orNull } from '../model/json-schema.js'
import type { HookSettings } from '../model/records.js'
import {
  CLIENT_SETTINGS,
  type ClientSettings,
  type Section,
  SECTIONS,
  type SettingFields,
  SETTINGS_FIELDS,
} from '../model/settings-fields.js'
import { asIs, type Check, isAbsent, memberOf } from '../model/sent.js'
import { checksOf } from './field-checks.js'

const FIELDS: SettingFields = SETTINGS_FIELDS
const NAMES = fieldNames(FIELDS)
const CHECKS = checksOf<HookSettings>(SETTINGS_FIELDS)

type WireValues = Readonly<Record<string, WireValue>>

/** Settings under the reference's names and in its sections. */
type SettingsView = Readonly<Record<Section, WireValues>>

/** All settings as an administrator sees them. */
export function settingsView(settings: HookSettings): SettingsView {
  return recordOf<SettingsView>(SECTIONS, (section) =>
    toWire<HookSettings>(FIELDS, settings, namesOf(section)),
  )
}

function namesOf(section: Section): readonly (keyof HookSettings)[] {
  return NAMES.filter((name) => FIELDS[name].section === section)
}

/**
 * Settings for every signed-in client. All values are strings, as in the reference's old format.
 * `ListsUsers` is only there if the host lists its users, and `RequestsSince` if the log of requests
 * of earlier processes are not kept.
 */
export function clientSettingsView(
  settings: HookSettings,
  host: {
    readonly compatVersion: string
    readonly siteUrl: string
    readonly listsUsers: boolean
    readonly requestsSince: number | null
  },
): Readonly<Record<string, string>> {
  const values = Object.entries(toWire<ClientSettings>(CLIENT_SETTINGS, settings))
  return {
    ...Object.fromEntries(values.map(([wire, value]) => [wire, inOldFormat(value)])),
    Version: host.compatVersion,
    SiteURL: host.siteUrl,
    ...(host.listsUsers ? { ListsUsers: 'true' } : {}),
    ...(host.requestsSince === null ? {} : { RequestsSince: String(host.requestsSince) }),
  }
}

function inOldFormat(value: WireValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The changes of a patch: only the members that it contains. Null counts as absent, and other sections
 * and members, which clients send, are ignored.
 */
export const SETTINGS_PATCH: Check<Partial<HookSettings>> = {
  schema: objectOf(
    Object.fromEntries(SECTIONS.map((name) => [`${name}?`, orNull(sectionSchema(name))])),
  ),
  read: ({ value }) => {
    // The API has names of its own here.
    const patch = { value, spell: asIs }
    return partOf<HookSettings>(NAMES, (name) => {
      const section = memberOf(patch, FIELDS[name].section)
      if (isAbsent(section)) return undefined
      const given = memberOf(section, FIELDS[name].wire)
      return isAbsent(given) ? undefined : CHECKS[name].read(given)
    })
  },
}

function sectionSchema(section: Section): JsonSchema {
  const members = namesOf(section).map((name): [string, JsonSchema] => [
    `${FIELDS[name].wire}?`,
    CHECKS[name].schema,
  ])
  return objectOf(Object.fromEntries(members))
}
