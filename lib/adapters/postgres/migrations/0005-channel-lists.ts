/** For the lists of a channel, and how many webhooks it has. */
export const CHANNEL_LISTS = `CREATE INDEX {index}incoming_webhooks_by_channel
  ON {table}incoming_webhooks (channel_id, create_at, id);
`
