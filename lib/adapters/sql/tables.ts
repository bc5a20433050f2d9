import { fieldNames } from '../../model/fields.js'
import { typeOf, OWN_COLUMNS } from './columns.js'
import { computedIn, PREVIOUS_KEY_ENDS } from './computed.js'
import { type SqlDialect, WORDS } from './database.js'

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
  const table = checkTables(options)
  const words = WORDS[options.dialect]
  const columns = fieldNames(OWN_COLUMNS).map((name) =>
    name === 'id' ? 'id text PRIMARY KEY' : `${OWN_COLUMNS[name]} ${typeOf(name, words)}`,
  )
  const places: Readonly<Record<string, string>> = {
    ...computedIn(words),
    table,
    // An index is in the schema of its table.
    index: table.slice(table.indexOf('.') + 1),
    columns: columns.join(',\n  '),
    json: words.json,
    flag: words.flag,
    inPlace: words.inPlace,
    previousKeyEnds: PREVIOUS_KEY_ENDS,
  }
  // PostgreSQL changes rows in place unless an index has what changes.
  const text = options.dialect === 'sqlite' ? STATEMENTS : STATEMENTS.replace(COUNTERS_BY_END, '')
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => places[name] ?? '')
}

const COUNTERS_BY_END = `CREATE INDEX IF NOT EXISTS {index}incoming_webhook_counters_by_end
  ON {table}incoming_webhook_counters (full_at);
`

const STATEMENTS = `CREATE TABLE IF NOT EXISTS {table}incoming_webhooks (
  {columns},
  more {json} NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX IF NOT EXISTS {index}incoming_webhooks_by_key ON {table}incoming_webhooks (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS {index}incoming_webhooks_by_previous_key
  ON {table}incoming_webhooks ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_age ON {table}incoming_webhooks (create_at, id);
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_user
  ON {table}incoming_webhooks (user_id, create_at, id);
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_channel
  ON {table}incoming_webhooks (channel_id, create_at, id);
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_due ON {table}incoming_webhooks ({dueAt});
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_silence ON {table}incoming_webhooks (id)
  WHERE {isSilent};
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_failure ON {table}incoming_webhooks (create_at, id)
  WHERE {isFailing};
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_end ON {table}incoming_webhooks (expires_at)
  WHERE expires_at > 0;
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_previous_end
  ON {table}incoming_webhooks (({previousKeyEnds})) WHERE previous_key IS NOT NULL;
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_settings (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_sessions_by_user ON {table}incoming_webhook_sessions (user_id);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_sessions_by_end ON {table}incoming_webhook_sessions (expires_at);
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_counters (
  name text PRIMARY KEY,
  full_at double precision NOT NULL,
  taken {flag} NOT NULL
){inPlace};
${COUNTERS_BY_END}CREATE TABLE IF NOT EXISTS {table}incoming_webhook_posts (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post {json} NOT NULL
);
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_batches (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  size integer NOT NULL DEFAULT 0,
  batch {json} NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_batches_by_end ON {table}incoming_webhook_batches (expires_at);
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_things (
  webhook_id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  version bigint NOT NULL,
  last_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  thing {json} NOT NULL,
  PRIMARY KEY (webhook_id, channel_id, name)
);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_things_by_age ON {table}incoming_webhook_things (webhook_id, last_at);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_things_by_end ON {table}incoming_webhook_things (expires_at);
`
