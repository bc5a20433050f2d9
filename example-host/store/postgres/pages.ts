import type { ChatPosts } from '../chat-store.js'
import { type PageQuery, SINCE_LIMIT } from '../memory/channel-posts.js'
import { type Database, numberIn, POST_COLUMNS, POST_OUTLINE, textIn, toPost } from './database.js'
import type { PostReader, PostSlice } from '../memory/post-reader.js'
import type { StoredPost } from '../memory/rows.js'

/** A statement and its values. */
type Statement = Parameters<Database['query']>

/** Bytes of JSON that are read at a time. */
const READ_BYTES = 256 * 1024

/**
 * About how many bytes of JSON a post has. PostgreSQL knows those of a message without reading it, and
 * those of props that are not compressed; compressed ones it has to read.
 */
const SIZE = `300 + octet_length(message) + CASE WHEN pg_column_compression(props) IS NULL
  THEN pg_column_size(props) ELSE octet_length(props::text) END`

const OF_CHANNEL = `SELECT ${POST_COLUMNS} FROM chat_posts WHERE channel_id = $1`
/** The post itself may be deleted. */
const ANCHOR = '(SELECT create_at FROM chat_posts WHERE id = $2 AND channel_id = $1)'

const NEWEST = withFirstContents(`${OF_CHANNEL} AND delete_at = 0
  ORDER BY create_at DESC LIMIT $2 OFFSET $3`)
const BEFORE = withFirstContents(`${OF_CHANNEL} AND delete_at = 0 AND create_at < ${ANCHOR}
  ORDER BY create_at DESC LIMIT $3 OFFSET $4`)
const AFTER = withFirstContents(`${OF_CHANNEL} AND delete_at = 0 AND create_at > ${ANCHOR}
  ORDER BY create_at LIMIT $3 OFFSET $4`)
/** Two parts, so that each has an index. */
const SINCE = withFirstContents(`(${OF_CHANNEL} AND delete_at = 0 AND create_at > $2
    ORDER BY create_at DESC LIMIT ${SINCE_LIMIT})
  UNION ALL
  (${OF_CHANNEL} AND update_at > create_at AND update_at > $2
    AND (create_at <= $2 OR delete_at <> 0)
    ORDER BY create_at DESC LIMIT ${SINCE_LIMIT})
  ORDER BY create_at DESC LIMIT ${SINCE_LIMIT}`)
const OF_THREAD = `SELECT ${POST_COLUMNS} FROM chat_posts
    WHERE root_id = $1 AND root_id <> '' AND delete_at = 0
      AND EXISTS (SELECT FROM chat_posts WHERE id = $1 AND delete_at = 0)`
const OF_ROOT = `SELECT ${POST_COLUMNS} FROM chat_posts WHERE id = $1 AND delete_at = 0`
const BEFORE_REPLY = `AND create_at < (SELECT create_at FROM chat_posts
    WHERE id = $2 AND (root_id = $1 OR id = $1) AND delete_at = 0)`
const THREAD = withFirstContents(`${OF_THREAD} UNION ALL ${OF_ROOT}`)
const THREAD_BEFORE = withFirstContents(
  `${OF_THREAD} ${BEFORE_REPLY} UNION ALL ${OF_ROOT} ${BEFORE_REPLY}`,
)
const BY_IDS = withFirstContents(`SELECT ${POST_COLUMNS} FROM chat_posts
  WHERE id = ANY($1) AND delete_at = 0`)

/** Lists of posts, whose contents are read when their turn comes. */
export function postgresLists({ query }: Database): Pick<ChatPosts, 'list' | 'thread' | 'byIds'> {
  return {
    list: (channelId, wanted = {}) =>
      readRows(query, pageStatement(channelId, wanted), wanted.since !== undefined),
    thread: (rootId, before) =>
      readRows(
        query,
        before === undefined ? [THREAD, [rootId]] : [THREAD_BEFORE, [rootId, before]],
      ),
    byIds: (ids) => readRows(query, [BY_IDS, [ids]]),
  }
}

function pageStatement(channelId: string, query: PageQuery): Statement {
  const { page = 0, perPage = 60, before, after, since } = query
  const part = [perPage, page * perPage] as const
  if (since !== undefined) return [SINCE, [channelId, since]]
  if (before !== undefined) return [BEFORE, [channelId, before, ...part]]
  if (after !== undefined) return [AFTER, [channelId, after, ...part]]
  return [NEWEST, [channelId, ...part]]
}

/**
 * Newest first, the contents of the first ones only, until they have `READ_BYTES`: a list may be larger
 * than the memory. The others have null in place of their message and props.
 */
function withFirstContents(posts: string) {
  return `WITH sized AS MATERIALIZED (SELECT *, ${SIZE} AS size FROM (${posts}) AS found)
    SELECT ${POST_OUTLINE}, size, CASE WHEN total <= ${READ_BYTES} THEN message END AS message,
      CASE WHEN total <= ${READ_BYTES} THEN props END AS props
    FROM (SELECT *, sum(size) OVER (ORDER BY create_at DESC, id) AS total FROM sized) AS counted
    ORDER BY create_at DESC, id`
}

/** A row of a list, which may have been read without its contents. */
interface ListedRow {
  readonly id: string
  readonly size: number
  readonly post: StoredPost | null
}

/** The posts of a statement. Reads the contents that it left out when their turn comes. */
async function readRows(
  query: Database['query'],
  statement: Statement,
  withDeleted = false,
): Promise<PostReader> {
  const rows = (await query(...statement)).map(toListedRow)
  const read = async (part: readonly ListedRow[]) => {
    const left = part.flatMap(({ id, post }) => (post ? [] : [id]))
    const late = new Map<string, StoredPost>()
    for (const row of left.length === 0 ? [] : await query(CONTENTS, [left])) {
      const post = toPost(row)
      if (post.deleteAt === undefined || withDeleted) late.set(post.id, post)
    }
    return part.flatMap(({ id, post }) => post ?? late.get(id) ?? [])
  }
  return {
    count: rows.length,
    slices: async function* (from): AsyncGenerator<PostSlice> {
      for (const { part, size } of partsOf(from === 'newest' ? rows : rows.toReversed())) {
        const posts = await read(part)
        if (posts.length > 0) yield { posts, size }
      }
    },
  }
}

const CONTENTS = `SELECT ${POST_COLUMNS} FROM chat_posts WHERE id = ANY($1)`

function toListedRow(row: object): ListedRow {
  const isWhole = Reflect.get(row, 'message') !== null
  return { id: textIn(row, 'id'), size: numberIn(row, 'size'), post: isWhole ? toPost(row) : null }
}

/** Rows of at most `READ_BYTES` together, or one that is larger. */
function* partsOf(
  rows: readonly ListedRow[],
): Generator<{ readonly part: readonly ListedRow[]; readonly size: number }> {
  let part: ListedRow[] = []
  let size = 0
  for (const row of rows) {
    if (part.length > 0 && size + row.size > READ_BYTES) {
      yield { part, size }
      part = []
      size = 0
    }
    part.push(row)
    size += row.size
  }
  if (part.length > 0) yield { part, size }
}
