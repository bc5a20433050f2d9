import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { type Database, numberOf, type Row, textOf } from './database.js'

export type RoomKind = 'open' | 'closed'

/** The chat's own functions, as far as they matter here. Ids are numbers. */
export interface Chat {
  addPerson(person: {
    readonly login: string
    readonly mail: string
    readonly password: string
    readonly operator?: boolean
  }): number
  closeAccount(personId: number): void
  addWorkspace(slug: string): number
  addRoom(room: {
    readonly workspaceId: number
    readonly kind: RoomKind
    readonly slug: string
    readonly title: string
  }): number
  archive(roomId: number): void
  join(roomId: number, personId: number): void
  /** The user with this login and password, or null. */
  personBy(login: string, password: string): number | null
}

export function createChat(db: Database, clock: () => number = Date.now): Chat {
  const insert = (sql: string, ...values: Parameters<Database['run']>[1][]): number => {
    const row = db.one(`${sql} RETURNING id`, ...values)
    return row ? numberOf(row, 'id') : 0
  }
  return {
    addPerson: ({ login, mail, password, operator = false }) =>
      db.transaction(() => {
        const id = insert(
          'INSERT INTO people (login, mail, password, joined_on) VALUES (?, ?, ?, ?)',
          login,
          mail,
          hashOf(password, randomBytes(16)),
          clock(),
        )
        if (operator) db.run("INSERT INTO roles VALUES (?, 'operator')", id)
        return id
      }),
    closeAccount: (personId) => {
      db.run('UPDATE people SET closed_on = ? WHERE id = ?', clock(), personId)
      db.run('DELETE FROM cookies WHERE person_id = ?', personId)
    },
    addWorkspace: (slug) => insert('INSERT INTO workspaces (slug) VALUES (?)', slug),
    addRoom: ({ workspaceId, kind, slug, title }) =>
      insert(
        'INSERT INTO rooms (workspace_id, kind, slug, title) VALUES (?, ?, ?, ?)',
        workspaceId,
        kind,
        slug,
        title,
      ),
    archive: (roomId) => {
      db.run('UPDATE rooms SET archived_on = ? WHERE id = ?', clock(), roomId)
    },
    join: (roomId, personId) => {
      db.run('INSERT OR IGNORE INTO room_people VALUES (?, ?)', roomId, personId)
    },
    personBy: (login, password) => {
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
