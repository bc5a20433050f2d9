/** For the lists of a channel, and how many webhooks it has. Tables made by hand from `sqlTables` may have it. */
export const CHANNEL_LISTS = `CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_channel
  ON {table}incoming_webhooks (channel_id, create_at, id);
`
