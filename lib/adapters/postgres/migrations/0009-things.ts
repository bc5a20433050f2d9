/** What programs report more than once. Tables made by hand from `sqlTables` may have it. */
export const THINGS = `CREATE TABLE IF NOT EXISTS {table}incoming_webhook_things (
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
`
