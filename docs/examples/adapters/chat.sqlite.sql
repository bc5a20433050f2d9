-- The tables of the small chat on SQLite, with times in milliseconds since 1970.
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
