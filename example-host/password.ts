import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { randomPassword } from './accounts.js'
import { runCommand } from './command.js'
import { type Environment, EnvironmentFault, readEnvironment } from './environment.js'
import { createLog } from './log.js'
import { type ChatStore, openStore } from './store/index.js'
import { openPostgresStore } from './store/postgres/index.js'

const HELP = `npm run password -- NAME

Sets a new random password for the account NAME, prints it, and ends the sessions of the account.
With DATABASE_URL, the chat may be running; with files (DATA_DIR), stop it first.`

async function main(): Promise<number> {
  const [name, ...others] = process.argv.slice(2)
  if (name === undefined || name.startsWith('-') || others.length > 0) {
    console.log(HELP)
    return name === '--help' ? 0 : 2
  }
  const environment = await readEnvironment(process.env)
  const store = await openStoreOf(environment)
  try {
    return await replacePassword(store, environment, name)
  } finally {
    await store.close()
  }
}

async function openStoreOf({ databaseUrl, dataDir }: Environment): Promise<ChatStore> {
  const log = createLog('error', (line) => process.stderr.write(line))
  if (databaseUrl !== null) return openPostgresStore({ url: databaseUrl, log })
  // Opening it would create an empty chat.
  if (!existsSync(dataDir)) throw new EnvironmentFault(`DATA_DIR: there is no chat in ${dataDir}`)
  return openStore({ dir: dataDir, log })
}

async function replacePassword(
  store: ChatStore,
  { siteUrl }: Environment,
  name: string,
): Promise<number> {
  const user = await store.users.byUsername(name)
  if (!user) {
    console.error(`There is no account with the username ${JSON.stringify(name)}`)
    return 1
  }
  // Any secret works, because no tokens or keys are read or created here.
  const secret = randomBytes(32).toString('hex')
  const webhooks = createIncomingWebhooks({ adapters: store.adapters, secret, siteUrl })
  try {
    const password = randomPassword()
    await store.users.setPasswordHash(user.id, await webhooks.signIn.hashPassword(password))
    await webhooks.signIn.signOutUser(user.id)
    console.log(`The new password of ${user.username}: ${password}`)
    console.log('It is shown only once. All sessions of this account have ended.')
    if (user.deleteAt) console.log('The account is deactivated: it cannot sign in.')
    return 0
  } finally {
    await webhooks.close()
  }
}

await runCommand(main, 'Stop the chat, then try again')
