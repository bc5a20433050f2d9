import { type PageQuery, SINCE_LIMIT } from '../memory/channel-posts.js'
import { POST_COLUMNS } from './rows.js'

/** A statement and its values. */
type Statement = readonly [text: string, values: readonly (string | number)[]]

const OF_CHANNEL = `SELECT ${POST_COLUMNS} FROM chat_posts WHERE channel_id = $1`
/** The post itself may be deleted. */
const ANCHOR = '(SELECT create_at FROM chat_posts WHERE id = $2 AND channel_id = $1)'

const NEWEST = `${OF_CHANNEL} AND delete_at = 0
  ORDER BY create_at DESC LIMIT $2 OFFSET $3`
const BEFORE = `${OF_CHANNEL} AND delete_at = 0 AND create_at < ${ANCHOR}
  ORDER BY create_at DESC LIMIT $3 OFFSET $4`
const AFTER = `SELECT * FROM (${OF_CHANNEL} AND delete_at = 0 AND create_at > ${ANCHOR}
    ORDER BY create_at LIMIT $3 OFFSET $4) AS found
  ORDER BY create_at DESC`
/** Two parts, so that each has an index. */
const SINCE = `(${OF_CHANNEL} AND delete_at = 0 AND create_at > $2
    ORDER BY create_at DESC LIMIT ${SINCE_LIMIT})
  UNION ALL
  (${OF_CHANNEL} AND update_at > create_at AND update_at > $2
    AND (create_at <= $2 OR delete_at <> 0)
    ORDER BY create_at DESC LIMIT ${SINCE_LIMIT})
  ORDER BY create_at DESC LIMIT ${SINCE_LIMIT}`

/** How a page of a channel is found, newest first. */
export function pageStatement(channelId: string, query: PageQuery): Statement {
  const { page = 0, perPage = 60, before, after, since } = query
  const part = [perPage, page * perPage] as const
  if (since !== undefined) return [SINCE, [channelId, since]]
  if (before !== undefined) return [BEFORE, [channelId, before, ...part]]
  if (after !== undefined) return [AFTER, [channelId, after, ...part]]
  return [NEWEST, [channelId, ...part]]
}
