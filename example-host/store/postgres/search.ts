import type { PostSlice } from '../memory/post-reader.js'
import { findIn, type FoundPost, type PostSearch } from '../search.js'
import { type Database, numberIn, POST_COLUMNS, toPost } from './database.js'
import { queryOf, type WordQuery } from './words.js'

/** Posts that are read at a time. */
const AT_ONCE = 200
/** Posts without an index that are looked through, the newest. */
const MOST_NEWEST = 20_000
/** Rows of words, each of several posts, that are looked through, the newest. */
const MOST_ROWS = 4_000

/** By the index of words, and the posts that are too new for it one by one. */
export async function searchPosts(
  { query }: Database,
  { wanted, limit, userId, teamIds }: PostSearch,
): Promise<readonly FoundPost[]> {
  if (wanted.words.length === 0) return []
  const read: Database['query'] = (text, values = []) => query(text, [userId, teamIds, ...values])
  return findIn(newestFirst(read, queryOf(wanted)), wanted, limit)
}

async function* newestFirst(
  read: Database['query'],
  asked: WordQuery | null,
): AsyncGenerator<PostSlice> {
  let before = Number.MAX_SAFE_INTEGER
  for (let count = 0; count < MOST_NEWEST; count += AT_ONCE) {
    const rows = await read(asked ? NEWER : NEWEST, [before])
    yield sliceOf(rows)
    if (rows.length < AT_ONCE) break
    before = numberIn(rows.at(-1) ?? {}, 'place')
  }
  if (!asked) return
  const none = Number.MAX_SAFE_INTEGER
  let last: readonly number[] = [none, none, none]
  for (;;) {
    const rows = await read(BY_WORDS, [asked.words, asked.oneOf, ...last])
    yield sliceOf(rows)
    const end = rows.at(-1)
    if (!end || rows.length < AT_ONCE) return
    last = ['upto', 'from_place', 'place'].map((column) => numberIn(end, column))
  }
}

function sliceOf(rows: readonly object[]): PostSlice {
  const posts = rows.map(toPost)
  const size = posts.reduce((sum, { message, props }) => sum + sizeOf(message, props), 0)
  return { posts, size, until: posts.at(-1)?.createAt ?? 0 }
}

function sizeOf(message: string, props: object) {
  return message.length + JSON.stringify(props).length
}

/** As `listPublic` and `channelsOf` say. */
const READABLE = `EXISTS (SELECT FROM chat_channels AS channel
    WHERE channel.id = post.channel_id AND channel.delete_at = 0
      AND (channel.team_id IS NULL OR channel.team_id = ANY($2::text[]))
      AND (channel.type = 'public' OR EXISTS (SELECT FROM chat_members AS member
        WHERE member.channel_id = channel.id AND member.user_id = $1)))`

const newest = (condition: string) => `SELECT place, ${POST_COLUMNS}
  FROM chat_posts AS post WHERE place < $3 AND ${condition} AND delete_at = 0 AND ${READABLE}
  ORDER BY place DESC LIMIT ${AT_ONCE}`
const NEWEST = newest('true')
/** Than those whose words are known. */
const NEWER = newest(
  `place > coalesce((SELECT place FROM chat_post_words_mark WHERE id = 'all'), 0)`,
)

/** With `+ 0`, the words are always looked up: to go through all rows in their order can take minutes. */
const BY_WORDS = `SELECT upto, from_place, post.*
  FROM (SELECT to_place + 0 AS upto, from_place FROM chat_post_words
    WHERE words @@ $3::tsquery AND (to_place + 0, from_place + 0) <= ($5, $6)
    ORDER BY upto DESC, from_place DESC LIMIT ${MOST_ROWS}) AS together
  CROSS JOIN LATERAL (SELECT place, ${POST_COLUMNS} FROM chat_posts AS post
    WHERE place BETWEEN from_place AND upto AND delete_at = 0
      AND EXISTS (SELECT FROM unnest($4::text[]) AS word
        WHERE strpos(lower(message), word) > 0 OR strpos(lower(props::text), word) > 0)
      AND ${READABLE}) AS post
  WHERE (upto, from_place, place) < ($5, $6, $7)
  ORDER BY upto DESC, from_place DESC, place DESC LIMIT ${AT_ONCE}`
