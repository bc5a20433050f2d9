/** The share of a request. Those of older versions, also beside this one, are of what their status tells. */
export const SHARE = `coalesce(delivery ->> 'share',
  CASE WHEN delivery ->> 'status' LIKE '2%' THEN 'accepted' ELSE 'refused' END)`

/** Finds the last requests of each share. The earlier index would only take time to keep. */
export const REQUEST_SHARES = `CREATE INDEX {index}incoming_webhook_deliveries_by_share
  ON {table}incoming_webhook_deliveries (webhook_id, (${SHARE}), time, place);
DROP INDEX IF EXISTS {table}incoming_webhook_deliveries_by_webhook;
`
