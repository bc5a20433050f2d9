CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS incoming_webhooks (
  id text PRIMARY KEY,
  create_at bigint NOT NULL DEFAULT 0,
  update_at bigint NOT NULL DEFAULT 0,
  user_id text NOT NULL DEFAULT '',
  channel_id text NOT NULL DEFAULT '',
  team_id text NOT NULL DEFAULT '',
  enabled boolean NOT NULL DEFAULT true,
  last_used bigint NOT NULL DEFAULT 0,
  key_hint text NOT NULL DEFAULT '',
  version bigint NOT NULL DEFAULT 0,
  key_digest text NOT NULL DEFAULT '',
  key_cipher text NOT NULL DEFAULT '',
  signing_salt text NOT NULL DEFAULT '',
  previous_key jsonb,
  display_name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  channel_locked boolean NOT NULL DEFAULT false,
  expires_at bigint NOT NULL DEFAULT 0,
  username text NOT NULL DEFAULT '',
  icon_url text NOT NULL DEFAULT '',
  icon_emoji text NOT NULL DEFAULT '',
  rate_limit jsonb
);
CREATE UNIQUE INDEX IF NOT EXISTS incoming_webhooks_by_key ON incoming_webhooks (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS incoming_webhooks_by_previous_key
  ON incoming_webhooks ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_age ON incoming_webhooks (create_at, id);
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_user
  ON incoming_webhooks (user_id, create_at, id);
CREATE TABLE IF NOT EXISTS incoming_webhook_settings (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TABLE IF NOT EXISTS incoming_webhook_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS incoming_webhook_sessions_by_user ON incoming_webhook_sessions (user_id);
CREATE INDEX IF NOT EXISTS incoming_webhook_sessions_by_end ON incoming_webhook_sessions (expires_at);
CREATE TABLE IF NOT EXISTS incoming_webhook_counters (
  name text PRIMARY KEY,
  full_at double precision NOT NULL,
  taken boolean NOT NULL
);
CREATE INDEX IF NOT EXISTS incoming_webhook_counters_by_end ON incoming_webhook_counters (full_at);
CREATE TABLE IF NOT EXISTS incoming_webhook_posts (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post jsonb NOT NULL
);
CREATE TABLE IF NOT EXISTS incoming_webhook_batches (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  size integer NOT NULL DEFAULT 0,
  batch jsonb NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS incoming_webhook_batches_by_end ON incoming_webhook_batches (expires_at);
INSERT INTO incoming_webhook_migrations (name) VALUES ('0001-stores') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE OR REPLACE FUNCTION incoming_webhook_tell() RETURNS trigger
LANGUAGE plpgsql AS $tell$
DECLARE
  change text := TG_ARGV[0];
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    change := change || ' ' || coalesce(NEW.id, OLD.id);
  END IF;
  PERFORM pg_notify('incoming_webhooks_' || md5(TG_TABLE_SCHEMA || '.'), change);
  RETURN NULL;
END $tell$;
CREATE TRIGGER incoming_webhooks_tell_update AFTER UPDATE ON incoming_webhooks
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'last_used' IS DISTINCT FROM to_jsonb(NEW) - 'last_used')
  EXECUTE FUNCTION incoming_webhook_tell('webhook');
CREATE TRIGGER incoming_webhooks_tell_delete AFTER DELETE ON incoming_webhooks
  FOR EACH ROW EXECUTE FUNCTION incoming_webhook_tell('webhook');
CREATE TRIGGER incoming_webhooks_tell_truncate AFTER TRUNCATE ON incoming_webhooks
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('all');
CREATE TRIGGER incoming_webhook_settings_tell
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON incoming_webhook_settings
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('settings');
-- For the lists of a team, and how many webhooks it has.
CREATE INDEX incoming_webhooks_by_team ON incoming_webhooks (team_id, create_at, id);
-- Written for each request. After a crash of the server they are empty, which means full buckets.
ALTER TABLE incoming_webhook_counters SET UNLOGGED;
-- Takes a token from each bucket, in this order. The arithmetic is that of one statement per token.
CREATE FUNCTION incoming_webhook_take(names text[], nows double precision[],
  empties double precision[], enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_at double precision, taken boolean) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    RETURN QUERY
      INSERT INTO incoming_webhook_counters AS counter (name, full_at, taken)
      VALUES (names[n], nows[n] + tokens[n], true)
      ON CONFLICT (name) DO UPDATE SET
        full_at = nows[n] + least(greatest(counter.full_at - nows[n], 0), empties[n]) +
          CASE WHEN least(greatest(counter.full_at - nows[n], 0), empties[n]) <= enoughs[n]
            THEN tokens[n] ELSE 0 END,
        taken = least(greatest(counter.full_at - nows[n], 0), empties[n]) <= enoughs[n]
      RETURNING counter.full_at, counter.taken;
  END LOOP;
END $take$;
INSERT INTO incoming_webhook_migrations (name) VALUES ('0002-changes') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE incoming_webhook_deliveries (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text NOT NULL,
  time bigint NOT NULL,
  delivery jsonb NOT NULL
);
CREATE INDEX incoming_webhook_deliveries_by_webhook
  ON incoming_webhook_deliveries (webhook_id, time, place);
CREATE TABLE incoming_webhook_log_lines (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line text NOT NULL
);
INSERT INTO incoming_webhook_migrations (name) VALUES ('0003-diagnostics') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE chat_users (
  id text PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (username = lower(username) AND username <> ''),
  email text NOT NULL,
  password_hash text NOT NULL DEFAULT '',
  admin boolean NOT NULL DEFAULT false,
  create_at bigint NOT NULL,
  delete_at bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX chat_users_by_email ON chat_users (lower(email));
CREATE INDEX chat_users_by_age ON chat_users (create_at, id);

CREATE TABLE chat_teams (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  display_name text NOT NULL,
  create_at bigint NOT NULL
);

-- last_at is the time of the newest post. Its row lock gives posts their order, and half-filled pages
-- let it change in place.
CREATE TABLE chat_channels (
  id text PRIMARY KEY,
  team_id text REFERENCES chat_teams,
  type text NOT NULL CHECK (type IN ('public', 'private', 'direct')),
  name text NOT NULL,
  display_name text NOT NULL,
  creator_id text NOT NULL,
  create_at bigint NOT NULL,
  delete_at bigint NOT NULL DEFAULT 0,
  last_at bigint NOT NULL DEFAULT 0,
  CHECK ((type = 'direct') = (team_id IS NULL))
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX chat_channels_by_name
  ON chat_channels (team_id, name) WHERE team_id IS NOT NULL;
CREATE UNIQUE INDEX chat_channels_direct
  ON chat_channels (name) WHERE type = 'direct';
CREATE INDEX chat_channels_open
  ON chat_channels (team_id, create_at, id) WHERE type = 'public' AND delete_at = 0;

CREATE TABLE chat_members (
  channel_id text NOT NULL REFERENCES chat_channels,
  user_id text NOT NULL REFERENCES chat_users,
  create_at bigint NOT NULL,
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX chat_members_by_user ON chat_members (user_id, channel_id);

-- How far a user has read a channel: posts up to this time.
CREATE TABLE chat_views (
  channel_id text NOT NULL REFERENCES chat_channels,
  user_id text NOT NULL REFERENCES chat_users,
  viewed_at bigint NOT NULL,
  PRIMARY KEY (channel_id, user_id)
) WITH (fillfactor = 50);

-- Within a channel create_at rises and never repeats. place is the order of all posts, nearly. props
-- are json and not jsonb, which would change the order of members.
CREATE TABLE chat_posts (
  place bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  channel_id text NOT NULL REFERENCES chat_channels,
  user_id text NOT NULL,
  webhook_id text NOT NULL DEFAULT '',
  root_id text NOT NULL DEFAULT '',
  message text NOT NULL,
  type text NOT NULL DEFAULT '',
  props json NOT NULL DEFAULT '{}',
  priority json,
  mentioned text[] NOT NULL DEFAULT '{}',
  channel_wide text CHECK (channel_wide IN ('all', 'channel', 'here')),
  create_at bigint NOT NULL,
  update_at bigint NOT NULL,
  edit_at bigint NOT NULL DEFAULT 0,
  delete_at bigint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 0,
  CHECK (update_at >= create_at),
  CHECK (root_id <> id)
);
CREATE UNIQUE INDEX chat_posts_in_order ON chat_posts (channel_id, create_at);
CREATE INDEX chat_posts_changed
  ON chat_posts (channel_id, update_at) WHERE update_at > create_at;
CREATE INDEX chat_posts_replies
  ON chat_posts (root_id, create_at) WHERE root_id <> '' AND delete_at = 0;

-- Who is connected to which node.
CREATE UNLOGGED TABLE chat_presence (
  user_id text NOT NULL,
  node text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (user_id, node)
);
CREATE INDEX chat_presence_by_end ON chat_presence (until);

-- What clients are told of besides new posts. Kept for an hour, for nodes that were cut off.
CREATE TABLE chat_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL CHECK (kind IN
    ('edited', 'deleted', 'channelCreated', 'channelArchived', 'memberAdded', 'memberRemoved', 'signedOut')),
  channel_id text NOT NULL DEFAULT '',
  post_id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  by_user_id text NOT NULL DEFAULT ''
);
CREATE INDEX chat_changes_by_age ON chat_changes (at);
CREATE TRIGGER chat_changes_tell AFTER INSERT ON chat_changes
  FOR EACH ROW EXECUTE FUNCTION incoming_webhook_tell('change');

CREATE FUNCTION chat_posts_note() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  IF NEW.delete_at = 0 THEN
    INSERT INTO chat_changes (kind, channel_id, post_id)
      VALUES ('edited', NEW.channel_id, NEW.id);
  -- Replies that are deleted with their thread are told by it.
  ELSIF OLD.delete_at = 0 AND NOT EXISTS (SELECT FROM chat_posts AS root
      WHERE NEW.root_id <> '' AND root.id = NEW.root_id AND root.delete_at = NEW.delete_at) THEN
    INSERT INTO chat_changes (kind, channel_id, post_id)
      VALUES ('deleted', NEW.channel_id, NEW.id);
  END IF;
  RETURN NULL;
END $note$;
CREATE TRIGGER chat_posts_note AFTER UPDATE ON chat_posts
  FOR EACH ROW EXECUTE FUNCTION chat_posts_note();

-- The order of locks lets it see a thread that was deleted while its reply was being stored.
CREATE FUNCTION chat_posts_reply() RETURNS trigger LANGUAGE plpgsql AS $reply$
DECLARE
  gone bigint;
BEGIN
  SELECT delete_at INTO gone FROM chat_posts WHERE id = NEW.root_id;
  IF gone > 0 THEN
    NEW.message := '';
    NEW.type := '';
    NEW.props := '{}';
    NEW.priority := NULL;
    NEW.mentioned := '{}';
    NEW.channel_wide := NULL;
    NEW.delete_at := greatest(gone, NEW.create_at);
    NEW.update_at := NEW.delete_at;
  END IF;
  RETURN NEW;
END $reply$;
CREATE TRIGGER chat_posts_reply BEFORE INSERT ON chat_posts
  FOR EACH ROW WHEN (NEW.root_id <> '') EXECUTE FUNCTION chat_posts_reply();

CREATE FUNCTION chat_channels_note() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO chat_changes (kind, channel_id) VALUES ('channelCreated', NEW.id);
  ELSIF OLD.delete_at = 0 AND NEW.delete_at <> 0 THEN
    INSERT INTO chat_changes (kind, channel_id) VALUES ('channelArchived', NEW.id);
  END IF;
  RETURN NULL;
END $note$;
CREATE TRIGGER chat_channels_note AFTER INSERT OR UPDATE OF delete_at ON chat_channels
  FOR EACH ROW EXECUTE FUNCTION chat_channels_note();

-- Who removes somebody is in the transaction's setting chat.by_user_id.
CREATE FUNCTION chat_members_note() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO chat_changes (kind, channel_id, user_id)
      VALUES ('memberAdded', NEW.channel_id, NEW.user_id);
  ELSE
    INSERT INTO chat_changes (kind, channel_id, user_id, by_user_id) VALUES
      ('memberRemoved', OLD.channel_id, OLD.user_id, coalesce(current_setting('chat.by_user_id', true), ''));
  END IF;
  RETURN NULL;
END $note$;
CREATE TRIGGER chat_members_note AFTER INSERT OR DELETE ON chat_members
  FOR EACH ROW EXECUTE FUNCTION chat_members_note();

CREATE FUNCTION chat_sessions_note() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  INSERT INTO chat_changes (kind, user_id) VALUES ('signedOut', OLD.user_id);
  RETURN NULL;
END $note$;
CREATE TRIGGER chat_sessions_note AFTER DELETE ON incoming_webhook_sessions
  FOR EACH ROW WHEN (OLD.expires_at > extract(epoch FROM clock_timestamp()) * 1000)
  EXECUTE FUNCTION chat_sessions_note();

CREATE TRIGGER chat_users_tell AFTER UPDATE OR DELETE ON chat_users
  FOR EACH ROW EXECUTE FUNCTION incoming_webhook_tell('user');
CREATE TRIGGER chat_channels_tell
  AFTER DELETE OR UPDATE OF team_id, type, name, display_name, creator_id, delete_at
  ON chat_channels FOR EACH ROW EXECUTE FUNCTION incoming_webhook_tell('channel');
CREATE TRIGGER chat_members_tell AFTER INSERT OR UPDATE OR DELETE ON chat_members
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('members');
CREATE TRIGGER chat_users_tell_truncate AFTER TRUNCATE ON chat_users
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('all');
CREATE TRIGGER chat_channels_tell_truncate AFTER TRUNCATE ON chat_channels
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('all');
CREATE TRIGGER chat_members_tell_truncate AFTER TRUNCATE ON chat_members
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('members');
CREATE TRIGGER chat_teams_tell AFTER UPDATE OR DELETE OR TRUNCATE ON chat_teams
  FOR EACH STATEMENT EXECUTE FUNCTION incoming_webhook_tell('all');
INSERT INTO incoming_webhook_migrations (name) VALUES ('0004-chat') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX incoming_webhooks_by_channel
  ON incoming_webhooks (channel_id, create_at, id);
INSERT INTO incoming_webhook_migrations (name) VALUES ('0005-channel-lists') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
ALTER TABLE incoming_webhooks
  ADD COLUMN IF NOT EXISTS format text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS events jsonb,
  ADD COLUMN IF NOT EXISTS except_events jsonb,
  ADD COLUMN IF NOT EXISTS foreign_mentions text NOT NULL DEFAULT 'none';
INSERT INTO incoming_webhook_migrations (name) VALUES ('0006-formats') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
ALTER TABLE chat_channels ADD COLUMN purpose text NOT NULL DEFAULT '';

-- Its first check has the name that the server gave it.
DO $kinds$
DECLARE
  known name;
BEGIN
  SELECT conname INTO known FROM pg_constraint
    WHERE conrelid = 'chat_changes'::regclass AND contype = 'c';
  EXECUTE format('ALTER TABLE chat_changes DROP CONSTRAINT %I', known);
END $kinds$;
ALTER TABLE chat_changes ADD CHECK (kind IN
  ('edited', 'deleted', 'channelCreated', 'channelChanged', 'channelArchived', 'memberAdded',
   'memberRemoved', 'signedOut'));

CREATE OR REPLACE FUNCTION chat_channels_note() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO chat_changes (kind, channel_id) VALUES ('channelCreated', NEW.id);
  ELSIF OLD.delete_at = 0 AND NEW.delete_at <> 0 THEN
    INSERT INTO chat_changes (kind, channel_id) VALUES ('channelArchived', NEW.id);
  ELSIF OLD.purpose <> NEW.purpose THEN
    INSERT INTO chat_changes (kind, channel_id) VALUES ('channelChanged', NEW.id);
  END IF;
  RETURN NULL;
END $note$;
DROP TRIGGER chat_channels_note ON chat_channels;
CREATE TRIGGER chat_channels_note
  AFTER INSERT OR UPDATE OF delete_at, purpose ON chat_channels
  FOR EACH ROW EXECUTE FUNCTION chat_channels_note();
INSERT INTO incoming_webhook_migrations (name) VALUES ('0007-channel-purpose') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
ALTER TABLE incoming_webhooks
  ADD COLUMN IF NOT EXISTS verification jsonb;
INSERT INTO incoming_webhook_migrations (name) VALUES ('0008-verification') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS incoming_webhook_things (
  webhook_id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  version bigint NOT NULL,
  last_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  thing jsonb NOT NULL,
  PRIMARY KEY (webhook_id, channel_id, name)
);
CREATE INDEX IF NOT EXISTS incoming_webhook_things_by_age
  ON incoming_webhook_things (webhook_id, last_at);
CREATE INDEX IF NOT EXISTS incoming_webhook_things_by_end
  ON incoming_webhook_things (expires_at);
ALTER TABLE incoming_webhooks
  ADD COLUMN IF NOT EXISTS together text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS thing_path text NOT NULL DEFAULT '';
INSERT INTO incoming_webhook_migrations (name) VALUES ('0009-things') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
-- Takes a token from each bucket, in this order; full_ms is the time until it is full.
CREATE FUNCTION incoming_webhook_take(names text[], empties double precision[],
  enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_ms double precision, taken boolean) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
  at double precision;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    at := extract(epoch FROM clock_timestamp()) * 1000;
    RETURN QUERY
      INSERT INTO incoming_webhook_counters AS counter (name, full_at, taken)
      VALUES (names[n], at + tokens[n], true)
      ON CONFLICT (name) DO UPDATE SET (full_at, taken) =
        (SELECT at + lacks + CASE WHEN lacks <= enoughs[n] THEN tokens[n] ELSE 0 END,
           lacks <= enoughs[n]
         FROM (VALUES (CASE WHEN counter.full_at - at > 2 * empties[n] THEN 0
           ELSE least(greatest(counter.full_at - at, 0), empties[n]) END)) AS before (lacks))
      RETURNING counter.full_at - at, counter.taken;
  END LOOP;
END $take$;
-- What nodes of earlier versions call. Their clock says only when the bucket is full for them.
CREATE OR REPLACE FUNCTION incoming_webhook_take(names text[], nows double precision[],
  empties double precision[], enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_at double precision, taken boolean) LANGUAGE sql AS $take$
  SELECT nows[n] + full_ms, taken
  FROM incoming_webhook_take(names, empties, enoughs, tokens)
    WITH ORDINALITY AS bucket (full_ms, taken, n)
  ORDER BY n
$take$;
INSERT INTO incoming_webhook_migrations (name) VALUES ('0010-one-clock') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS incoming_webhook_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX incoming_webhook_deliveries_by_share
  ON incoming_webhook_deliveries (webhook_id, (coalesce(delivery ->> 'share',
  CASE WHEN delivery ->> 'status' LIKE '2%' THEN 'accepted' ELSE 'refused' END)), time, place);
DROP INDEX IF EXISTS incoming_webhook_deliveries_by_webhook;
INSERT INTO incoming_webhook_migrations (name) VALUES ('0012-request-shares') ON CONFLICT DO NOTHING;

ALTER TABLE incoming_webhooks DISABLE TRIGGER USER;
INSERT INTO incoming_webhooks OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhooks, '{"id":"bgpem844az69f9ctj6xsg4bjfr","create_at":1764115201260,"update_at":1764115201290,"user_id":"useryyyyyyyyyyyyyyyyyyyyyy","channel_id":"channelyyyyyyyyyyyyyyyyyyy","team_id":"team","enabled":true,"last_used":1764115201310,"key_hint":"idz5","version":1,"key_digest":"e5a41705c3b2d029fcafcb07fafc3b478bd6814d61b232c9cbab7bb5ee63f4ff","key_cipher":"nY7zyspyx0KMhDqNFgkFnBL3pOAOdG51NB6wM9tR97KyARDhf-ijqXBrc83YqX0xIGek_VUed0AzqG6a","signing_salt":"","previous_key":{"keyHint": "zixo", "lastUsed": 0, "expiresAt": 1764201601280, "keyDigest": "9afc8c2cb9e34673de85c1180fb0a9735a8f47837189be869ec2f0ef98946017"},"display_name":"Alerts","description":"","channel_locked":false,"expires_at":0,"username":"","icon_url":"","icon_emoji":"","rate_limit":null,"format":"","events":[],"except_events":[],"foreign_mentions":"none","verification":null,"together":"reply","thing_path":"alert.id"}');
ALTER TABLE incoming_webhooks ENABLE TRIGGER USER;
ALTER TABLE incoming_webhook_sessions DISABLE TRIGGER USER;
INSERT INTO incoming_webhook_sessions OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_sessions, '{"id":"6c196d2c-8f53-438a-8bfc-ae5b341c6e18","user_id":"useryyyyyyyyyyyyyyyyyyyyyy","expires_at":1764158401000}');
ALTER TABLE incoming_webhook_sessions ENABLE TRIGGER USER;
ALTER TABLE incoming_webhook_counters DISABLE TRIGGER USER;
INSERT INTO incoming_webhook_counters OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_counters, '{"name":"webhook bgpem844az69f9ctj6xsg4bjfr","full_at":1764115201760,"taken":true}');
ALTER TABLE incoming_webhook_counters ENABLE TRIGGER USER;
ALTER TABLE incoming_webhook_batches DISABLE TRIGGER USER;
INSERT INTO incoming_webhook_batches OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_batches, '{"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","name":"build-7","expires_at":1764201601690,"size":150,"batch":{"ignored": [], "postIds": ["abkjom444km4igxukxggu3j6jw"], "warnings": [], "fingerprint": "755e1199a8ea21b99296b3a7eb1f2f67ee4a22cb7e1bd1f562ae7502e6de32c0"}}');
ALTER TABLE incoming_webhook_batches ENABLE TRIGGER USER;
ALTER TABLE incoming_webhook_deliveries DISABLE TRIGGER USER;
INSERT INTO incoming_webhook_deliveries OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_deliveries, '{"place":1,"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","time":1764115201400,"delivery":{"size": 57, "time": 1764115201400, "event": "", "share": "accepted", "detail": "", "format": "native", "status": 200, "errorId": "", "headers": ["host: 127.0.0.1:41527", "connection: keep-alive", "content-type: application/json", "correlation-state: open", "accept: */*", "accept-language: *", "sec-fetch-mode: cors", "user-agent: node", "accept-encoding: gzip, deflate", "content-length: 57"], "ignored": [], "message": "", "postIds": ["pfcs4rss5qjz4ef8dxoenxh3go"], "skipped": false, "duration": 36.9, "postedTo": {"name": "Alerts", "channelId": "channelyyyyyyyyyyyyyyyyyyy", "requested": false}, "replayed": false, "response": "{\"ok\":true,\"posts\":[{\"id\":\"pfcs4rss5qjz4ef8dxoenxh3go\",\"channel_id\":\"channelyyyyyyyyyyyyyyyyyyy\",\"permalink\":\"https://chat.example/main/pl/pfcs4rss5qjz4ef8dxoenxh3go\",\"action\":\"created\"}],\"warnings\":[{\"path\":\"alert\",\"reason\":\"not supported\"}],\"ignored\":[]}", "warnings": [{"path": "alert", "reason": "not supported"}], "requestId": "4b0fc8e6-77d6-4147-9cb2-55da92970856", "userAgent": "node", "webhookId": "bgpem844az69f9ctj6xsg4bjfr", "contentType": "application/json"}}');
INSERT INTO incoming_webhook_deliveries OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_deliveries, '{"place":2,"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","time":1764115201510,"delivery":{"size": 51, "time": 1764115201510, "event": "", "share": "accepted", "detail": "", "format": "native", "status": 200, "errorId": "", "headers": ["host: 127.0.0.1:41527", "connection: keep-alive", "content-type: application/json", "correlation-state: open", "accept: */*", "accept-language: *", "sec-fetch-mode: cors", "user-agent: node", "accept-encoding: gzip, deflate", "content-length: 51"], "ignored": [], "message": "", "postIds": ["3xsiqyipjey4kkgppc76rkwj8a"], "skipped": false, "duration": 24.4, "postedTo": {"name": "Alerts", "channelId": "channelyyyyyyyyyyyyyyyyyyy", "requested": false}, "replayed": false, "response": "{\"ok\":true,\"posts\":[{\"id\":\"3xsiqyipjey4kkgppc76rkwj8a\",\"channel_id\":\"channelyyyyyyyyyyyyyyyyyyy\",\"permalink\":\"https://chat.example/main/pl/3xsiqyipjey4kkgppc76rkwj8a\",\"action\":\"created\"}],\"warnings\":[{\"path\":\"alert\",\"reason\":\"not supported\"}],\"ignored\":[]}", "warnings": [{"path": "alert", "reason": "not supported"}], "requestId": "137c6cd0-eb24-4a44-9d3c-c3b054a97083", "userAgent": "node", "webhookId": "bgpem844az69f9ctj6xsg4bjfr", "contentType": "application/json"}}');
INSERT INTO incoming_webhook_deliveries OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_deliveries, '{"place":3,"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","time":1764115201630,"delivery":{"size": 58, "time": 1764115201630, "event": "", "share": "accepted", "detail": "", "format": "native", "status": 200, "errorId": "", "headers": ["host: 127.0.0.1:41527", "connection: keep-alive", "content-type: application/json", "correlation-state: closed", "accept: */*", "accept-language: *", "sec-fetch-mode: cors", "user-agent: node", "accept-encoding: gzip, deflate", "content-length: 58"], "ignored": [], "message": "", "postIds": ["3xsiqyipjey4kkgppc76rkwj8a", "okj7ki3q9nj1zdx61af4wqq1hr"], "skipped": false, "duration": 31.3, "postedTo": {"name": "Alerts", "channelId": "channelyyyyyyyyyyyyyyyyyyy", "requested": false}, "replayed": false, "response": "{\"ok\":true,\"posts\":[{\"id\":\"3xsiqyipjey4kkgppc76rkwj8a\",\"channel_id\":\"channelyyyyyyyyyyyyyyyyyyy\",\"permalink\":\"https://chat.example/main/pl/3xsiqyipjey4kkgppc76rkwj8a\",\"action\":\"edited\"},{\"id\":\"okj7ki3q9nj1zdx61af4wqq1hr\",\"channel_id\":\"channelyyyyyyyyyyyyyyyyyyy\",\"permalink\":\"https://chat.example/main/pl/okj7ki3q9nj1zdx61af4wqq1hr\",\"action\":\"replied\"}],\"warnings\":[{\"path\":\"alert\",\"reason\":\"not supported\"}],\"ignored\":[]}", "warnings": [{"path": "alert", "reason": "not supported"}], "requestId": "b0185cb7-9c1a-4ff7-857d-6290a88f35e3", "userAgent": "node", "webhookId": "bgpem844az69f9ctj6xsg4bjfr", "contentType": "application/json"}}');
INSERT INTO incoming_webhook_deliveries OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_deliveries, '{"place":4,"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","time":1764115201710,"delivery":{"size": 29, "time": 1764115201710, "event": "", "share": "accepted", "detail": "", "format": "native", "status": 200, "errorId": "", "headers": ["host: 127.0.0.1:41527", "connection: keep-alive", "content-type: application/json", "idempotency-key: build-7", "accept: */*", "accept-language: *", "sec-fetch-mode: cors", "user-agent: node", "accept-encoding: gzip, deflate", "content-length: 29"], "ignored": [], "message": "", "postIds": ["abkjom444km4igxukxggu3j6jw"], "skipped": false, "duration": 25.9, "postedTo": {"name": "Alerts", "channelId": "channelyyyyyyyyyyyyyyyyyyy", "requested": false}, "replayed": false, "response": "{\"ok\":true,\"posts\":[{\"id\":\"abkjom444km4igxukxggu3j6jw\",\"channel_id\":\"channelyyyyyyyyyyyyyyyyyyy\",\"permalink\":\"https://chat.example/main/pl/abkjom444km4igxukxggu3j6jw\",\"action\":\"created\"}],\"warnings\":[],\"ignored\":[]}", "warnings": [], "requestId": "50bdee58-4fcd-486a-8df0-8d953717de31", "userAgent": "node", "webhookId": "bgpem844az69f9ctj6xsg4bjfr", "contentType": "application/json"}}');
ALTER TABLE incoming_webhook_deliveries ENABLE TRIGGER USER;
SELECT setval(pg_get_serial_sequence('incoming_webhook_deliveries', 'place'), max(place)) FROM incoming_webhook_deliveries;
ALTER TABLE chat_users DISABLE TRIGGER USER;
INSERT INTO chat_users OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_users, '{"id":"useryyyyyyyyyyyyyyyyyyyyyy","username":"ann","email":"ann@example.org","password_hash":"$2b$04$Vkmvt8w9QML3kcwXTsebO.UfvVxwr74DBqMTS3EgqKxkg.vcLB85u","admin":true,"create_at":1,"delete_at":0}');
ALTER TABLE chat_users ENABLE TRIGGER USER;
ALTER TABLE chat_teams DISABLE TRIGGER USER;
INSERT INTO chat_teams OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_teams, '{"id":"team","name":"main","display_name":"Main","create_at":1}');
ALTER TABLE chat_teams ENABLE TRIGGER USER;
ALTER TABLE chat_channels DISABLE TRIGGER USER;
INSERT INTO chat_channels OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_channels, '{"id":"channelyyyyyyyyyyyyyyyyyyy","team_id":"team","type":"public","name":"alerts","display_name":"Alerts","creator_id":"useryyyyyyyyyyyyyyyyyyyyyy","create_at":1,"delete_at":0,"last_at":1764115201700,"purpose":""}');
ALTER TABLE chat_channels ENABLE TRIGGER USER;
ALTER TABLE chat_posts DISABLE TRIGGER USER;
INSERT INTO chat_posts OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_posts, '{"place":1,"id":"pfcs4rss5qjz4ef8dxoenxh3go","channel_id":"channelyyyyyyyyyyyyyyyyyyy","user_id":"useryyyyyyyyyyyyyyyyyyyyyy","webhook_id":"bgpem844az69f9ctj6xsg4bjfr","root_id":"","message":"The disk of db-1 is full","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook","webhook_thing":{"state":"open","count":1,"since":1764115201360,"until":null}},"priority":null,"mentioned":[],"channel_wide":null,"create_at":1764115201390,"update_at":1764115201390,"edit_at":0,"delete_at":0,"version":0}');
INSERT INTO chat_posts OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_posts, '{"place":2,"id":"3xsiqyipjey4kkgppc76rkwj8a","channel_id":"channelyyyyyyyyyyyyyyyyyyy","user_id":"useryyyyyyyyyyyyyyyyyyyyyy","webhook_id":"bgpem844az69f9ctj6xsg4bjfr","root_id":"","message":"The queue is short again","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook","webhook_thing":{"state":"closed","count":2,"since":1764115201460,"until":1764115201570}},"priority":null,"mentioned":[],"channel_wide":null,"create_at":1764115201500,"update_at":1764115201600,"edit_at":0,"delete_at":0,"version":1}');
INSERT INTO chat_posts OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_posts, '{"place":3,"id":"okj7ki3q9nj1zdx61af4wqq1hr","channel_id":"channelyyyyyyyyyyyyyyyyyyy","user_id":"useryyyyyyyyyyyyyyyyyyyyyy","webhook_id":"bgpem844az69f9ctj6xsg4bjfr","root_id":"3xsiqyipjey4kkgppc76rkwj8a","message":"The queue is short again","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook"},"priority":null,"mentioned":[],"channel_wide":null,"create_at":1764115201610,"update_at":1764115201610,"edit_at":0,"delete_at":0,"version":0}');
INSERT INTO chat_posts OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_posts, '{"place":4,"id":"abkjom444km4igxukxggu3j6jw","channel_id":"channelyyyyyyyyyyyyyyyyyyy","user_id":"useryyyyyyyyyyyyyyyyyyyyyy","webhook_id":"bgpem844az69f9ctj6xsg4bjfr","root_id":"","message":"Build 7 has passed","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook"},"priority":null,"mentioned":[],"channel_wide":null,"create_at":1764115201700,"update_at":1764115201700,"edit_at":0,"delete_at":0,"version":0}');
ALTER TABLE chat_posts ENABLE TRIGGER USER;
SELECT setval(pg_get_serial_sequence('chat_posts', 'place'), max(place)) FROM chat_posts;
ALTER TABLE chat_changes DISABLE TRIGGER USER;
INSERT INTO chat_changes OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_changes, '{"id":1,"at":"2026-11-26T01:50:57.374826+00:00","kind":"channelCreated","channel_id":"channelyyyyyyyyyyyyyyyyyyy","post_id":"","user_id":"","by_user_id":""}');
INSERT INTO chat_changes OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::chat_changes, '{"id":2,"at":"2026-11-26T01:50:57.534876+00:00","kind":"edited","channel_id":"channelyyyyyyyyyyyyyyyyyyy","post_id":"3xsiqyipjey4kkgppc76rkwj8a","user_id":"","by_user_id":""}');
ALTER TABLE chat_changes ENABLE TRIGGER USER;
SELECT setval(pg_get_serial_sequence('chat_changes', 'id'), max(id)) FROM chat_changes;
ALTER TABLE incoming_webhook_things DISABLE TRIGGER USER;
INSERT INTO incoming_webhook_things OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_things, '{"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","channel_id":"channelyyyyyyyyyyyyyyyyyyy","name":"db-1","version":1,"last_at":1764115201360,"expires_at":1764720001360,"thing":{"at": null, "key": "db-1", "count": 1, "since": 1764115201360, "state": "open", "title": "The disk of db-1 is full", "until": null, "lastAt": 1764115201360, "postId": "pfcs4rss5qjz4ef8dxoenxh3go", "version": 1, "closedAt": null, "channelId": "channelyyyyyyyyyyyyyyyyyyy", "expiresAt": 1764720001360, "webhookId": "bgpem844az69f9ctj6xsg4bjfr", "fingerprint": "b2087a08445629aec82aed9f1a95268fa5b66963dfb8d89fff9bf30f5ba2d046"}}');
INSERT INTO incoming_webhook_things OVERRIDING SYSTEM VALUE
  SELECT * FROM json_populate_record(NULL::incoming_webhook_things, '{"webhook_id":"bgpem844az69f9ctj6xsg4bjfr","channel_id":"channelyyyyyyyyyyyyyyyyyyy","name":"queue","version":2,"last_at":1764115201570,"expires_at":1764720001570,"thing":{"at": null, "key": "queue", "count": 2, "since": 1764115201460, "state": "closed", "title": "The queue is short again", "until": 1764115201570, "lastAt": 1764115201570, "postId": "3xsiqyipjey4kkgppc76rkwj8a", "version": 2, "closedAt": null, "channelId": "channelyyyyyyyyyyyyyyyyyyy", "expiresAt": 1764720001570, "webhookId": "bgpem844az69f9ctj6xsg4bjfr", "fingerprint": "75487a3f72827aa32716f4b4337d9b1357a8097ce8ff452bf064eb1370f63684"}}');
ALTER TABLE incoming_webhook_things ENABLE TRIGGER USER;
