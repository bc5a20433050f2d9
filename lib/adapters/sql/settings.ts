import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import { checkSettings } from '../check-settings.js'
import type { SettingsAdapter, StoredSettings } from '../types.js'
import { jsonIn, textIn } from '../stored-values.js'
import type { SqlDatabase } from './database.js'

export function sqlSettings(db: SqlDatabase): SettingsAdapter {
  const table = db.table('settings')
  const get = async (): Promise<StoredSettings> => {
    const rows = await db.rows(`SELECT name, value FROM ${table}`)
    const changed = rows.map((row): [string, unknown] => [
      textIn(row, 'name'),
      jsonIn(row, 'value'),
    ])
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(changed) }
  }
  return {
    get,
    update: async (changes) => {
      checkSettings(changes)
      const given = Object.entries(changes)
      if (given.length > 0) {
        const places = given.map(() => '(?, ?)').join(', ')
        await db.rows(
          `INSERT INTO ${table} (name, value) VALUES ${places}
           ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING name`,
          ...given.flatMap(([name, value]) => [name, JSON.stringify(value)]),
        )
      }
      return get()
    },
  }
}
