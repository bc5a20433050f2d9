import { randomBytes } from 'node:crypto'
import { afterwards } from '../../../host/maybe-promise.js'
import type { HookChannel, ChannelType } from '../../../model/records.js'
import { ID_BYTES, makeId } from '../../../rules/keys.js'
import { directName } from '../../direct-name.js'
import { numberIn, type Row, textIn } from '../../stored-values.js'
import type { ChannelsAdapter } from '../../types.js'
import { cacheOf, isText } from '../cache.js'
import type { PgValue } from '../transactions.js'
import type { ChatParts } from './database.js'
import { namedRows, partOf } from './named.js'

/** Found with its team's name, which permalinks show. */
const COLUMNS = `channel.id, channel.team_id, channel.type, channel.name, channel.display_name,
  channel.delete_at, team.name AS team_name`
const SELECT = `SELECT ${COLUMNS} FROM {table}chat_channels AS channel
  LEFT JOIN {table}chat_teams AS team ON team.id = channel.team_id`

export function chatChannels({ query, changes, clock }: ChatParts): ChannelsAdapter<'direct'> {
  const cached = (
    where: string,
    keyOf: (channel: HookChannel) => string,
    valuesOf: (keys: readonly string[]) => readonly PgValue[] = (keys) => [keys],
  ) =>
    cacheOf<HookChannel>(changes, 'channel', async (keys) => {
      const found = (await query(`${SELECT} WHERE ${where}`, valuesOf(keys))).map(toChannel)
      return new Map(found.map((channel) => [keyOf(channel), channel]))
    })
  const byId = cached('channel.id = ANY($1::text[])', ({ id }) => id)
  const byName = cached(
    '(channel.team_id, channel.name) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
    ({ teamId, name }) => pairOf(teamId, name),
    listsOf,
  )
  const direct = cached(
    `channel.type = 'direct' AND channel.name = ANY($1::text[])`,
    ({ name }) => name,
  )
  const members = cacheOf<{ readonly id: string }>(changes, 'member', async (pairs) => {
    const text = `SELECT channel_id, user_id FROM {table}chat_members
      WHERE (channel_id, user_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`
    const found = await query(text, listsOf(pairs))
    return new Map(
      found.map((row) => {
        const [channelId, userId] = [textIn(row, 'channel_id'), textIn(row, 'user_id')]
        // By this, all nodes are told of its changes.
        return [pairOf(channelId, userId), { id: `${channelId} ${userId}` }]
      }),
    )
  })
  const findDirect = (userId: string, otherUserId: string) =>
    direct.one(directName(userId, otherUserId))
  return {
    findById: byId.one,
    findByName: (name, teamId) => byName.one(pairOf(teamId, name)),
    findDirect,
    createDirect: async (userId, otherUserId) => {
      const id = makeId(randomBytes(ID_BYTES))
      // Of two nodes that make it at once, one finds it made, and waits until it is.
      const text = `WITH made AS (
          INSERT INTO {table}chat_channels (id, type, name, display_name, creator_id, create_at)
          VALUES ($1, 'direct', $2, '', '', $3)
          ON CONFLICT (name) WHERE type = 'direct' DO NOTHING RETURNING id)
        INSERT INTO {table}chat_members (channel_id, user_id, create_at)
        SELECT made.id, member, $3 FROM made, unnest($4::text[]) AS member`
      const members = [...new Set([userId, otherUserId])]
      await query(text, [id, directName(userId, otherUserId), clock(), members])
      const channel = await findDirect(userId, otherUserId)
      if (channel) return channel
      throw new Error('a direct channel is missing that was just made')
    },
    canPost: (user, channel) => {
      if (channel.type === 'public') return true
      if (user.admin === true && channel.type !== 'direct') return true
      return afterwards(members.one(pairOf(channel.id, user.id)), (member) => member !== null)
    },
    listFor: async (user, { query: wanted, limit }) =>
      (await query(listText(wanted), [partOf(wanted), user.id, limit])).map(toChannel),
  }
}

/** Ids and names may contain any character that could be between them. */
function pairOf(first: string, second: string) {
  return JSON.stringify([first, second])
}

function pairIn(key: string): readonly string[] {
  const pair: unknown = JSON.parse(key)
  return Array.isArray(pair) ? pair.map(String) : []
}

/** The first and the second ones. */
function listsOf(keys: readonly string[]): readonly [string[], string[]] {
  const pairs = keys.map(pairIn).filter((pair) => pair.every(isText))
  return [pairs.map(([first = '']) => first), pairs.map(([, second = '']) => second)]
}

/** Two parts, so that each has an index. */
function listText(wanted: string) {
  const text = `lower(name || E'\\n' || display_name)`
  const order = 'create_at, id'
  const where = `team_id = team.id AND type = 'public' AND delete_at = 0`
  const open = namedRows({ table: '{table}chat_channels', where, text, order }, wanted)
  return `
    (SELECT ${COLUMNS}, channel.create_at FROM {table}chat_teams AS team
       CROSS JOIN LATERAL (${open} LIMIT $3) AS channel)
    UNION
    (SELECT ${COLUMNS}, channel.create_at FROM {table}chat_members AS member
       JOIN {table}chat_channels AS channel ON channel.id = member.channel_id
       JOIN {table}chat_teams AS team ON team.id = channel.team_id
     WHERE member.user_id = $2 AND channel.delete_at = 0
       AND lower(channel.name || E'\\n' || channel.display_name) LIKE $1
     ORDER BY channel.create_at, channel.id LIMIT $3)
    ORDER BY create_at, id LIMIT $3`
}

function toChannel(row: Row): HookChannel {
  return {
    id: textIn(row, 'id'),
    teamId: row['team_id'] === null ? '' : textIn(row, 'team_id'),
    ...(row['team_name'] === null ? {} : { teamName: textIn(row, 'team_name') }),
    type: typeIn(row),
    name: textIn(row, 'name'),
    displayName: textIn(row, 'display_name'),
    deleteAt: numberIn(row, 'delete_at'),
  }
}

function typeIn(row: Row): ChannelType {
  const type = textIn(row, 'type')
  return type === 'public' || type === 'direct' ? type : 'private'
}
