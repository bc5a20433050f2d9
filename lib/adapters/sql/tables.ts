import { columnOf, typeOf, WEBHOOK_NAMES } from './columns.js'
import { type SqlDialect, TABLES, WORDS } from './database.js'

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
  const before = checkPrefix(prefix)
  const table = (name: keyof typeof TABLES): string => before + TABLES[name]
  // An index is in the schema of its table.
  const index = (name: keyof typeof TABLES, by: string): string =>
    `${before.slice(before.indexOf('.') + 1)}${TABLES[name]}_by_${by}`
  const columns = WEBHOOK_NAMES.map((name) =>
    name === 'id' ? 'id text PRIMARY KEY' : `${columnOf(name)} ${typeOf(name, words)}`,
  )
  return `CREATE TABLE IF NOT EXISTS ${table('webhooks')} (
  ${columns.join(',\n  ')}
);
CREATE UNIQUE INDEX IF NOT EXISTS ${index('webhooks', 'key')} ON ${table('webhooks')} (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS ${index('webhooks', 'previous_key')}
  ON ${table('webhooks')} ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'age')} ON ${table('webhooks')} (create_at, id);
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'user')}
  ON ${table('webhooks')} (user_id, create_at, id);
CREATE TABLE IF NOT EXISTS ${table('settings')} (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TABLE IF NOT EXISTS ${table('sessions')} (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS ${index('sessions', 'user')} ON ${table('sessions')} (user_id);
CREATE INDEX IF NOT EXISTS ${index('sessions', 'end')} ON ${table('sessions')} (expires_at);
CREATE TABLE IF NOT EXISTS ${table('counters')} (
  name text PRIMARY KEY,
  full_at double precision NOT NULL,
  taken ${words.flag} NOT NULL
);
CREATE INDEX IF NOT EXISTS ${index('counters', 'end')} ON ${table('counters')} (full_at);
CREATE TABLE IF NOT EXISTS ${table('posts')} (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post ${words.json} NOT NULL
);
CREATE TABLE IF NOT EXISTS ${table('batches')} (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  batch ${words.json} NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS ${index('batches', 'end')} ON ${table('batches')} (expires_at);
`
}
