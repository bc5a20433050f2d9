import type { PostSlice } from '../memory/post-reader.js'
import { findIn, type FoundPost, type PostSearch } from '../search.js'
import { type Database, numberIn, POST_COLUMNS, textIn, toPost } from './database.js'
import { queryOf } from './words.js'

/** Posts that are read at a time. */
const AT_ONCE = 200
/** Posts without an index that are looked through, the newest. */
const MOST_NEWEST = 20_000
/** Rows of words, each of several posts, that are read at a time. */
const ROWS = 16

/** By the index of words, and the posts that are too new for it one by one. */
export async function searchPosts(
  { transaction }: Pick<Database, 'transaction'>,
  { wanted, limit, ...reader }: PostSearch,
): Promise<readonly FoundPost[]> {
  if (wanted.words.length === 0) return []
  return findIn(newestFirst(transaction, queryOf(wanted), reader), wanted, limit)
}

type Reader = Pick<PostSearch, 'userId' | 'teamIds'>

async function* newestFirst(
  transaction: Database['transaction'],
  query: string | null,
  { userId, teamIds }: Reader,
): AsyncGenerator<PostSlice> {
  const read = (text: string, values: readonly (string | number)[]) =>
    transaction(async (run) => {
      // A plan for any words would not know how many posts have these.
      await run(`SELECT set_config('plan_cache_mode', 'force_custom_plan', true)`)
      return run(text, [userId, teamIds, ...values])
    })
  let before = Number.MAX_SAFE_INTEGER
  for (let count = 0; count < MOST_NEWEST; count += AT_ONCE) {
    const rows = await read(query === null ? NEWEST : NEWER, [before])
    yield sliceOf(rows)
    if (rows.length < AT_ONCE) break
    before = numberIn(rows.at(-1) ?? {}, 'place')
  }
  if (query === null) return
  let last: readonly [number, string, number] = [Number.MAX_SAFE_INTEGER, '', 0]
  for (;;) {
    const rows = await read(BY_WORDS, [query, ...last])
    const end = rows.at(-1)
    if (!end) return
    yield sliceOf(rows)
    last = [numberIn(end, 'to_at'), textIn(end, 'together_id'), numberIn(end, 'from_at')]
  }
}

function sliceOf(rows: readonly object[]): PostSlice {
  const posts = rows.filter((row) => textIn(row, 'id') !== '').map(toPost)
  const size = posts.reduce((sum, { message, props }) => sum + sizeOf(message, props), 0)
  return { posts, size, until: numberIn(rows.at(-1) ?? {}, 'to_at') }
}

function sizeOf(message: string, props: object): number {
  return message.length + JSON.stringify(props).length
}

/** As `listPublic` and `channelsOf` say. */
const READABLE = `EXISTS (SELECT FROM chat_channels AS channel
    WHERE channel.id = given.channel_id AND channel.delete_at = 0
      AND (channel.team_id IS NULL OR channel.team_id = ANY($2::text[]))
      AND (channel.type = 'public' OR EXISTS (SELECT FROM chat_members AS member
        WHERE member.channel_id = channel.id AND member.user_id = $1)))`

const newest = (condition: string): string => `SELECT place, create_at AS to_at, ${POST_COLUMNS}
  FROM chat_posts AS given WHERE place < $3 AND ${condition} AND delete_at = 0 AND ${READABLE}
  ORDER BY place DESC LIMIT ${AT_ONCE}`
const NEWEST = newest('true')
/** Than those whose words are known. */
const NEWER = newest(
  `place > coalesce((SELECT place FROM chat_post_words_mark WHERE id = 'all'), 0)`,
)

const BY_WORDS = `SELECT given.channel_id AS together_id, from_at, to_at, post.*
  FROM (SELECT channel_id, from_at, to_at FROM chat_post_words AS given
    WHERE words @@ $3::tsquery AND to_at <= $4 AND (to_at, channel_id, from_at) < ($4, $5, $6)
      AND ${READABLE}
    ORDER BY to_at DESC, channel_id DESC, from_at DESC LIMIT ${ROWS}) AS given
  LEFT JOIN LATERAL (SELECT ${POST_COLUMNS} FROM chat_posts AS post
    WHERE post.channel_id = given.channel_id AND post.delete_at = 0
      AND post.create_at BETWEEN given.from_at AND given.to_at) AS post ON true
  ORDER BY given.to_at DESC, given.channel_id DESC, given.from_at DESC, post.create_at DESC`
