-- The tables of the small chat on PostgreSQL, as they were before it had webhooks.
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
