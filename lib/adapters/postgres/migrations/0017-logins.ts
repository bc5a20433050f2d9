/** The logins at forges that users have claimed, as `host/login`. */
export const LOGINS = `CREATE TABLE {table}chat_logins (
  login text PRIMARY KEY,
  user_id text NOT NULL REFERENCES {table}chat_users
);
CREATE INDEX {index}chat_logins_by_user ON {table}chat_logins (user_id);
`
