/** What a channel is for, in the words of its members; all nodes are told of a change. */
export const CHANNEL_PURPOSE = `ALTER TABLE {table}chat_channels ADD COLUMN purpose text NOT NULL DEFAULT '';

-- Its first check has the name that the server gave it.
DO $kinds$
DECLARE
  known name;
BEGIN
  SELECT conname INTO known FROM pg_constraint
    WHERE conrelid = '{table}chat_changes'::regclass AND contype = 'c';
  EXECUTE format('ALTER TABLE {table}chat_changes DROP CONSTRAINT %I', known);
END $kinds$;
ALTER TABLE {table}chat_changes ADD CHECK (kind IN
  ('edited', 'deleted', 'channelCreated', 'channelChanged', 'channelArchived', 'memberAdded',
   'memberRemoved', 'signedOut'));

CREATE OR REPLACE FUNCTION {table}chat_channels_note() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO {table}chat_changes (kind, channel_id) VALUES ('channelCreated', NEW.id);
  ELSIF OLD.delete_at = 0 AND NEW.delete_at <> 0 THEN
    INSERT INTO {table}chat_changes (kind, channel_id) VALUES ('channelArchived', NEW.id);
  ELSIF OLD.purpose <> NEW.purpose THEN
    INSERT INTO {table}chat_changes (kind, channel_id) VALUES ('channelChanged', NEW.id);
  END IF;
  RETURN NULL;
END $note$;
DROP TRIGGER {index}chat_channels_note ON {table}chat_channels;
CREATE TRIGGER {index}chat_channels_note
  AFTER INSERT OR UPDATE OF delete_at, purpose ON {table}chat_channels
  FOR EACH ROW EXECUTE FUNCTION {table}chat_channels_note();
`
