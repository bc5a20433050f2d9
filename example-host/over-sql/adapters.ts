import type { HookSettings } from 'express-incoming-webhooks'
import {
  type Adapters,
  DEFAULT_SETTINGS,
  type SettingsAdapter,
} from 'express-incoming-webhooks/adapters'
import { type Database, textOf } from './database.js'
import { messagesAdapter } from './messages.js'
import { peopleAdapter } from './people.js'
import { roomsAdapter } from './rooms.js'
import { webhooksAdapter } from './webhooks.js'

/** The library's adapters on this chat's tables. The library keeps the counters. */
export function createAdapters(db: Database, clock: () => number = Date.now): Adapters {
  return {
    guarantees: ['once', 'consecutive', 'threads', 'incidents', 'direct'],
    users: peopleAdapter(db),
    channels: roomsAdapter(db),
    posts: messagesAdapter(db, clock),
    webhooks: webhooksAdapter(db),
    settings: settingsAdapter(db),
  }
}

function settingsAdapter(db: Database): SettingsAdapter {
  const get = (): HookSettings => {
    const rows = db.all('SELECT name, value FROM webhook_settings')
    const changed = rows.map((row): [string, unknown] => [
      textOf(row, 'name'),
      JSON.parse(textOf(row, 'value')),
    ])
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(changed) }
  }
  return {
    get,
    update: (changes) =>
      db.transaction(() => {
        for (const [name, value] of Object.entries(changes)) {
          db.run('REPLACE INTO webhook_settings VALUES (?, ?)', name, JSON.stringify(value))
        }
        return get()
      }),
  }
}
