CREATE TABLE messages (id TEXT PRIMARY KEY, channel TEXT NOT NULL,
  body TEXT NOT NULL CHECK (body <> 'refused'), sent_at BIGINT NOT NULL);CREATE TABLE IF NOT EXISTS incoming_webhooks (
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
  rate_limit text
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
  taken integer NOT NULL
);
CREATE INDEX IF NOT EXISTS incoming_webhook_counters_by_end ON incoming_webhook_counters (full_at);
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

INSERT INTO incoming_webhook_batches VALUES ('xyj9cu75pkmms9idmf315asiro', 'build-7', 1764201600810, 545, '{"fingerprint":"755e1199a8ea21b99296b3a7eb1f2f67ee4a22cb7e1bd1f562ae7502e6de32c0","warnings":[],"ignored":[],"posts":[{"id":"g968mixikrqpn1mhsbyo9jycpc","channelId":"cccccccccccccccccccccccccc","userId":"aaaaaaaaaaaaaaaaaaaaaaaaaa","webhookId":"xyj9cu75pkmms9idmf315asiro","rootId":"","message":"Build 7 has passed","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook"},"priority":null,"mentions":{"userIds":[],"channelWide":null},"createAt":1795657855292,"updateAt":1795657855292,"version":0}]}');
INSERT INTO incoming_webhook_counters VALUES ('webhook xyj9cu75pkmms9idmf315asiro', 1764115200890, 1);
INSERT INTO incoming_webhook_posts VALUES ('yzhr1ryb1b34yb8rgnjpfmg7sc', 0, '{"id":"yzhr1ryb1b34yb8rgnjpfmg7sc","channelId":"cccccccccccccccccccccccccc","userId":"aaaaaaaaaaaaaaaaaaaaaaaaaa","webhookId":"xyj9cu75pkmms9idmf315asiro","rootId":"","message":"The disk of db-1 is full","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook","webhook_thing":{"state":"open","count":1,"since":1764115200520,"until":null}},"priority":null,"mentions":{"userIds":[],"channelWide":null},"createAt":1795657855229,"updateAt":1795657855229,"version":0}');
INSERT INTO incoming_webhook_posts VALUES ('h3czcc4su6kuk5kbwozd66r7ua', 1, '{"id":"h3czcc4su6kuk5kbwozd66r7ua","channelId":"cccccccccccccccccccccccccc","userId":"aaaaaaaaaaaaaaaaaaaaaaaaaa","webhookId":"xyj9cu75pkmms9idmf315asiro","rootId":"","message":"The queue is short again","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook","webhook_thing":{"state":"closed","count":2,"since":1764115200620,"until":1764115200710}},"priority":null,"mentions":{"userIds":[],"channelWide":null},"createAt":1795657855256,"updateAt":1795657855257,"version":1}');
INSERT INTO incoming_webhook_posts VALUES ('g968mixikrqpn1mhsbyo9jycpc', 0, '{"id":"g968mixikrqpn1mhsbyo9jycpc","channelId":"cccccccccccccccccccccccccc","userId":"aaaaaaaaaaaaaaaaaaaaaaaaaa","webhookId":"xyj9cu75pkmms9idmf315asiro","rootId":"","message":"Build 7 has passed","type":"","props":{"from_webhook":"true","webhook_display_name":"Alerts","override_username":"webhook"},"priority":null,"mentions":{"userIds":[],"channelWide":null},"createAt":1795657855292,"updateAt":1795657855292,"version":0}');
INSERT INTO incoming_webhook_sessions VALUES ('30d96d8b-a9ca-4e43-9594-f3eca64c4e3a', 'aaaaaaaaaaaaaaaaaaaaaaaaaa', 1764158400000);
INSERT INTO incoming_webhook_things VALUES ('xyj9cu75pkmms9idmf315asiro', 'cccccccccccccccccccccccccc', 'db-1', 1, 1764115200520, 1764720000520, '{"title":"The disk of db-1 is full","state":"open","count":1,"since":1764115200520,"until":null,"at":null,"closedAt":null,"fingerprint":"b2087a08445629aec82aed9f1a95268fa5b66963dfb8d89fff9bf30f5ba2d046","lastAt":1764115200520,"expiresAt":1764720000520,"webhookId":"xyj9cu75pkmms9idmf315asiro","channelId":"cccccccccccccccccccccccccc","key":"db-1","postId":"yzhr1ryb1b34yb8rgnjpfmg7sc","version":1}');
INSERT INTO incoming_webhook_things VALUES ('xyj9cu75pkmms9idmf315asiro', 'cccccccccccccccccccccccccc', 'queue', 2, 1764115200710, 1764720000710, '{"title":"The queue is short again","state":"closed","count":2,"since":1764115200620,"until":1764115200710,"at":null,"closedAt":null,"fingerprint":"75487a3f72827aa32716f4b4337d9b1357a8097ce8ff452bf064eb1370f63684","lastAt":1764115200710,"expiresAt":1764720000710,"webhookId":"xyj9cu75pkmms9idmf315asiro","channelId":"cccccccccccccccccccccccccc","key":"queue","postId":"h3czcc4su6kuk5kbwozd66r7ua","version":2}');
INSERT INTO incoming_webhooks VALUES ('xyj9cu75pkmms9idmf315asiro', 1764115200420, 1764115200450, 'aaaaaaaaaaaaaaaaaaaaaaaaaa', 'cccccccccccccccccccccccccc', 'main', 1, 1764115200470, '8chd', 1, 'feeca6bd03df90c71ced351f8979561a3b9052c55884fb69faa305025f26dcbc', 'RNugGvl_4eLWiI_yxKSPSKfGRV0Lvyag7qnscdcm2PD7d8SuLwGgpvN4RU3IIC6ew5SaJ8PP9AIi-ors', '', NULL, '{"keyDigest":"8ec51698dddec59ef0735a429888ad8b7ee06ec3fbd340c63f566605ba3e665a","keyHint":"xx8j","lastUsed":0,"expiresAt":1764201600440}', 'Alerts', '', 0, 0, '', '', '', '', '[]', '[]', 'none', 'reply', 'alert.id', NULL);
INSERT INTO messages VALUES ('yzhr1ryb1b34yb8rgnjpfmg7sc', 'cccccccccccccccccccccccccc', 'The disk of db-1 is full', 1795657855229);
INSERT INTO messages VALUES ('h3czcc4su6kuk5kbwozd66r7ua', 'cccccccccccccccccccccccccc', 'The queue is short again', 1795657855256);
INSERT INTO messages VALUES ('g968mixikrqpn1mhsbyo9jycpc', 'cccccccccccccccccccccccccc', 'Build 7 has passed', 1795657855292);
