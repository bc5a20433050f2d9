import { columnOf, typeOf, WEBHOOK_NAMES } from './columns.js'
import { type SqlDialect, WORDS } from './database.js'

export interface SqlTablesOptions {
  readonly dialect: SqlDialect
  /** Comes before the names of the tables; may end with a dot, for a schema. Default: none. */
  readonly prefix?: string
}

/** Throws for a prefix that is not a name, because prefixes become part of statements. */
export function checkPrefix(prefix: string): string {
  if (/^(?:[a-z_][a-z0-9_]*\.)?[a-z0-9_]*$/i.test(prefix)) return prefix
  throw new TypeError(
    'prefix: expected letters, digits and underscores, perhaps after a schema and a dot',
  )
}

/** The statements that create the tables and indexes of `createSqlStores`, if they do not exist. */
export function sqlTables({ dialect, prefix = '' }: SqlTablesOptions): string {
  const words = WORDS[dialect]
  const table = checkPrefix(prefix)
  const index = table.slice(table.indexOf('.') + 1)
  const columns = WEBHOOK_NAMES.map((name) =>
    name === 'id' ? 'id text PRIMARY KEY' : `${columnOf(name)} ${typeOf(name, words)}`,
  )
  return `CREATE TABLE IF NOT EXISTS ${table}webhooks (
  ${columns.join(',\n  ')}
);
CREATE UNIQUE INDEX IF NOT EXISTS ${index}webhooks_by_key ON ${table}webhooks (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS ${index}webhooks_by_previous_key
  ON ${table}webhooks ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS ${index}webhooks_by_age ON ${table}webhooks (create_at, id);
CREATE INDEX IF NOT EXISTS ${index}webhooks_by_user ON ${table}webhooks (user_id, create_at, id);
CREATE TABLE IF NOT EXISTS ${table}webhook_settings (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TABLE IF NOT EXISTS ${table}webhook_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS ${index}webhook_sessions_by_user ON ${table}webhook_sessions (user_id);
CREATE INDEX IF NOT EXISTS ${index}webhook_sessions_by_end ON ${table}webhook_sessions (expires_at);
CREATE TABLE IF NOT EXISTS ${table}webhook_counters (
  name text PRIMARY KEY,
  full_at double precision NOT NULL,
  taken ${words.flag} NOT NULL
);
CREATE INDEX IF NOT EXISTS ${index}webhook_counters_by_end ON ${table}webhook_counters (full_at);
CREATE TABLE IF NOT EXISTS ${table}webhook_posts (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post ${words.json} NOT NULL
);
CREATE TABLE IF NOT EXISTS ${table}webhook_batches (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  batch ${words.json} NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS ${index}webhook_batches_by_end ON ${table}webhook_batches (expires_at);
`
}
