/**
 * The schema of an existing chat: people, workspaces, rooms and messages, with its own names. Only the
 * last four tables, and the columns of messages from `webhook_id` on, were added for webhooks.
 */
export const SCHEMA = `
CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  login TEXT NOT NULL,                       -- as typed; unique in any case
  mail TEXT NOT NULL,
  password TEXT NOT NULL,                    -- salt and scrypt
  joined_on INTEGER NOT NULL,
  closed_on INTEGER
);
CREATE UNIQUE INDEX people_login ON people (lower(login));
CREATE TABLE roles (
  person_id INTEGER NOT NULL REFERENCES people,
  role TEXT NOT NULL CHECK (role IN ('guest', 'operator')),
  PRIMARY KEY (person_id, role)
) WITHOUT ROWID;
CREATE TABLE cookies (
  digest TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL REFERENCES people,
  expires_on INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE workspaces (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE
);
CREATE TABLE rooms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER REFERENCES workspaces,  -- null: a room of two people
  kind TEXT NOT NULL CHECK (kind IN ('open', 'closed', 'pair')),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  low_person INTEGER REFERENCES people,
  high_person INTEGER REFERENCES people,
  archived_on INTEGER,
  UNIQUE (workspace_id, slug),
  UNIQUE (low_person, high_person)
);
CREATE TABLE room_people (
  room_id INTEGER NOT NULL REFERENCES rooms,
  person_id INTEGER NOT NULL REFERENCES people,
  PRIMARY KEY (room_id, person_id)
) WITHOUT ROWID;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  room_id INTEGER NOT NULL REFERENCES rooms,
  person_id INTEGER NOT NULL REFERENCES people,
  reply_to INTEGER REFERENCES messages ON DELETE CASCADE,
  body TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  webhook_id TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT '',
  props TEXT NOT NULL DEFAULT '{}',
  priority TEXT NOT NULL DEFAULT 'null',
  mentions TEXT NOT NULL DEFAULT '{"userIds":[],"channelWide":null}'
);
CREATE INDEX messages_room ON messages (room_id, sent_at);

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  record TEXT NOT NULL,                        -- all of it as JSON; the columns are for lookups
  key_digest TEXT AS (record ->> 'keyDigest'),
  previous_digest TEXT AS (record ->> '$.previousKey.keyDigest'),
  user_id TEXT AS (record ->> 'userId'),
  team_id TEXT AS (record ->> 'teamId'),
  channel_id TEXT AS (record ->> 'channelId'),
  created_at INTEGER AS (record ->> 'createAt'),
  version INTEGER AS (record ->> 'version')
);
CREATE UNIQUE INDEX webhooks_key ON webhooks (key_digest);
CREATE UNIQUE INDEX webhooks_previous_key ON webhooks (previous_digest);
CREATE TABLE webhook_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE webhook_batches (
  webhook_id TEXT NOT NULL,
  request_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  warnings TEXT NOT NULL,
  ignored TEXT NOT NULL,
  message_ids TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, request_key)
) WITHOUT ROWID;
CREATE TABLE webhook_incidents (
  webhook_id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  incident_key TEXT NOT NULL,
  version INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  record TEXT NOT NULL,                        -- all of it as JSON
  PRIMARY KEY (webhook_id, channel_id, incident_key)
) WITHOUT ROWID;
CREATE INDEX webhook_incidents_age ON webhook_incidents (webhook_id, last_at);
`
