/**
 * Every change that a node may have read before is told to all nodes, in the commit and by whatever
 * program it is made. Only ids are sent: payloads are limited to 8,000 bytes.
 */
export const CHANGES = `CREATE OR REPLACE FUNCTION {table}incoming_webhook_tell() RETURNS trigger
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
`
