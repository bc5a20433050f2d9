/** How the senders of a webhook sign. */
export const VERIFICATION = `ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS verification jsonb;
`
