/**
 * The words of posts, of several that were stored one after the other together, by which they are
 * searched. They are written behind the posts: the marks say up to which post and change. An earlier
 * version writes none, and needs none.
 */
export const POST_WORDS = `CREATE TABLE {table}chat_post_words (
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
`
