import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { ChannelsAdapter } from 'express-incoming-webhooks/adapters'
import { type Database, numberOf, type Row, rowId, textOf, timeOf } from './database.js'

const ROOMS = `
  SELECT rooms.*, workspaces.slug AS workspace
  FROM rooms LEFT JOIN workspaces ON workspaces.id = rooms.workspace_id`
const TYPES: Readonly<Record<string, HookChannel['type']>> = {
  open: 'public',
  closed: 'private',
  pair: 'direct',
}

/** The channels adapter: rooms are channels, workspaces are teams, and rooms of pairs are direct channels. */
export function roomsAdapter(db: Database): ChannelsAdapter {
  const findOne = (where: string, ...values: readonly (string | number)[]): HookChannel | null => {
    const row = db.one(`${ROOMS} WHERE ${where}`, ...values)
    return row && toChannel(row)
  }
  const findPair = (low: number, high: number): HookChannel | null =>
    findOne('low_person = ? AND high_person = ?', low, high)
  return {
    findById: (id) => {
      const known = rowId(id)
      return known === null ? null : findOne('rooms.id = ?', known)
    },
    findByName: (name, teamId) => {
      const workspace = rowId(teamId)
      if (workspace === null) return null
      return findOne('rooms.workspace_id = ? AND rooms.slug = ?', workspace, name)
    },
    findDirect: (userId, otherUserId) => findPair(...pairOf(userId, otherUserId)),
    createDirect: (userId, otherUserId) => {
      const [low, high] = pairOf(userId, otherUserId)
      db.transaction(() => {
        // The unique index decides which of two concurrent calls creates the room.
        const made = db.run(
          `INSERT INTO rooms (kind, slug, title, low_person, high_person)
           VALUES ('pair', '', '', ?, ?) ON CONFLICT DO NOTHING`,
          low,
          high,
        )
        if (made === 0) return
        const { id = null } = db.one('SELECT last_insert_rowid() AS id') ?? {}
        for (const person of new Set([low, high])) {
          db.run('INSERT INTO room_people (room_id, person_id) VALUES (?, ?)', id, person)
        }
      })
      const room = findPair(low, high)
      if (!room) throw new Error('the room for this pair could not be created')
      return room
    },
    canPost: (user, channel) =>
      channel.type === 'public' ||
      (user.admin === true && channel.type === 'private') ||
      isMember(db, user, channel),
    listFor: (user, { query, limit }) =>
      db
        .all(
          `${ROOMS} WHERE archived_on IS NULL AND kind <> 'pair'
           AND (kind = 'open' OR rooms.id IN (SELECT room_id FROM room_people WHERE person_id = ?))
           AND (instr(lower(rooms.slug), ?) > 0 OR instr(lower(title), ?) > 0)
           ORDER BY title LIMIT ?`,
          rowId(user.id),
          query.toLowerCase(),
          query.toLowerCase(),
          limit,
        )
        .map(toChannel),
  }
}

function isMember(db: Database, user: HookUser, channel: HookChannel): boolean {
  const sql = 'SELECT 1 FROM room_people WHERE room_id = ? AND person_id = ?'
  return db.one(sql, rowId(channel.id), rowId(user.id)) !== null
}

function pairOf(userId: string, otherUserId: string): readonly [low: number, high: number] {
  const [a, b] = [Number(userId), Number(otherUserId)]
  return a < b ? [a, b] : [b, a]
}

function toChannel(row: Row): HookChannel {
  const { workspace_id: workspaceId, workspace } = row
  return {
    id: String(numberOf(row, 'id')),
    teamId: typeof workspaceId === 'number' ? String(workspaceId) : '',
    ...(typeof workspace === 'string' ? { teamName: workspace } : {}),
    type: TYPES[textOf(row, 'kind')] ?? 'private',
    name: textOf(row, 'slug'),
    displayName: textOf(row, 'title'),
    deleteAt: timeOf(row, 'archived_on'),
  }
}
