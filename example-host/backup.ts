import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { optionOrHelp, runCommand } from './command.js'
import { EnvironmentFault, readEnvironment } from './environment.js'
import { createLog } from './log.js'
import { backUpStore } from './store/backup.js'

const HELP = `npm run backup -- --to DIRECTORY

Copies a chat in JSON files (DATA_DIR) to a new directory, and checks that the copy can be read. The
chat may be running: everything that it has acknowledged is in the copy. To restore it, stop the chat,
and put the copy in the place of DATA_DIR.

  --to DIRECTORY  the directory of the backup, which must not exist
`

await runCommand(async () => {
  const to = optionOrHelp('to', HELP)
  if (typeof to === 'number') return to
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
})
