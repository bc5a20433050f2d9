import type { ChatStore, Unread } from '../chat-store.js'
import { type Database, numberIn, textIn } from './database.js'

/** How far each member has read each channel, as a time: posts up to it count as read. */
export function postgresReadMarks({ query }: Database): Pick<ChatStore, 'markViewed' | 'unread'> {
  return {
    markViewed: async (userId, channelId) => {
      // A time that is committed has no post before it that is not.
      const text = `INSERT INTO chat_views AS view (channel_id, user_id, viewed_at)
        SELECT chat_channels.id, chat_users.id, last_at FROM chat_channels, chat_users
        WHERE chat_channels.id = $1 AND chat_users.id = $2
        ON CONFLICT (channel_id, user_id) DO UPDATE SET viewed_at = excluded.viewed_at
          WHERE view.viewed_at < excluded.viewed_at`
      await query(text, [channelId, userId])
    },
    unread: async (userId, channelIds) => {
      if (channelIds.length === 0) return new Map()
      const rows = await query(UNREAD, [userId, channelIds])
      return new Map(rows.map((row) => [textIn(row, 'id'), toUnread(row)]))
    },
  }
}

const UNREAD = `SELECT wanted.id, view.viewed_at, unread.posts, unread.mentions,
    newest.create_at AS last_post_at
  FROM unnest($2::text[]) AS wanted (id)
  LEFT JOIN chat_views AS view ON view.channel_id = wanted.id AND view.user_id = $1
  CROSS JOIN LATERAL (SELECT count(*) AS posts,
      count(*) FILTER (WHERE channel_wide IS NOT NULL OR $1 = ANY (mentioned)) AS mentions
    FROM chat_posts WHERE channel_id = wanted.id AND delete_at = 0
      AND create_at > coalesce(view.viewed_at, 0)) AS unread
  LEFT JOIN LATERAL (SELECT create_at FROM chat_posts
    WHERE channel_id = wanted.id AND delete_at = 0
    ORDER BY create_at DESC LIMIT 1) AS newest ON true`

function toUnread(row: object): Unread {
  return {
    posts: numberIn(row, 'posts'),
    mentions: numberIn(row, 'mentions'),
    viewedAt: numberIn(row, 'viewed_at'),
    lastPostAt: numberIn(row, 'last_post_at'),
  }
}
