import type pg from 'pg'
import { messageOf } from '../../host/host-mistakes.js'
import type { HookLog } from '../../model/log.js'
import { checkTables } from '../sql/tables.js'
import { connection, surviveLostConnections } from './connections.js'
import { BREAKING, type Migration, MIGRATIONS } from './migrations/index.js'

/** Which tables to create. */
export interface MigrateOptions {
  /**
   * Comes before the names of the tables, at most 24 characters. A schema may come first, which is
   * created if it does not exist: `chat.`. Default: `''`.
   */
  readonly prefix?: string
  /** Whether to create the tables of `createPostgresChat` too. Default: false. */
  readonly chat?: boolean
  /** Called with migrations of newer versions and with warnings of the database. Default: none. */
  readonly log?: HookLog
}

/**
 * A newer version has changed the tables so that this one cannot work with them. Nothing was done to
 * them.
 */
export class NewerDatabaseError extends Error {
  /** Always `NewerDatabaseError`. */
  override readonly name = 'NewerDatabaseError'
  /** The names of the migrations that this version does not know. */
  readonly migrations: readonly string[]

  constructor(migrations: readonly string[]) {
    super(
      `the database has migrations of a newer version, with which this one cannot work: ` +
        `${migrations.join(', ')}. Start the newer version; nothing was changed.`,
    )
    this.migrations = migrations
  }
}

/**
 * Brings the tables up to date, and returns the names of the migrations that it applied. Each is a
 * transaction of its own. Processes that start at the same time wait for each other. Migrations of
 * newer versions are named in the log, and so is what the database warns of. Throws a
 * `NewerDatabaseError` if a migration of a newer version is breaking, and a `TypeError` for a prefix that
 * is not a name.
 *
 * If the account may not create the extension `pg_trgm`, searches read whole tables until an administrator
 * runs, with the prefix, `CREATE EXTENSION pg_trgm`, and `CREATE INDEX ON … USING gin (…)` for
 * `incoming_webhooks (searched gin_trgm_ops)`. Those of `createPostgresChat` need the same for
 * `chat_users (username gin_trgm_ops)` and
 * `chat_channels (lower(name || E'\n' || display_name) gin_trgm_ops)`.
 */
export async function migrate(
  pool: pg.Pool,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const fill = fillOf(options)
  surviveLostConnections(pool)
  const client = await connection(pool)
  const warn = ({ code, message: warning }: Notice) => {
    if (code?.startsWith(WARNING)) options.log?.('warn', 'a migration has a warning', { warning })
  }
  client.on('notice', warn)
  try {
    const applied: string[] = []
    const known = await knownTo(client, fill)
    checkNewer(known, options.log)
    for (const migration of wantedOf(options)) {
      if (known.has(migration.name)) continue
      if (await apply(client, fill, migration)) applied.push(migration.name)
    }
    client.off('notice', warn)
    client.release()
    return applied
  } catch (error) {
    // Ends the transaction too.
    client.release(true)
    throw error
  }
}

/** What the server says beside the results of statements. */
interface Notice {
  readonly code: string | undefined
  readonly message: string | undefined
}

/** How the codes of warnings begin, whose severity is in the language of the server. */
const WARNING = '01'

function checkNewer(known: ReadonlySet<string>, log: HookLog = () => undefined) {
  const own = new Set(MIGRATIONS.map(({ name }) => name))
  const newer = [...known].filter((name) => !own.has(name)).sort()
  if (newer.some((name) => name.endsWith(BREAKING))) throw new NewerDatabaseError(newer)
  const code = 'EIW_NEWER_DATABASE'
  if (newer.length > 0) log('warn', messageOf(code), { code, migrations: newer })
}

/** The statements of all migrations, which the command prints for migration tools. */
export function migrationFiles(options: MigrateOptions = {}): readonly {
  /** The name, as `migrate` returns it. They sort in the order in which to apply them. */
  readonly name: string
  /** The statements, which also record the migration as applied. */
  readonly sql: string
}[] {
  const fill = fillOf(options)
  return wantedOf(options).map(({ name, sql }) => ({
    name,
    // Noted as applied, so that migrate() does not do it again.
    sql: fill(`${TABLE};
${sql}INSERT INTO {table}incoming_webhook_migrations (name) VALUES ('${name}') ON CONFLICT DO NOTHING;
`),
  }))
}

function wantedOf({ chat = false }: MigrateOptions): readonly Migration[] {
  return MIGRATIONS.filter(({ isChat = false }) => chat || !isChat)
}

type Fill = (sql: string) => string

/** Writes names in statements: of tables after `{table}`, of indexes after `{index}`; `{schema}` makes the schema. */
function fillOf({ prefix }: MigrateOptions): Fill {
  const table = checkTables({ dialect: 'postgres', prefix: prefix ?? '' })
  const [schema, index = schema] = table.split('.')
  const makeSchema = table.includes('.') ? `CREATE SCHEMA IF NOT EXISTS ${schema};\n` : ''
  return (sql) =>
    sql
      .replaceAll('{schema}', makeSchema)
      .replaceAll('{table}', table)
      .replaceAll('{index}', index ?? '')
}

const TABLE = `{schema}CREATE TABLE IF NOT EXISTS {table}incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`
const IS_MADE = `SELECT to_regclass('{table}incoming_webhook_migrations') IS NOT NULL AS made`
const NAMES = 'SELECT name FROM {table}incoming_webhook_migrations'
const NOTE = 'INSERT INTO {table}incoming_webhook_migrations (name) VALUES ($1)'
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('{table}incoming_webhook_migrations'))`

/** Read without a lock, so that an account that may change no tables can find them up to date. */
async function knownTo(client: pg.PoolClient, fill: Fill): Promise<ReadonlySet<string>> {
  const made = await client.query<{ readonly made: boolean }>(fill(IS_MADE))
  if (made.rows[0]?.made !== true) return new Set()
  const { rows } = await client.query<{ readonly name: string }>(fill(NAMES))
  return new Set(rows.map(({ name }) => name))
}

/** Indexes of large tables take their time. */
const MIGRATION_MS = 24 * 3600 * 1000

/** False if it was applied before, perhaps by another process that this one has waited for. */
async function apply(client: pg.PoolClient, fill: Fill, { name, sql }: Migration) {
  // The wait is for the migrations of others, which may take longer than a statement of a request.
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0`)
  const lock = { text: fill(LOCK), query_timeout: MIGRATION_MS }
  await client.query(lock)
  await client.query(fill(TABLE))
  const known = await client.query(`${fill(NAMES)} WHERE name = $1`, [name])
  if (known.rowCount === 0) {
    const statements = { text: fill(sql), query_timeout: MIGRATION_MS }
    await client.query(statements)
    await client.query(fill(NOTE), [name])
  }
  await client.query('COMMIT')
  return known.rowCount === 0
}
