import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { type Database, numberOf, type Row, textOf } from './database.js'

type RoomKind = 'open' | 'closed'

export type Chat = ReturnType<typeof createChat>

/** The chat's own functions, as far as they matter here. Ids are numbers. */
export function createChat(db: Database, clock: () => number = Date.now) {
  const insert = (sql: string, ...values: Parameters<Database['run']>[1][]): number => {
    const row = db.one(`${sql} RETURNING id`, ...values)
    return row ? numberOf(row, 'id') : 0
  }
  return {
    addPerson: (person: {
      readonly login: string
      readonly mail: string
      readonly password: string
      readonly operator?: boolean
    }): number =>
      db.transaction(() => {
        const { login, mail, password, operator = false } = person
        const sql = 'INSERT INTO people (login, mail, password, joined_on) VALUES (?, ?, ?, ?)'
        const id = insert(sql, login, mail, hashOf(password, randomBytes(16)), clock())
        if (operator) db.run("INSERT INTO roles VALUES (?, 'operator')", id)
        return id
      }),
    closeAccount: (personId: number): void => {
      db.run('UPDATE people SET closed_on = ? WHERE id = ?', clock(), personId)
      db.run('DELETE FROM cookies WHERE person_id = ?', personId)
    },
    addWorkspace: (slug: string): number =>
      insert('INSERT INTO workspaces (slug) VALUES (?)', slug),
    addRoom: (room: {
      readonly workspaceId: number
      readonly kind: RoomKind
      readonly slug: string
      readonly title: string
    }): number => {
      const sql = 'INSERT INTO rooms (workspace_id, kind, slug, title) VALUES (?, ?, ?, ?)'
      return insert(sql, room.workspaceId, room.kind, room.slug, room.title)
    },
    archive: (roomId: number): void => {
      db.run('UPDATE rooms SET archived_on = ? WHERE id = ?', clock(), roomId)
    },
    join: (roomId: number, personId: number): void => {
      db.run('INSERT OR IGNORE INTO room_people VALUES (?, ?)', roomId, personId)
    },
    /** The user with this login and password, or null. */
    personBy: (login: string, password: string): number | null => {
      const sql = 'SELECT * FROM people WHERE lower(login) = lower(?) AND closed_on IS NULL'
      const row = db.one(sql, login)
      return row && matches(row, password) ? numberOf(row, 'id') : null
    },
  }
}

function hashOf(password: string, salt: Uint8Array): string {
  const hash = scryptSync(password, salt, 32, { N: 1024 })
  return `${Buffer.from(salt).toString('hex')} ${hash.toString('hex')}`
}

function matches(row: Row, password: string): boolean {
  const stored = textOf(row, 'password')
  const [salt = ''] = stored.split(' ')
  const given = hashOf(password, Buffer.from(salt, 'hex'))
  return timingSafeEqual(Buffer.from(given), Buffer.from(stored))
}
