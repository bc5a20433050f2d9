const TOLD = [
  'version',
  'id',
  'create_at',
  'update_at',
  'user_id',
  'channel_id',
  'team_id',
  'enabled',
  'key_hint',
  'key_digest',
  'key_cipher',
  'signing_salt',
  'verification',
  'previous_key',
  'display_name',
  'description',
  'channel_locked',
  'expires_at',
  'username',
  'icon_url',
  'icon_emoji',
  'format',
  'events',
  'except_events',
  'foreign_mentions',
  'together',
  'thing_path',
  'rate_limit',
]

/** When something is due of a webhook that is silent, which was told: never. */
const TOLD_SILENT = '100000000000000000'

/** Where lists of webhooks find what they ask for. */
export const COMPUTED = {
  dueAt: 'due_at',
  isSilent: `due_at >= ${TOLD_SILENT}`,
  isFailing: 'failing',
  searched: 'searched',
}

/**
 * Lists of webhooks, and what needs attention. The server computes the columns, so that no other version
 * of the library need know of them. No index is on what changes with each request, only on what is computed
 * of it, which stays the same as a rule: then the row changes in place, without a new entry in any index.
 * Expressions in indexes would prevent that. Long ones are in functions, because each statement would read
 * them anew: 100 µs of CPU time. Adding the columns writes the table anew.
 */
export const LISTS = `ALTER TABLE {table}incoming_webhooks SET (fillfactor = 85);
-- Those of tables made by hand compute what the columns have.
DROP INDEX IF EXISTS {table}incoming_webhooks_by_due, {table}incoming_webhooks_by_silence,
  {table}incoming_webhooks_by_failure, {table}incoming_webhooks_by_end, {table}incoming_webhooks_by_previous_end;
CREATE FUNCTION {table}incoming_webhook_due(enabled boolean, more jsonb) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $due$
DECLARE
  told numeric := ${number("more -> 'lastResult'", 'silentSince')};
  heard numeric := ${number("more -> 'lastResult'", 'heardAt')};
  every numeric := ${number('more', 'expectEvery')};
BEGIN
  RETURN CASE
    WHEN told < 0 THEN 0
    WHEN told > 0 AND heard > told THEN heard
    WHEN told > 0 THEN ${TOLD_SILENT}
    WHEN enabled AND every > 0 THEN greatest(${number('more', 'expectedSince')}, heard) + every * 1250
  END;
END $due$;
ALTER TABLE {table}incoming_webhooks
  ADD COLUMN due_at numeric
    GENERATED ALWAYS AS ({table}incoming_webhook_due(enabled, more)) STORED,
  ADD COLUMN failing boolean GENERATED ALWAYS AS (
    coalesce(more -> 'lastResult' ->> 'outcome' IN ('refused', 'failed'), false)) STORED,
  ADD COLUMN searched text GENERATED ALWAYS AS (lower(
    display_name || ' ' || description || ' ' || key_hint || ' ' || coalesce(more ->> 'slug', ''))) STORED;
CREATE INDEX {index}incoming_webhooks_by_due_at ON {table}incoming_webhooks (due_at)
  WHERE due_at IS NOT NULL;
CREATE INDEX {index}incoming_webhooks_by_failure ON {table}incoming_webhooks (create_at, id)
  WHERE failing;
CREATE INDEX {index}incoming_webhooks_by_end ON {table}incoming_webhooks (expires_at)
  WHERE expires_at > 0;
CREATE INDEX {index}incoming_webhooks_by_previous_end
  ON {table}incoming_webhooks ((CAST(previous_key ->> 'expiresAt' AS numeric)))
  WHERE previous_key IS NOT NULL;
CREATE FUNCTION {table}incoming_webhook_differs(one {table}incoming_webhooks, other {table}incoming_webhooks)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $differs$
BEGIN
  RETURN ${told('one')}
    IS DISTINCT FROM ${told('other')};
END $differs$;
DROP TRIGGER {index}incoming_webhooks_tell_update ON {table}incoming_webhooks;
CREATE TRIGGER {index}incoming_webhooks_tell_update AFTER UPDATE ON {table}incoming_webhooks
  FOR EACH ROW WHEN ({table}incoming_webhook_differs(OLD, NEW))
  EXECUTE FUNCTION {table}incoming_webhook_tell('webhook');
${trigrams([{ name: 'incoming_webhooks_searched', table: 'incoming_webhooks', text: 'searched' }])}`

/** People and channels by a part of their names, and who has left. */
export const CHAT_LISTS = `CREATE INDEX {index}chat_users_left ON {table}chat_users (delete_at)
  WHERE delete_at > 0;
${trigrams([
  { name: 'chat_users_searched', table: 'chat_users', text: 'username' },
  {
    name: 'chat_channels_searched',
    table: 'chat_channels',
    text: `(lower(name || E'\\n' || display_name))`,
  },
])}`

/** What nodes are told of: all but the last use and what became of requests. */
function told(row: 'one' | 'other'): string {
  const columns = TOLD.map((column) => `${row}.${column}`).join(', ')
  return `ROW(${columns}, ${row}.more #- '{lastResult}')`
}

interface TrigramIndex {
  readonly name: string
  readonly table: string
  readonly text: string
}

/**
 * Indexes that find a part of a text, if the server has the extension and this account may create it;
 * without them, all is read. It is trusted, but an account may have no rights in the database.
 */
function trigrams(indexes: readonly TrigramIndex[]): string {
  const created = indexes.map(
    ({ name, table, text }) =>
      `  EXECUTE format('CREATE INDEX {index}${name} ON {table}${table} USING gin (%s %I.gin_trgm_ops)',
    ${quoted(text)}, place);\n`,
  )
  return `DO $trigrams$
DECLARE
  place name;
BEGIN
  -- Of two databases' schemas that are made at the same time, one would fail.
  PERFORM pg_advisory_xact_lock(hashtext('pg_trgm'));
  CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
  SELECT nspname INTO place FROM pg_extension
    JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
${created.join('')}EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'searches read whole tables, because pg_trgm cannot be used: %', SQLERRM;
END $trigrams$;
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function number(from: string, name: string): string {
  return `coalesce(CAST(${from} ->> '${name}' AS numeric), 0)`
}
