import type { HookChannel, HookUser } from 'express-incoming-webhooks'

export interface UserRow {
  id: number
  name: string
  is_admin: boolean
  left_at: Date | null
}

export interface ChannelRow {
  id: number
  name: string
  title: string
  is_private: boolean
  archived_at: Date | null
}

/** Ids are integers in the tables and text in the library. Text that is not an id finds nothing. */
export function rowIds(ids: readonly string[]): number[] {
  return ids.filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number)
}

export function toUser({ id, name, is_admin: admin, left_at: leftAt }: UserRow): HookUser {
  return { id: String(id), username: name, admin, deleteAt: leftAt?.getTime() ?? null }
}

export function toChannel(row: ChannelRow): HookChannel {
  return {
    id: String(row.id),
    teamId: '',
    type: row.is_private ? 'private' : 'public',
    name: row.name,
    displayName: row.title,
    deleteAt: row.archived_at?.getTime() ?? null,
  }
}
