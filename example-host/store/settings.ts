import type { HookSettings } from 'express-incoming-webhooks'
import { DEFAULT_SETTINGS, type SettingsAdapter } from 'express-incoming-webhooks/adapters'
import type { Writer } from './writer.js'

/** Stores only what was changed; for everything else the default of the running version applies. */
export function settingsAdapter(writer: Writer): SettingsAdapter {
  const stored = () => writer.model.tables.settings.get('settings')?.settings ?? {}
  const get = (): HookSettings => ({ ...DEFAULT_SETTINGS, ...stored() })
  return {
    get,
    update: async (changes) =>
      writer.exclusive(async () => {
        await writer.commit({ put: { settings: [{ settings: { ...stored(), ...changes } }] } })
        return get()
      }),
  }
}
