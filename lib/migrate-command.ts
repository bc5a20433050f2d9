import { parseArgs } from 'node:util'
import { migrate, migrationFiles } from './adapters/postgres/migrate.js'
import { createPostgresPool } from './adapters/postgres/pool.js'
import type { HookLog } from './model/log.js'

/** Brings the tables in PostgreSQL up to date. */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: process.env['DATABASE_URL'] ?? '' },
      prefix: { type: 'string', default: '' },
      chat: { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
    },
  })
  const { url, prefix, chat, print } = values
  if (print) {
    for (const { name, sql } of migrationFiles({ prefix, chat })) console.log(`-- ${name}\n${sql}`)
    return 0
  }
  if (url === '') throw new Error('set DATABASE_URL, or pass --url')
  const pool = createPostgresPool({ url, max: 1 })
  try {
    const log: HookLog = (_level, message, fields) => {
      console.error(message, fields)
    }
    const applied = await migrate(pool, { prefix, chat, log })
    console.log(applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`)
    return 0
  } finally {
    await pool.end()
  }
}
