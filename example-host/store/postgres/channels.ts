import type { ChatChannels, ChatStore, Unread } from '../chat-store.js'
import { StoreConflict } from '../errors.js'
import { createId } from '../ids.js'
import type { ChatChannel, Member } from '../memory/rows.js'
import { storable } from '../storable.js'
import {
  CHANNEL_COLUMNS,
  CHANNELS,
  countOf,
  type Database,
  isStorable,
  limitsOf,
  numberIn,
  textIn,
  toChannel,
  violatedIndex,
} from './database.js'

export function postgresChannels(database: Database): ChatChannels {
  const { query, transaction, clock } = database
  const byId = (id: string) => findChannel(database, id)
  return {
    ...postgresMembers(database),
    create: async ({ teamId, type, name, displayName, purpose = '', creatorId }) => {
      const id = createId()
      const at = clock()
      const channel = `INSERT INTO chat_channels
          (id, team_id, type, name, display_name, purpose, creator_id, create_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
      const member = `INSERT INTO chat_members (channel_id, user_id, create_at)
        SELECT $1, id, $3 FROM chat_users WHERE id = $2`
      await transaction(async (run) => {
        const texts = [name, storable(displayName), storable(purpose)]
        await run(channel, [id, teamId, type, ...texts, creatorId, at])
        await run(member, [id, creatorId, at])
      }).catch((error: unknown) => {
        throw violatedIndex(error).endsWith('by_name') ? new StoreConflict('name') : error
      })
      const created = await byId(id)
      if (!created) throw new Error('no channel was stored')
      return created
    },
    byId,
    byName: async (name, teamId) => {
      const text = `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNELS}
        WHERE channel.team_id = $1 AND channel.name = $2`
      const [row] = await query(text, [teamId, name])
      return row ? toChannel(row) : null
    },
    listPublic: async (teamId, page) => {
      const text = `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNELS}
        WHERE channel.team_id = $1 AND channel.type = 'public' AND channel.delete_at = 0
        ORDER BY channel.create_at, channel.id LIMIT $2 OFFSET $3`
      return (await query(text, [teamId, ...limitsOf(page)])).map(toChannel)
    },
    channelsOf: async (userId, teamId) => {
      const text = `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNELS}
        JOIN chat_members AS member ON member.channel_id = channel.id
        WHERE member.user_id = $1 AND channel.delete_at = 0
          AND (channel.team_id = $2 OR channel.team_id IS NULL)
        ORDER BY member.create_at, channel.create_at, channel.id`
      return (await query(text, [userId, teamId])).map(toChannel)
    },
    setPurpose: async (id, purpose) => {
      const text = 'UPDATE chat_channels SET purpose = $2 WHERE id = $1 AND purpose <> $2'
      await query(text, [id, storable(purpose)])
      return byId(id)
    },
    archive: async (id) => {
      const text = 'UPDATE chat_channels SET delete_at = $2 WHERE id = $1 AND delete_at = 0'
      await query(text, [id, clock()])
      return byId(id)
    },
    restore: async (id) => {
      const text = `WITH restored AS (
          UPDATE chat_channels SET delete_at = 0 WHERE id = $1 AND delete_at <> 0 RETURNING id)
        INSERT INTO chat_changes (kind, channel_id) SELECT 'channelChanged', id FROM restored`
      await query(text, [id])
      return byId(id)
    },
  }
}

export async function findChannel({ query }: Database, id: string): Promise<ChatChannel | null> {
  const text = `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNELS} WHERE channel.id = $1`
  const [row] = await query(text, [id])
  return row ? toChannel(row) : null
}

const MEMBER_COLUMNS = 'channel_id, user_id, create_at'

function postgresMembers({ query, transaction, clock }: Database) {
  const among = async (channelId: string, userIds: readonly string[]) => {
    const text = `SELECT user_id FROM chat_members
      WHERE channel_id = $1 AND user_id = ANY($2::text[])`
    return (await query(text, [channelId, userIds])).map((row) => textIn(row, 'user_id'))
  }
  return {
    addMember: async (channelId, userId) => {
      // Posts from before a member joined are not unread.
      const add = `WITH joined AS (
          INSERT INTO chat_members (channel_id, user_id, create_at)
          SELECT chat_channels.id, chat_users.id, $3 FROM chat_channels, chat_users
          WHERE chat_channels.id = $1 AND chat_users.id = $2
          ON CONFLICT DO NOTHING RETURNING channel_id, user_id)
        INSERT INTO chat_views AS view (channel_id, user_id, viewed_at)
        SELECT channel_id, user_id, last_at FROM joined
          JOIN chat_channels ON chat_channels.id = joined.channel_id
        ON CONFLICT (channel_id, user_id)
          DO UPDATE SET viewed_at = greatest(view.viewed_at, excluded.viewed_at)`
      await query(add, [channelId, userId, clock()])
      const find = `SELECT ${MEMBER_COLUMNS} FROM chat_members WHERE channel_id = $1 AND user_id = $2`
      const [row] = await query(find, [channelId, userId])
      return row ? toMember(row) : null
    },
    removeMember: async (channelId, userId, byUserId) => {
      if (!isStorable(userId)) return false
      return transaction(async (run) => {
        await run(`SELECT set_config('chat.by_user_id', $1, true)`, [byUserId])
        const where = 'WHERE channel_id = $1 AND user_id = $2'
        const removed = await run(`DELETE FROM chat_members ${where} RETURNING user_id`, [
          channelId,
          userId,
        ])
        await run(`DELETE FROM chat_views ${where}`, [channelId, userId])
        return removed.length > 0
      })
    },
    members: async (channelId, page) => {
      const text = `SELECT ${MEMBER_COLUMNS} FROM chat_members WHERE channel_id = $1
        ORDER BY create_at, user_id LIMIT $2 OFFSET $3`
      return (await query(text, [channelId, ...limitsOf(page)])).map(toMember)
    },
    countMembers: (channelId) => countOf(query, 'chat_members WHERE channel_id = $1', [channelId]),
    isMember: async (channelId, userId) => (await among(channelId, [userId])).length > 0,
    membersAmong: among,
  } satisfies Partial<ChatChannels>
}

function toMember(row: object): Member {
  return {
    channelId: textIn(row, 'channel_id'),
    userId: textIn(row, 'user_id'),
    createAt: numberIn(row, 'create_at'),
  }
}

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
