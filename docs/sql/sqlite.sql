CREATE TABLE IF NOT EXISTS incoming_webhooks (
  id text PRIMARY KEY,
  create_at bigint NOT NULL DEFAULT 0,
  update_at bigint NOT NULL DEFAULT 0,
  user_id text NOT NULL DEFAULT '',
  channel_id text NOT NULL DEFAULT '',
  team_id text NOT NULL DEFAULT '',
  enabled integer NOT NULL DEFAULT 1,
  last_used bigint NOT NULL DEFAULT 0,
  key_hint text NOT NULL DEFAULT '',
  version bigint NOT NULL DEFAULT 0,
  key_digest text NOT NULL DEFAULT '',
  key_cipher text NOT NULL DEFAULT '',
  signing_salt text NOT NULL DEFAULT '',
  verification text,
  previous_key text,
  display_name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  channel_locked integer NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0,
  username text NOT NULL DEFAULT '',
  icon_url text NOT NULL DEFAULT '',
  icon_emoji text NOT NULL DEFAULT '',
  format text NOT NULL DEFAULT '',
  events text,
  except_events text,
  foreign_mentions text NOT NULL DEFAULT 'none',
  together text NOT NULL DEFAULT '',
  thing_path text NOT NULL DEFAULT '',
  rate_limit text,
  more text NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX IF NOT EXISTS incoming_webhooks_by_key ON incoming_webhooks (key_digest);
CREATE UNIQUE INDEX IF NOT EXISTS incoming_webhooks_by_previous_key
  ON incoming_webhooks ((previous_key ->> 'keyDigest'));
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_age ON incoming_webhooks (create_at, id);
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_user
  ON incoming_webhooks (user_id, create_at, id);
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_channel
  ON incoming_webhooks (channel_id, create_at, id);
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_due ON incoming_webhooks ((CASE WHEN coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) = 0 THEN CASE WHEN enabled AND coalesce(CAST(more ->> 'expectEvery' AS numeric), 0) > 0 THEN max(coalesce(CAST(more ->> 'expectedSince' AS numeric), 0), coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0)) + coalesce(CAST(more ->> 'expectEvery' AS numeric), 0) * 1250 END WHEN coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) < 0 THEN 0 WHEN coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0) > coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) THEN coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0) END));
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_silence ON incoming_webhooks (id)
  WHERE coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) <> 0;
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_failure ON incoming_webhooks (create_at, id)
  WHERE more -> 'lastResult' ->> 'outcome' IN ('refused', 'failed');
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_end ON incoming_webhooks (expires_at)
  WHERE expires_at > 0;
CREATE INDEX IF NOT EXISTS incoming_webhooks_by_previous_end
  ON incoming_webhooks ((CAST(previous_key ->> 'expiresAt' AS numeric))) WHERE previous_key IS NOT NULL;
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
  taken integer NOT NULL
);
CREATE INDEX IF NOT EXISTS incoming_webhook_counters_by_end
  ON incoming_webhook_counters (full_at);
CREATE TABLE IF NOT EXISTS incoming_webhook_posts (
  id text PRIMARY KEY,
  version integer NOT NULL,
  post text NOT NULL
);
CREATE TABLE IF NOT EXISTS incoming_webhook_batches (
  webhook_id text NOT NULL,
  name text NOT NULL,
  expires_at bigint NOT NULL,
  size integer NOT NULL DEFAULT 0,
  batch text NOT NULL,
  PRIMARY KEY (webhook_id, name)
);
CREATE INDEX IF NOT EXISTS incoming_webhook_batches_by_end ON incoming_webhook_batches (expires_at);
CREATE TABLE IF NOT EXISTS incoming_webhook_things (
  webhook_id text NOT NULL,
  channel_id text NOT NULL,
  name text NOT NULL,
  version bigint NOT NULL,
  last_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  thing text NOT NULL,
  PRIMARY KEY (webhook_id, channel_id, name)
);
CREATE INDEX IF NOT EXISTS incoming_webhook_things_by_age ON incoming_webhook_things (webhook_id, last_at);
CREATE INDEX IF NOT EXISTS incoming_webhook_things_by_end ON incoming_webhook_things (expires_at);
