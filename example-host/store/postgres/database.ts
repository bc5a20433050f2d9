import type { PostgresChat } from 'express-incoming-webhooks/postgres'
import type { HookChannel, HookPost } from 'express-incoming-webhooks'
import type { ListPage } from '../chat-store.js'
import { type ChatChannel, type ChatUser, isObject, type StoredPost } from '../memory/rows.js'

/** What the store needs of the library's chat. */
export type Database = Pick<PostgresChat, 'adapters' | 'clock' | 'query' | 'sweep' | 'transaction'>

/** The name of the unique index that a statement has violated; empty for other errors. */
export function violatedIndex(error: unknown): string {
  if (!(error instanceof Error) || Reflect.get(error, 'code') !== '23505') return ''
  return String(Reflect.get(error, 'constraint'))
}

/** `LIMIT` and `OFFSET` of a page; null, which is no limit, for all items. */
export function limitsOf(page?: ListPage): readonly [limit: number | null, offset: number] {
  return page ? [page.perPage, page.page * page.perPage] : [null, 0]
}

/** How many rows there are; `from` is what follows the FROM of a statement. */
export async function countOf(
  query: Database['query'],
  from: string,
  values: readonly string[] = [],
): Promise<number> {
  const [row] = await query(`SELECT count(*) AS found FROM ${from}`, values)
  return row ? numberIn(row, 'found') : 0
}

/** Found with its team's name, which permalinks show. */
export const CHANNEL_COLUMNS = `channel.id, channel.team_id, team.name AS team_name, channel.type,
  channel.name, channel.display_name, channel.purpose, channel.creator_id, channel.create_at, channel.delete_at`
export const CHANNELS = `chat_channels AS channel
  LEFT JOIN chat_teams AS team ON team.id = channel.team_id`

/** The columns of a post without its contents, which may be large. */
export const POST_OUTLINE = `id, channel_id, user_id, webhook_id, root_id, type, priority, mentioned,
  channel_wide, create_at, update_at, edit_at, delete_at, version`
export const POST_COLUMNS = `${POST_OUTLINE}, message, props`

export const USER_COLUMNS = 'id, username, email, admin, create_at, delete_at'

export function textIn(row: object, column: string): string {
  return String(Reflect.get(row, column) ?? '')
}

/** Drivers of PostgreSQL return `bigint` as text. */
export function numberIn(row: object, column: string): number {
  return Number(Reflect.get(row, column) ?? 0)
}

export function textsIn(row: object, column: string): string[] {
  const list: unknown = Reflect.get(row, column)
  return Array.isArray(list) ? list.map(String) : []
}

export function toUser(row: object): ChatUser {
  return {
    id: textIn(row, 'id'),
    username: textIn(row, 'username'),
    email: textIn(row, 'email'),
    admin: Reflect.get(row, 'admin') === true,
    createAt: numberIn(row, 'create_at'),
    deleteAt: numberIn(row, 'delete_at'),
  }
}

export function toChannel(row: object): ChatChannel {
  const teamName = textIn(row, 'team_name')
  const purpose = textIn(row, 'purpose')
  return {
    id: textIn(row, 'id'),
    teamId: textIn(row, 'team_id'),
    ...(teamName !== '' && { teamName }),
    type: typeIn(row),
    name: textIn(row, 'name'),
    displayName: textIn(row, 'display_name'),
    ...(purpose !== '' && { purpose }),
    creatorId: textIn(row, 'creator_id'),
    createAt: numberIn(row, 'create_at'),
    deleteAt: numberIn(row, 'delete_at'),
  }
}

export function toPost(row: object): StoredPost {
  const editAt = numberIn(row, 'edit_at')
  const deleteAt = numberIn(row, 'delete_at')
  const props: unknown = Reflect.get(row, 'props')
  const priority: unknown = Reflect.get(row, 'priority')
  return {
    id: textIn(row, 'id'),
    channelId: textIn(row, 'channel_id'),
    userId: textIn(row, 'user_id'),
    webhookId: textIn(row, 'webhook_id'),
    rootId: textIn(row, 'root_id'),
    message: textIn(row, 'message'),
    type: textIn(row, 'type'),
    props: isProps(props) ? props : {},
    priority: isPriority(priority) ? priority : null,
    mentions: { userIds: textsIn(row, 'mentioned'), channelWide: channelWideIn(row) },
    createAt: numberIn(row, 'create_at'),
    updateAt: numberIn(row, 'update_at'),
    version: numberIn(row, 'version'),
    ...(editAt > 0 && { editAt }),
    ...(deleteAt > 0 && { deleteAt }),
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

function typeIn(row: object): HookChannel['type'] {
  const type = textIn(row, 'type')
  return type === 'public' || type === 'direct' ? type : 'private'
}

function channelWideIn(row: object): HookPost['mentions']['channelWide'] {
  const wide: unknown = Reflect.get(row, 'channel_wide')
  return wide === 'all' || wide === 'channel' || wide === 'here' ? wide : null
}

// The shape only, because only the library writes them.
function isProps(value: unknown): value is HookPost['props'] {
  return isObject(value)
}

function isPriority(value: unknown): value is NonNullable<HookPost['priority']> {
  return isObject(value) && 'priority' in value
}
