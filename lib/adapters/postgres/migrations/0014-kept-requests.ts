/** What was sent, of some of the requests in the log, encrypted. */
export const KEPT_REQUESTS = `CREATE TABLE {table}incoming_webhook_kept_requests (
  delivery_id text PRIMARY KEY,
  webhook_id text NOT NULL,
  time bigint NOT NULL,
  kept text NOT NULL
);
CREATE INDEX {index}incoming_webhook_kept_requests_by_webhook
  ON {table}incoming_webhook_kept_requests (webhook_id, time);
CREATE INDEX {index}incoming_webhook_kept_requests_by_time
  ON {table}incoming_webhook_kept_requests (time);
`
