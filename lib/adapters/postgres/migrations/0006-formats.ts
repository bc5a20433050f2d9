/** What the owner of a webhook chose about formats. Tables made by hand from `sqlTables` may have it. */
export const FORMATS = `ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS format text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS events jsonb,
  ADD COLUMN IF NOT EXISTS except_events jsonb,
  ADD COLUMN IF NOT EXISTS foreign_mentions text NOT NULL DEFAULT 'none';
`
