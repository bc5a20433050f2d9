/** The share of a request. Those of older versions, also beside this one, are of what their status tells. */
export const SHARE = `coalesce(delivery ->> 'share',
  CASE WHEN delivery ->> 'status' LIKE '2%' THEN 'accepted' ELSE 'refused' END)`

/** The migrations of 0.9 but those of the chat. */
export const OF_09 = [
  /** The tables of `createSqlStores`. */
  {
    name: '0001-stores',
    sql: `CREATE TABLE IF NOT EXISTS {table}incoming_webhooks (
  id text PRIMARY KEY,
  create_at bigint NOT NULL DEFAULT 0,
  update_at bigint NOT NULL DEFAULT 0,
  user_id text NOT NULL DEFAULT '',
  channel_id text NOT NULL DEFAULT '',
  team_id text NOT NULL DEFAULT '',
  enabled boolean NOT NULL DEFAULT true,
  last_used bigint NOT NULL DEFAULT 0,
  key_hint text NOT NULL DEFAULT '',
  version bigint NOT NULL DEFAULT 0,
  key_digest text NOT NULL DEFAULT '',
  key_cipher text NOT NULL DEFAULT '',
  signing_salt text NOT NULL DEFAULT '',
  previous_key jsonb,
  display_name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  channel_locked boolean NOT NULL DEFAULT false,
  expires_at bigint NOT NULL DEFAULT 0,
  username text NOT NULL DEFAULT '',
  icon_url text NOT NULL DEFAULT '',
  icon_emoji text NOT NULL DEFAULT '',
  rate_limit jsonb
);
CREATE UNIQUE INDEX IF NOT EXISTS {index}incoming_webhooks_by_key ON {table}incoming_webhooks (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS {index}incoming_webhooks_by_previous_key
  ON {table}incoming_webhooks ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_age ON {table}incoming_webhooks (create_at, id);
CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_user
  ON {table}incoming_webhooks (user_id, create_at, id);
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
  taken boolean NOT NULL
);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_counters_by_end ON {table}incoming_webhook_counters (full_at);
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_posts (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post jsonb NOT NULL
);
CREATE TABLE IF NOT EXISTS {table}incoming_webhook_batches (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  size integer NOT NULL DEFAULT 0,
  batch jsonb NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_batches_by_end ON {table}incoming_webhook_batches (expires_at);
`,
  },
  /**
   * Every change that a node may have read before is told to all nodes, in the commit and by whatever
   * program it is made. Only ids are sent: payloads are limited to 8,000 bytes.
   */
  {
    name: '0002-changes',
    sql: `CREATE OR REPLACE FUNCTION {table}incoming_webhook_tell() RETURNS trigger
LANGUAGE plpgsql AS $tell$
DECLARE
  change text := TG_ARGV[0];
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    change := change || ' ' || coalesce(NEW.id, OLD.id);
  END IF;
  PERFORM pg_notify('incoming_webhooks_' || md5(TG_TABLE_SCHEMA || '.{index}'), change);
  RETURN NULL;
END $tell$;
CREATE TRIGGER {index}incoming_webhooks_tell_update AFTER UPDATE ON {table}incoming_webhooks
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'last_used' IS DISTINCT FROM to_jsonb(NEW) - 'last_used')
  EXECUTE FUNCTION {table}incoming_webhook_tell('webhook');
CREATE TRIGGER {index}incoming_webhooks_tell_delete AFTER DELETE ON {table}incoming_webhooks
  FOR EACH ROW EXECUTE FUNCTION {table}incoming_webhook_tell('webhook');
CREATE TRIGGER {index}incoming_webhooks_tell_truncate AFTER TRUNCATE ON {table}incoming_webhooks
  FOR EACH STATEMENT EXECUTE FUNCTION {table}incoming_webhook_tell('all');
CREATE TRIGGER {index}incoming_webhook_settings_tell
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}incoming_webhook_settings
  FOR EACH STATEMENT EXECUTE FUNCTION {table}incoming_webhook_tell('settings');
-- For the lists of a team, and how many webhooks it has.
CREATE INDEX {index}incoming_webhooks_by_team ON {table}incoming_webhooks (team_id, create_at, id);
-- Written for each request. After a crash of the server they are empty, which means full buckets.
ALTER TABLE {table}incoming_webhook_counters SET UNLOGGED;
-- Takes a token from each bucket, in this order. The arithmetic is that of one statement per token.
CREATE FUNCTION {table}incoming_webhook_take(names text[], nows double precision[],
  empties double precision[], enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_at double precision, taken boolean) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    RETURN QUERY
      INSERT INTO {table}incoming_webhook_counters AS counter (name, full_at, taken)
      VALUES (names[n], nows[n] + tokens[n], true)
      ON CONFLICT (name) DO UPDATE SET
        full_at = nows[n] + least(greatest(counter.full_at - nows[n], 0), empties[n]) +
          CASE WHEN least(greatest(counter.full_at - nows[n], 0), empties[n]) <= enoughs[n]
            THEN tokens[n] ELSE 0 END,
        taken = least(greatest(counter.full_at - nows[n], 0), empties[n]) <= enoughs[n]
      RETURNING counter.full_at, counter.taken;
  END LOOP;
END $take$;
`,
  },
  /** Recent requests and the debug log of all nodes. `place` is the order in which they were appended. */
  {
    name: '0003-diagnostics',
    sql: `CREATE TABLE {table}incoming_webhook_deliveries (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text NOT NULL,
  time bigint NOT NULL,
  delivery jsonb NOT NULL
);
CREATE INDEX {index}incoming_webhook_deliveries_by_webhook
  ON {table}incoming_webhook_deliveries (webhook_id, time, place);
CREATE TABLE {table}incoming_webhook_log_lines (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line text NOT NULL
);
`,
  },
  /** For the lists of a channel, and how many webhooks it has. Tables made by hand from `sqlTables` may have it. */
  {
    name: '0005-channel-lists',
    sql: `CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_channel
  ON {table}incoming_webhooks (channel_id, create_at, id);
`,
  },
  /** What the owner of a webhook chose about formats. Tables made by hand from `sqlTables` may have it. */
  {
    name: '0006-formats',
    sql: `ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS format text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS events jsonb,
  ADD COLUMN IF NOT EXISTS except_events jsonb,
  ADD COLUMN IF NOT EXISTS foreign_mentions text NOT NULL DEFAULT 'none';
`,
  },
  /** How the senders of a webhook sign. */
  {
    name: '0008-verification',
    sql: `ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS verification jsonb;
`,
  },
  /** What programs report more than once. Tables made by hand from `sqlTables` may have it. */
  {
    name: '0009-things',
    sql: `CREATE TABLE IF NOT EXISTS {table}incoming_webhook_things (
  webhook_id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  version bigint NOT NULL,
  last_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  thing jsonb NOT NULL,
  PRIMARY KEY (webhook_id, channel_id, name)
);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_things_by_age
  ON {table}incoming_webhook_things (webhook_id, last_at);
CREATE INDEX IF NOT EXISTS {index}incoming_webhook_things_by_end
  ON {table}incoming_webhook_things (expires_at);
ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS together text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS thing_path text NOT NULL DEFAULT '';
`,
  },
  /**
   * Rate limits follow the clock of the server: the clocks of nodes differ. A bucket that is further ahead
   * than twice what it can lack was written by a clock that was set back since.
   */
  {
    name: '0010-one-clock',
    sql: `-- Takes a token from each bucket, in this order; full_ms is the time until it is full.
CREATE FUNCTION {table}incoming_webhook_take(names text[], empties double precision[],
  enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_ms double precision, taken boolean) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
  at double precision;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    at := extract(epoch FROM clock_timestamp()) * 1000;
    RETURN QUERY
      INSERT INTO {table}incoming_webhook_counters AS counter (name, full_at, taken)
      VALUES (names[n], at + tokens[n], true)
      ON CONFLICT (name) DO UPDATE SET (full_at, taken) =
        (SELECT at + lacks + CASE WHEN lacks <= enoughs[n] THEN tokens[n] ELSE 0 END,
           lacks <= enoughs[n]
         FROM (VALUES (CASE WHEN counter.full_at - at > 2 * empties[n] THEN 0
           ELSE least(greatest(counter.full_at - at, 0), empties[n]) END)) AS before (lacks))
      RETURNING counter.full_at - at, counter.taken;
  END LOOP;
END $take$;
-- What nodes of earlier versions call. Their clock says only when the bucket is full for them.
CREATE OR REPLACE FUNCTION {table}incoming_webhook_take(names text[], nows double precision[],
  empties double precision[], enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_at double precision, taken boolean) LANGUAGE sql AS $take$
  SELECT nows[n] + full_ms, taken
  FROM {table}incoming_webhook_take(names, empties, enoughs, tokens)
    WITH ORDINALITY AS bucket (full_ms, taken, n)
  ORDER BY n
$take$;
`,
  },
  /** Finds the last requests of each share. The earlier index would only take time to keep. */
  {
    name: '0012-request-shares',
    sql: `CREATE INDEX {index}incoming_webhook_deliveries_by_share
  ON {table}incoming_webhook_deliveries (webhook_id, (${SHARE}), time, place);
DROP INDEX IF EXISTS {table}incoming_webhook_deliveries_by_webhook;
`,
  },
]
