/**
 * What 0.9 does not know of a webhook: later fields, and what became of its last request. No node is told
 * of that, as of its last use.
 */
export const MORE = `ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS more jsonb NOT NULL DEFAULT '{}';
DROP TRIGGER {index}incoming_webhooks_tell_update ON {table}incoming_webhooks;
CREATE TRIGGER {index}incoming_webhooks_tell_update AFTER UPDATE ON {table}incoming_webhooks
  FOR EACH ROW WHEN ((to_jsonb(OLD) - 'last_used') #- '{more,lastResult}'
    IS DISTINCT FROM (to_jsonb(NEW) - 'last_used') #- '{more,lastResult}')
  EXECUTE FUNCTION {table}incoming_webhook_tell('webhook');
`
