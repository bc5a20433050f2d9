import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EnvironmentFault, readEnvironment } from './environment.js'
import { createLog } from './log.js'
import { backUpStore } from './store/backup.js'

const HELP = `npm run backup -- --to DIRECTORY

Copies a chat in JSON files (DATA_DIR) to a new directory, and checks that the copy can be read. The
chat may be running: everything that it has acknowledged is in the copy. To restore it, stop the chat,
and put the copy in the place of DATA_DIR.

  --to DIRECTORY  the directory of the backup, which must not exist
`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return error instanceof EnvironmentFault ? 2 : 1
})

async function main(args: readonly string[]): Promise<number> {
  const options = { to: { type: 'string' }, help: { type: 'boolean', default: false } } as const
  const { to, help } = parseArgs({ args: [...args], options }).values
  if (help || to === undefined) {
    console.log(HELP)
    return help ? 0 : 2
  }
  const { databaseUrl, dataDir, logLevel } = await readEnvironment(process.env)
  if (databaseUrl !== null) {
    throw new EnvironmentFault(
      'DATABASE_URL: back up a database with its own tools, such as pg_dump',
    )
  }
  const log = createLog(logLevel, (line) => process.stderr.write(line))
  const { users, channels, webhooks, posts } = await backUpStore(dataDir, to, log)
  console.log(`users: ${users}, channels: ${channels}, webhooks: ${webhooks}, posts: ${posts}`)
  if (existsSync(join(dataDir, 'secret'))) {
    console.log(
      `Not in the backup: the secret. Keep a copy of ${join(dataDir, 'secret')} elsewhere.`,
    )
  }
  return 0
}
