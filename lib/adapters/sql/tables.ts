import { fieldNames } from '../../model/fields.js'
import { typeOf, OWN_COLUMNS } from './columns.js'
import { computedIn, PREVIOUS_KEY_ENDS } from './computed.js'
import { type SqlDialect, TABLES, WORDS } from './database.js'

/** Which tables to use. */
export interface SqlTablesOptions {
  /** The database. */
  readonly dialect: SqlDialect
  /**
   * Comes before the names of the tables, at most 24 characters. In PostgreSQL, a schema may come
   * first: `chat.`. Default: `''`.
   */
  readonly prefix?: string
}

/** Throws for a prefix that is not a name, because prefixes become part of statements. */
export function checkTables(options: SqlTablesOptions): string {
  const given: unknown = options
  if (!(given instanceof Object) || !Object.hasOwn(WORDS, options.dialect)) {
    throw new TypeError('dialect: expected "postgres" or "sqlite"')
  }
  const { dialect, prefix = '' } = options
  const [, own = prefix] = prefix.split('.')
  if (own.length > LONGEST_PREFIX) {
    throw new TypeError(`prefix: at most ${LONGEST_PREFIX} characters, besides the schema`)
  }
  if (dialect === 'sqlite' ? NAME.test(prefix) : SCHEMA_AND_NAME.test(prefix)) return prefix
  throw new TypeError(
    'prefix: expected letters, digits and underscores, in PostgreSQL perhaps after a schema and a dot',
  )
}

/** PostgreSQL cuts names at 63 bytes, so that those of two indexes could become the same. */
const LONGEST_PREFIX = 24
const NAME = /^(?:[a-z_][a-z0-9_]*)?$/i
const SCHEMA_AND_NAME = /^(?:[a-z_][a-z0-9_]*\.)?(?:[a-z_][a-z0-9_]*)?$/i

/**
 * The statements that create the tables and indexes of `createSqlStores` if they do not exist.
 * Throws a `TypeError` for an unknown dialect and for a prefix that is not a name.
 */
export function sqlTables(options: SqlTablesOptions): string {
  const before = checkTables(options)
  const words = WORDS[options.dialect]
  const computed = computedIn(words)
  const table = (name: keyof typeof TABLES): string => before + TABLES[name]
  // An index is in the schema of its table.
  const index = (name: keyof typeof TABLES, by: string): string =>
    `${before.slice(before.indexOf('.') + 1)}${TABLES[name]}_by_${by}`
  const columns = fieldNames(OWN_COLUMNS).map((name) =>
    name === 'id' ? 'id text PRIMARY KEY' : `${OWN_COLUMNS[name]} ${typeOf(name, words)}`,
  )
  // PostgreSQL changes rows in place unless an index has what changes.
  const countersByEnd = `CREATE INDEX IF NOT EXISTS ${index('counters', 'end')}
  ON ${table('counters')} (full_at);
`
  return `CREATE TABLE IF NOT EXISTS ${table('webhooks')} (
  ${columns.join(',\n  ')},
  more ${words.json} NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX IF NOT EXISTS ${index('webhooks', 'key')} ON ${table('webhooks')} (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS ${index('webhooks', 'previous_key')}
  ON ${table('webhooks')} ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'age')} ON ${table('webhooks')} (create_at, id);
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'user')}
  ON ${table('webhooks')} (user_id, create_at, id);
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'channel')}
  ON ${table('webhooks')} (channel_id, create_at, id);
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'due')} ON ${table('webhooks')} (${computed.dueAt});
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'silence')} ON ${table('webhooks')} (id)
  WHERE ${computed.isSilent};
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'failure')} ON ${table('webhooks')} (create_at, id)
  WHERE ${computed.isFailing};
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'end')} ON ${table('webhooks')} (expires_at)
  WHERE expires_at > 0;
CREATE INDEX IF NOT EXISTS ${index('webhooks', 'previous_end')}
  ON ${table('webhooks')} ((${PREVIOUS_KEY_ENDS})) WHERE previous_key IS NOT NULL;
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
)${words.inPlace};
${options.dialect === 'sqlite' ? countersByEnd : ''}CREATE TABLE IF NOT EXISTS ${table('posts')} (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post ${words.json} NOT NULL
);
CREATE TABLE IF NOT EXISTS ${table('batches')} (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  size integer NOT NULL DEFAULT 0,
  batch ${words.json} NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS ${index('batches', 'end')} ON ${table('batches')} (expires_at);
CREATE TABLE IF NOT EXISTS ${table('incidents')} (
  webhook_id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  version bigint NOT NULL,
  last_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  thing ${words.json} NOT NULL,
  PRIMARY KEY (webhook_id, channel_id, name)
);
CREATE INDEX IF NOT EXISTS ${index('incidents', 'age')} ON ${table('incidents')} (webhook_id, last_at);
CREATE INDEX IF NOT EXISTS ${index('incidents', 'end')} ON ${table('incidents')} (expires_at);
`
}
