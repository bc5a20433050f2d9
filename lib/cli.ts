#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { migrate, migrationFiles } from './adapters/postgres/migrate.js'
import { createPostgresPool } from './adapters/postgres/pool.js'
import type { HookLog } from './model/log.js'

const HELP = `express-incoming-webhooks migrate [--url URL] [--prefix PREFIX] [--chat] [--print]

Brings the tables in PostgreSQL up to date.

  --url URL        postgres://user:password@host:5432/database (default: DATABASE_URL)
  --prefix PREFIX  comes before the names of the tables; may begin with a schema: chat.
  --chat           also the tables for users, channels and posts of createPostgresChat
  --print          prints the statements of all migrations, and runs nothing
`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string', default: process.env['DATABASE_URL'] ?? '' },
      prefix: { type: 'string', default: '' },
      chat: { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { url, prefix, chat, print, help } = values
  if (help || positionals.join(' ') !== 'migrate') {
    console.log(HELP)
    return help ? 0 : 2
  }
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
