// Writes the stores beside it with version 0.9.0, of which a compiled checkout is needed. By hand:
//   node dist/test/stores-of-0.9/write.js CHECKOUT
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import express from 'express'
import type * as postgres from 'express-incoming-webhooks/postgres'
import type * as documents from 'express-incoming-webhooks/documents'
import type * as sql from 'express-incoming-webhooks/sql'
import type * as memory from 'express-incoming-webhooks/memory'
import type * as chatStore from '../../example-host/store/index.js'
import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { OwnMessages, Stores } from 'express-incoming-webhooks/adapters'
import pg from 'pg'
import { openDatabase } from '../../example-host/over-sql/database.js'
import { openDocumentStore, type Transaction } from '../../docs/examples/adapters/document-log.js'
import { cheapHash } from '../support/cheap-hash.js'
import { createSchema } from '../support/postgres-schema.js'
import { startPostgres } from '../support/postgres-server.js'
import { documentMessages, MESSAGES, messagesIn } from '../support/stores-session.js'
import {
  BUILD,
  DISK_IS_FULL,
  FOLDER,
  PATH,
  QUEUE_IS_LONG,
  QUEUE_IS_SHORT,
  SECRET,
  type Sent,
  SITE,
  type StoreName,
  type Written,
  WRITTEN_AT,
} from './written.js'

const PASSWORD = 'correct horse battery'
const [checkout = ''] = process.argv.slice(2)

/** A module of the checkout, as its types were. */
async function of09<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(resolve(checkout, 'dist', path)).href)) as Module
}

let now = WRITTEN_AT
const clock = (): number => (now += 10)

interface Chat {
  readonly adapters: object
  readonly user: HookUser
  readonly channel: HookChannel
}

/** Makes a webhook and sends to it what the tests go on from. */
async function write({ adapters, user, channel }: Chat): Promise<Written> {
  const { createIncomingWebhooks } = await of09<{ createIncomingWebhooks: Create }>('esm/index.js')
  const options = { adapters, secret: SECRET, siteUrl: SITE, clock }
  const { manage, hooksRouter, authRouter } = createIncomingWebhooks(options)
  const { id, key: previousKey } = await manage.create(user.id, {
    channelId: channel.id,
    displayName: 'Alerts',
    thingPath: PATH,
    together: 'reply',
  })
  const { key } = await manage.regenerate(user.id, id, { overlapSeconds: 86_400 })
  const app = express().use('/hooks', hooksRouter).use('/api/v4/users', authRouter)
  const server = app.listen(0, '127.0.0.1')
  const url = await addressOf(server)
  const call = async (path: string, { body, headers }: Sent): Promise<Response> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const send = async (sent: Sent): Promise<string> => {
    const answer = await call(`/hooks/${key}?wait=true`, sent)
    const { posts } = (await answer.json()) as { readonly posts: readonly { id: string }[] }
    return posts[0]?.id ?? ''
  }
  const diskPostId = await send(DISK_IS_FULL)
  const queuePostId = await send(QUEUE_IS_LONG)
  await send(QUEUE_IS_SHORT)
  const buildPostId = await send(BUILD)
  const credentials = { login_id: user.username, password: PASSWORD }
  const signedIn = await call('/api/v4/users/login', { body: credentials, headers: {} })
  server.close()
  return {
    userId: user.id,
    channelId: channel.id,
    webhookId: id,
    token: signedIn.headers.get('token') ?? '',
    key,
    previousKey,
    diskPostId,
    queuePostId,
    buildPostId,
  }
}

type Create = (options: object) => {
  readonly manage: {
    create(userId: string, fields: object): Promise<{ id: string; key: string }>
    regenerate(userId: string, id: string, options: object): Promise<{ key: string }>
  }
  readonly hooksRouter: express.RequestHandler
  readonly authRouter: express.RequestHandler
}

function addressOf(server: Server): Promise<string> {
  return new Promise((done) => {
    server.once('listening', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('no port')
      done(`http://127.0.0.1:${address.port}`)
    })
  })
}

interface TeamsOf09 {
  byName(name: string): { readonly id: string } | Promise<{ readonly id: string }>
}

function isOf09(teams: object): teams is TeamsOf09 {
  return 'byName' in teams
}

async function writeChat(): Promise<Written> {
  const { openStore } = await of09<typeof chatStore>('example-host/store/index.js')
  const dir = await mkdtemp(join(tmpdir(), 'chat-'))
  const store = await openStore({ dir, clock })
  const { users, teams, channels, adapters } = store
  const passwordHash = await cheapHash(PASSWORD)
  const user = await users.create({ ...PERSON, email: 'ann@example.org', passwordHash })
  if (!isOf09(teams)) throw new Error('teams are not those of 0.9')
  const { id: teamId } = await teams.byName('main')
  const creatorId = user.id
  const channel = await channels.create({ ...CHANNEL, teamId, creatorId })
  const written = await write({ adapters, user, channel })
  await store.close()
  await rm(join(FOLDER, 'chat'), { recursive: true, force: true })
  await cp(dir, join(FOLDER, 'chat'), {
    recursive: true,
    filter: (path) => !path.endsWith('.sock') && !path.endsWith('lock.json'),
  })
  await rm(dir, { recursive: true })
  return written
}

const PERSON = { username: 'ann', admin: true } as const
const CHANNEL = { type: 'public', name: 'alerts', displayName: 'Alerts' } as const

/** Writes with stores of which people and channels are not a part. */
async function writeStores<Handle>(
  stores: Stores<never, Handle>,
  messages: OwnMessages<Handle>,
): Promise<Written> {
  const { createMemoryAdapters } = await of09<typeof memory>('esm/memory.js')
  const people = createMemoryAdapters({ clock })
  const { user, channel } = people.addDemo()
  const passwordHash = await cheapHash(PASSWORD)
  people.host.credentials.set(user.id, { userId: user.id, passwordHash })
  const adapters = {
    ...stores,
    guarantees: ['once', 'consecutive', 'things'],
    users: people.users,
    channels: people.channels,
    posts: stores.posts(messages),
  }
  return write({ adapters, user, channel })
}

async function writeSqlite(): Promise<Written> {
  const { createSqlStores, oneConnection, sqlTables } = await of09<typeof sql>('esm/sql.js')
  const tables = MESSAGES + sqlTables({ dialect: 'sqlite' })
  const db = await openDatabase(tables)
  const connection = oneConnection((text, values) => db.all(text, ...values))
  const stores = createSqlStores({ ...connection, dialect: 'sqlite', clock })
  const written = await writeStores(
    stores,
    messagesIn(connection.query, () => '?'),
  )
  const names = db.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
  const rows = names.flatMap(({ name }) =>
    db.all(`SELECT * FROM ${String(name)}`).map((row) => {
      const values = Object.values(row).map((value) =>
        typeof value === 'string' ? quoted(value) : String(value ?? 'NULL'),
      )
      return `INSERT INTO ${String(name)} VALUES (${values.join(', ')});\n`
    }),
  )
  await save('sqlite.sql', `${tables}\n${rows.join('')}`)
  return written
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function writeDocuments(): Promise<Written> {
  const { createDocumentStores } = await of09<typeof documents>('esm/documents.js')
  const folder = await mkdtemp(join(tmpdir(), 'documents-'))
  const store = await openDocumentStore(join(folder, 'log'))
  const stores = createDocumentStores<Transaction>(store, { clock })
  const written = await writeStores(stores, documentMessages(store))
  await store.close()
  await cp(join(folder, 'log'), join(FOLDER, 'documents.jsonl'))
  await rm(folder, { recursive: true })
  return written
}

type PostgresOf09 = Pick<typeof postgres, 'createPostgresChat'> & {
  readonly migrationFiles: (options: { readonly chat: true }) => readonly { readonly sql: string }[]
}

async function writePostgres(): Promise<Written> {
  const { createPostgresChat, migrationFiles } = await of09<PostgresOf09>('esm/postgres.js')
  const server = await startPostgres()
  const { url } = await createSchema(server.url)
  const pool = new pg.Pool({ connectionString: url })
  const tables = migrationFiles({ chat: true }).map(({ sql }) => sql)
  for (const sql of tables) await pool.query(sql)
  const passwordHash = await cheapHash(PASSWORD)
  const user: HookUser = { ...PERSON, id: 'user'.padEnd(26, 'y') }
  const channel: HookChannel = { ...CHANNEL, id: 'channel'.padEnd(26, 'y'), teamId: 'team' }
  await pool.query(`INSERT INTO chat_users (id, username, email, password_hash, admin, create_at)
      VALUES ('${user.id}', 'ann', 'ann@example.org', '${passwordHash}', true, 1);
    INSERT INTO chat_teams VALUES ('team', 'main', 'Main', 1);
    INSERT INTO chat_channels (id, team_id, type, name, display_name, creator_id, create_at)
      VALUES ('${channel.id}', 'team', 'public', 'alerts', 'Alerts', '${user.id}', 1);`)
  const chat = createPostgresChat({ pool, clock })
  const { adapters } = chat
  const written = await write({ adapters, user, channel })
  await chat.close()
  await save('postgres.sql', `${tables.join('')}\n${await rowsIn(pool)}`)
  await pool.end()
  await server.stop()
  return written
}

/** Statements that insert the rows of all tables. */
async function rowsIn(pool: pg.Pool): Promise<string> {
  // A table refers to earlier ones. The migrations note themselves.
  const tables = await pool.query<{ name: string; counted: string | null }>(
    `SELECT relname AS name, (SELECT attname FROM pg_attribute
         WHERE attrelid = pg_class.oid AND attidentity <> '') AS counted
     FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND relname <> 'incoming_webhook_migrations' ORDER BY oid`,
  )
  const texts: string[] = []
  for (const { name, counted } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT row_to_json(row)::text AS row FROM ${name} AS row`,
    )
    if (rows.length === 0) continue
    texts.push(
      `ALTER TABLE ${name} DISABLE TRIGGER USER;`,
      ...rows.map(
        ({ row }) => `INSERT INTO ${name} OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::${name}, ${quoted(row)});`,
      ),
      `ALTER TABLE ${name} ENABLE TRIGGER USER;`,
    )
    if (counted === null) continue
    const sequence = `pg_get_serial_sequence('${name}', '${counted}')`
    texts.push(`SELECT setval(${sequence}, max(${counted})) FROM ${name};`)
  }
  return `${texts.join('\n')}\n`
}

async function save(name: string, text: string): Promise<void> {
  await writeFile(join(FOLDER, name), text)
}

const written: Readonly<Record<StoreName, Written>> = {
  chat: await writeChat(),
  sqlite: await writeSqlite(),
  documents: await writeDocuments(),
  postgres: await writePostgres(),
}
await save('written.json', `${JSON.stringify(written, null, 2)}\n`)
