import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import { fieldNames, recordOf } from '../../model/fields.js'
import type { HookSettings } from '../../model/records.js'
import { checkSettings } from '../check-settings.js'
import type { SettingsAdapter, StoredSettings } from '../types.js'
import { collectionOf, type DocumentHost, type DocumentReader } from './calls.js'

export function documentSettings(host: DocumentHost): SettingsAdapter {
  const settings = collectionOf(host, 'settings')
  const read = async (calls?: DocumentReader): Promise<StoredSettings> => {
    const found = await settings.find('all', calls)
    return recordOf<Record<keyof HookSettings, unknown>>(
      fieldNames(DEFAULT_SETTINGS),
      (name) => found?.[name] ?? DEFAULT_SETTINGS[name],
    )
  }
  return {
    get: () => read(),
    update: async (changes) => {
      checkSettings(changes)
      return host.transaction(async (calls) => {
        const changed = { ...(await read(calls)), ...changes }
        await settings.put(calls, { id: 'all', ...changed })
        return changed
      })
    },
  }
}
