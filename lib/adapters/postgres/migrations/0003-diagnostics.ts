/** Recent requests and the debug log of all nodes. `place` is the order in which they were appended. */
export const DIAGNOSTICS = `CREATE TABLE {table}incoming_webhook_deliveries (
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
`
