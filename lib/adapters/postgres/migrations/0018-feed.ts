/**
 * Nodes are told only of changes that they listen for: those of channels and users on the shards of their
 * ids (`shards.ts`), with these ids; those of channels as such on the channel of all nodes. Nodes of
 * earlier versions do not listen on shards, and find such changes when they look for them.
 */
export const FEED = `CREATE FUNCTION {table}chat_changes_tell() RETURNS trigger LANGUAGE plpgsql AS $tell$
DECLARE
  name text := 'incoming_webhooks_' || md5(TG_TABLE_SCHEMA || '.{index}');
  about text;
BEGIN
  IF NEW.kind = 'memberRemoved' THEN
    PERFORM pg_notify(name, 'member ' || NEW.channel_id || ' ' || NEW.user_id);
  END IF;
  IF NEW.kind LIKE 'channel%' THEN
    PERFORM pg_notify(name, 'change ' || NEW.id);
    RETURN NULL;
  END IF;
  FOREACH about IN ARRAY array_remove(ARRAY[NEW.channel_id, NEW.user_id], '') LOOP
    PERFORM pg_notify(name || '_' || left(md5(about), 2),
      concat_ws(' ', 'change', NEW.id, NEW.channel_id, NEW.user_id));
  END LOOP;
  RETURN NULL;
END $tell$;
DROP TRIGGER {index}chat_changes_tell ON {table}chat_changes;
CREATE TRIGGER {index}chat_changes_tell AFTER INSERT ON {table}chat_changes
  FOR EACH ROW EXECUTE FUNCTION {table}chat_changes_tell();

-- Nobody knows of a membership that did not exist. Earlier versions know 'members', later ones 'member'.
DROP TRIGGER {index}chat_members_tell ON {table}chat_members;
DROP TRIGGER {index}chat_members_tell_truncate ON {table}chat_members;
CREATE TRIGGER {index}chat_members_tell AFTER DELETE ON {table}chat_members
  FOR EACH STATEMENT EXECUTE FUNCTION {table}incoming_webhook_tell('members');
CREATE TRIGGER {index}chat_members_tell_all AFTER UPDATE OR TRUNCATE ON {table}chat_members
  FOR EACH STATEMENT EXECUTE FUNCTION {table}incoming_webhook_tell('all');
`
