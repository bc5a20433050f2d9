/** The migrations of versions after 0.9. */
export const SINCE_09 = [
  /**
   * What 0.9 does not know of a webhook: later fields, and what became of its last request. No node is told
   * of that, as of its last use.
   */
  {
    name: '0013-more',
    sql: `ALTER TABLE {table}incoming_webhooks
  ADD COLUMN IF NOT EXISTS more jsonb NOT NULL DEFAULT '{}';
DROP TRIGGER {index}incoming_webhooks_tell_update ON {table}incoming_webhooks;
CREATE TRIGGER {index}incoming_webhooks_tell_update AFTER UPDATE ON {table}incoming_webhooks
  FOR EACH ROW WHEN ((to_jsonb(OLD) - 'last_used') #- '{more,lastResult}'
    IS DISTINCT FROM (to_jsonb(NEW) - 'last_used') #- '{more,lastResult}')
  EXECUTE FUNCTION {table}incoming_webhook_tell('webhook');
`,
  },
  /** What was sent, of some of the requests in the log, encrypted. */
  {
    name: '0014-kept-requests',
    sql: `CREATE TABLE {table}incoming_webhook_kept_requests (
  delivery_id text PRIMARY KEY,
  webhook_id text NOT NULL,
  time bigint NOT NULL,
  kept text NOT NULL
);
CREATE INDEX {index}incoming_webhook_kept_requests_by_webhook
  ON {table}incoming_webhook_kept_requests (webhook_id, time);
CREATE INDEX {index}incoming_webhook_kept_requests_by_time
  ON {table}incoming_webhook_kept_requests (time);
`,
  },
  /** Who did what to webhooks. */
  {
    name: '0015-audit',
    isChat: true,
    sql: `CREATE TABLE {table}chat_audit (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time bigint NOT NULL,
  event jsonb NOT NULL
);
`,
  },
  /** What `listExpecting` orders by. It stays as it is, even if what is due is said in other words one day. */
  {
    name: '0016-expecting',
    sql: `CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_due
  ON {table}incoming_webhooks ((CASE
    WHEN coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) = 0 THEN CASE
      WHEN enabled AND coalesce(CAST(more ->> 'expectEvery' AS numeric), 0) > 0 THEN
        greatest(coalesce(CAST(more ->> 'expectedSince' AS numeric), 0),
          coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0))
        + coalesce(CAST(more ->> 'expectEvery' AS numeric), 0) * 1250 END
    WHEN coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) < 0 THEN 0
    WHEN coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0)
      > coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0)
      THEN coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0) END));
`,
  },
  /** The logins at forges that users have claimed, as `host/login`. */
  {
    name: '0017-logins',
    isChat: true,
    sql: `CREATE TABLE {table}chat_logins (
  login text PRIMARY KEY,
  user_id text NOT NULL REFERENCES {table}chat_users
);
CREATE INDEX {index}chat_logins_by_user ON {table}chat_logins (user_id);
`,
  },
  /**
   * Nodes are told only of changes that they listen for: those of channels and users on the shards of their
   * ids (`shards.ts`), with these ids; those of channels as such on the channel of all nodes. Nodes of
   * earlier versions do not listen on shards, and find such changes when they look for them.
   */
  {
    name: '0018-feed',
    isChat: true,
    sql: `CREATE FUNCTION {table}chat_changes_tell() RETURNS trigger LANGUAGE plpgsql AS $tell$
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
`,
  },
  /**
   * Buckets change in place, which an index of when they are full kept them from, and half-filled pages have room
   * for: with three nodes, a token of one webhook takes a third of the time. All tokens of a bucket that wait are taken at once.
   */
  {
    name: '0020-sweeps',
    sql: `DROP INDEX IF EXISTS {table}incoming_webhook_counters_by_end;
ALTER TABLE {table}incoming_webhook_counters SET (fillfactor = 50);
-- Takes so many tokens from each bucket, or what it has; full_ms is the time until it is full.
CREATE FUNCTION {table}incoming_webhook_take_all(names text[], empties double precision[],
  enoughs double precision[], tokens double precision[], counts integer[])
RETURNS TABLE (full_ms double precision, taken integer) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
  at double precision;
  -- The most that a full bucket has.
  most integer;
  lacks double precision;
  all_taken boolean;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    at := extract(epoch FROM clock_timestamp()) * 1000;
    most := least(counts[n], floor(enoughs[n] / tokens[n]) + 1);
    -- The time is asked for again once the row is locked: nodes that wait for it would be early.
    INSERT INTO {table}incoming_webhook_counters AS counter (name, full_at, taken)
    VALUES (names[n], at + most * tokens[n], true)
    ON CONFLICT (name) DO UPDATE SET (full_at, taken) =
      (SELECT moment + lacks + CASE WHEN fits THEN most * tokens[n] ELSE 0 END, fits
       FROM (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS moment) AS clock,
       LATERAL (VALUES (CASE WHEN counter.full_at - moment > 2 * empties[n] THEN 0
         ELSE least(greatest(counter.full_at - moment, 0), empties[n]) END)) AS before (lacks),
       LATERAL (SELECT lacks + (most - 1) * tokens[n] <= enoughs[n]) AS all_of_them (fits))
    RETURNING counter.full_at, counter.taken INTO lacks, all_taken;
    at := extract(epoch FROM clock_timestamp()) * 1000;
    lacks := lacks - at;
    IF NOT all_taken AND lacks <= enoughs[n] THEN
      most := least(most, floor((enoughs[n] - lacks) / tokens[n]) + 1);
      lacks := lacks + most * tokens[n];
      UPDATE {table}incoming_webhook_counters SET full_at = at + lacks, taken = true WHERE name = names[n];
    ELSIF NOT all_taken THEN
      most := 0;
    END IF;
    full_ms := lacks;
    taken := most;
    RETURN NEXT;
  END LOOP;
END $take$;
`,
  },
  /**
   * The words of posts, of several that were stored one after the other together, by which they are
   * searched. They are written behind the posts: the marks say up to which post and change. An earlier
   * version writes none, and needs none.
   */
  {
    name: '0021-post-words',
    isChat: true,
    sql: `CREATE TABLE {table}chat_post_words (
  from_place bigint NOT NULL,
  to_place bigint NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (to_place, from_place)
);
CREATE INDEX {index}chat_post_words_by_word ON {table}chat_post_words USING gin (words);
CREATE TABLE {table}chat_post_words_mark (
  id text PRIMARY KEY,
  place bigint NOT NULL,
  change bigint NOT NULL
);
INSERT INTO {table}chat_post_words_mark
  SELECT 'all', 0, coalesce(max(id), 0) FROM {table}chat_changes;
`,
  },
]
