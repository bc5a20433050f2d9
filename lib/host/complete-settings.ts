import { DEFAULT_SETTINGS } from '../model/defaults.js'
import { fieldNames } from '../model/fields.js'
import type { Settings } from '../model/records.js'
import type { TellMistake } from './host-mistakes.js'

const NAMES = fieldNames(DEFAULT_SETTINGS)

/** Settings with defaults for those that the host omits. */
export function completeSettings(found: Settings, tell: TellMistake): Settings {
  const missing = NAMES.filter((name) => typeof found[name] !== typeof DEFAULT_SETTINGS[name])
  if (missing.length === 0) return found
  tell('EIW_SETTINGS_INCOMPLETE', { missing })
  const defaults = missing.map((name) => [name, DEFAULT_SETTINGS[name]] as const)
  return { ...DEFAULT_SETTINGS, ...found, ...Object.fromEntries(defaults) }
}
