/**
 * The words of posts, of several of a channel together, by which they are searched. They are written
 * behind the posts: the marks say up to which post and change. An earlier version writes none, and needs
 * none.
 */
export const POST_WORDS = `CREATE TABLE {table}chat_post_words (
  channel_id text NOT NULL,
  from_at bigint NOT NULL,
  to_at bigint NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (channel_id, to_at, from_at)
);
CREATE INDEX {index}chat_post_words_by_age ON {table}chat_post_words (to_at);
CREATE INDEX {index}chat_post_words_by_word ON {table}chat_post_words USING gin (words);
CREATE TABLE {table}chat_post_words_mark (
  id text PRIMARY KEY,
  place bigint NOT NULL,
  change bigint NOT NULL
);
INSERT INTO {table}chat_post_words_mark
  SELECT 'all', 0, coalesce(max(id), 0) FROM {table}chat_changes;
`
