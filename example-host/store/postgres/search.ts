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
/**
 * How many of the newest posts are looked through before older ones: what is frequent is found among them,
 * while the index would first gather all posts with the words.
 */
const WINDOWS = [20_000, 400_000, Infinity]

type Query = Database['query']
type Values = readonly (string | number | readonly string[])[]

/** By the index of words, and the posts that are too new for it one by one. */
export async function searchPosts(
  { query }: Pick<Database, 'query'>,
  { wanted, limit, userId, teamIds }: PostSearch,
): Promise<readonly FoundPost[]> {
  if (wanted.words.length === 0) return []
  const asked = queryOf(wanted)
  // Those that are newer than this place are looked through without an index.
  const [mark] = asked ? await query(MARK) : []
  const readable: Query = (text, values = []) => query(text, [userId, teamIds, ...values])
  const posts = newestFirst(readable, asked, numberIn(mark ?? {}, 'place'))
  return findIn(posts, wanted, limit)
}

async function* newestFirst(
  read: Query,
  asked: WordQuery | null,
  mark: number,
): AsyncGenerator<PostSlice> {
  let before = NONE
  for (let count = 0; count < MOST_NEWEST; count += AT_ONCE) {
    const rows = await read(NEWEST, [before, mark])
    yield sliceOf(rows)
    if (rows.length < AT_ONCE) break
    before = numberIn(rows.at(-1) ?? {}, 'place')
  }
  if (!asked) return
  const words: Values = [asked.words, asked.oneOf]
  let begin: Values = [NONE, NONE, NONE]
  for (const window of WINDOWS) {
    const floor = Math.max(0, mark - window)
    const text = floor === 0 ? BY_WORDS : BY_NEWEST_WORDS
    for (let isMore = true; isMore;) {
      const rows = await read(text, [...words, ...begin, floor])
      yield sliceOf(rows)
      const end = rows.at(-1) ?? {}
      begin = ['upto', 'from_place', 'place'].map((column) => numberIn(end, column))
      isMore = rows.length === AT_ONCE
    }
    if (floor === 0) return
    begin = [floor - 1, NONE, NONE]
  }
}

const NONE = Number.MAX_SAFE_INTEGER

function sliceOf(rows: readonly object[]): PostSlice {
  const posts = rows.map(toPost)
  const size = posts.reduce((sum, { message, props }) => sum + sizeOf(message, props), 0)
  return { posts, size, until: posts.at(-1)?.createAt ?? 0 }
}

function sizeOf(message: string, props: object): number {
  return message.length + JSON.stringify(props).length
}

/** As `listPublic` and `channelsOf` say. */
const READABLE = `EXISTS (SELECT FROM chat_channels AS channel
    WHERE channel.id = post.channel_id AND channel.delete_at = 0
      AND (channel.team_id IS NULL OR channel.team_id = ANY($2::text[]))
      AND (channel.type = 'public' OR EXISTS (SELECT FROM chat_members AS member
        WHERE member.channel_id = channel.id AND member.user_id = $1)))`

const MARK = `SELECT place FROM chat_post_words_mark WHERE id = 'all'`
const NEWEST = `SELECT place, ${POST_COLUMNS}
  FROM chat_posts AS post WHERE place < $3 AND place > $4 AND delete_at = 0 AND ${READABLE}
  ORDER BY place DESC LIMIT ${AT_ONCE}`

const byWords = (place: string): string => `SELECT upto, from_place, post.*
  FROM (SELECT ${place} AS upto, from_place FROM chat_post_words
    WHERE words @@ $3::tsquery AND (${place}, from_place + 0) <= ($5, $6) AND ${place} >= $8
    ORDER BY upto DESC, from_place DESC LIMIT ${MOST_ROWS}) AS together
  CROSS JOIN LATERAL (SELECT place, ${POST_COLUMNS} FROM chat_posts AS post
    WHERE place BETWEEN from_place AND upto AND delete_at = 0
      AND EXISTS (SELECT FROM unnest($4::text[]) AS word
        WHERE strpos(lower(message), word) > 0 OR strpos(lower(props::text), word) > 0)
      AND ${READABLE}) AS post
  WHERE (upto, from_place, place) < ($5, $6, $7)
  ORDER BY upto DESC, from_place DESC, place DESC LIMIT ${AT_ONCE}`
/** With `+ 0`, the words are always looked up: to go through all rows in their order can take minutes. */
const BY_WORDS = byWords('to_place + 0')
const BY_NEWEST_WORDS = byWords('to_place')
