import { DEFAULT_SETTINGS, type Settings, type SettingsAdapter } from 'express-incoming-webhooks'
import type { Writer } from './writer.js'

/** Stores only what was changed; for everything else the default of the running version applies. */
export function settingsAdapter(writer: Writer): SettingsAdapter {
  const stored = (): Partial<Settings> =>
    writer.model.tables.settings.get('settings')?.settings ?? {}
  const get = (): Settings => ({ ...DEFAULT_SETTINGS, ...stored() })
  return {
    get,
    update: async (changes) =>
      writer.exclusive(async () => {
        await writer.commit({ put: { settings: [{ settings: { ...stored(), ...changes } }] } })
        return get()
      }),
  }
}
