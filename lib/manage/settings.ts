import { fieldNames, partOf, toWire, type WireValue } from '../model/fields.js'
import type { HookSettings } from '../model/records.js'
import {
  CLIENT_SETTINGS,
  type ClientSettings,
  type Section,
  type SettingFields,
  SETTINGS_FIELDS,
} from '../model/settings-fields.js'

const FIELDS: SettingFields = SETTINGS_FIELDS
const NAMES = fieldNames(FIELDS)

type WireValues = Readonly<Record<string, WireValue>>

/** Settings under the reference's names and in its sections. */
export type SettingsView = Readonly<Record<Section, WireValues>>

/** All settings as an administrator sees them. */
export function settingsView(settings: HookSettings): SettingsView {
  return {
    ServiceSettings: sectionView(settings, 'ServiceSettings'),
    LogSettings: sectionView(settings, 'LogSettings'),
  }
}

function sectionView(settings: HookSettings, section: Section): WireValues {
  const names = NAMES.filter((name) => FIELDS[name].section === section)
  return toWire<HookSettings>(FIELDS, settings, names)
}

/**
 * Settings for every signed-in client. All values are strings, as in the reference's old format.
 * `ListsUsers` is only there if the host lists its users.
 */
export function clientSettingsView(
  settings: HookSettings,
  host: {
    readonly compatVersion: string
    readonly siteUrl: string
    readonly listsUsers: boolean
  },
): Readonly<Record<string, string>> {
  const values = Object.entries(toWire<ClientSettings>(CLIENT_SETTINGS, settings))
  return {
    ...Object.fromEntries(values.map(([wire, value]) => [wire, inOldFormat(value)])),
    Version: host.compatVersion,
    SiteURL: host.siteUrl,
    ...(host.listsUsers ? { ListsUsers: 'true' } : {}),
  }
}

function inOldFormat(value: WireValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Requested changes under the reference's names; null and undefined count as absent. */
export type SettingsPatch = Readonly<
  Partial<Record<Section, Readonly<Record<string, unknown>> | null | undefined>>
>

/** The changes of a patch: only the members that it contains. */
export function settingsChanges(patch: SettingsPatch): Partial<HookSettings> {
  return partOf<HookSettings>(NAMES, (name) => {
    const { section, wire, fromWire } = FIELDS[name]
    const value = patch[section]?.[wire]
    return value === null || value === undefined ? undefined : fromWire(value)
  })
}
