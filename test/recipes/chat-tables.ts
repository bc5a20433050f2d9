/** Deletes what is kept of posts whose messages the database has deleted by itself. */
export const FORGET_POSTS = `
  DELETE FROM incoming_webhook_posts WHERE NOT EXISTS (
    SELECT 1 FROM messages WHERE CAST(messages.id AS text) = incoming_webhook_posts.id
  );
`

/** The tables of a small chat on PostgreSQL, as they were before it had webhooks. */
export const CHAT_TABLES = `
  CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    is_admin boolean NOT NULL DEFAULT false,
    left_at timestamptz
  );
  CREATE TABLE channels (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    title text NOT NULL DEFAULT '',
    is_private boolean NOT NULL DEFAULT false,
    archived_at timestamptz
  );
  CREATE TABLE members (
    channel_id integer REFERENCES channels,
    user_id integer REFERENCES users,
    PRIMARY KEY (channel_id, user_id)
  );
  CREATE TABLE messages (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_id integer NOT NULL REFERENCES channels,
    user_id integer NOT NULL REFERENCES users,
    body text NOT NULL,
    sent_at bigint NOT NULL,
    UNIQUE (channel_id, sent_at)
  );
`

/** The same tables on SQLite, with times in milliseconds since 1970. */
export const SQLITE_CHAT_TABLES = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    is_admin INTEGER NOT NULL DEFAULT 0,
    left_at INTEGER
  );
  CREATE TABLE channels (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL DEFAULT '',
    is_private INTEGER NOT NULL DEFAULT 0,
    archived_at INTEGER
  );
  CREATE TABLE members (
    channel_id INTEGER REFERENCES channels,
    user_id INTEGER REFERENCES users,
    PRIMARY KEY (channel_id, user_id)
  );
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL REFERENCES channels,
    user_id INTEGER NOT NULL REFERENCES users,
    body TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    UNIQUE (channel_id, sent_at)
  );
`
