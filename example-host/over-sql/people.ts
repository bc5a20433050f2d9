import type { HookUser } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { type Database, numberOf, type Row, rowId, textOf, timeOf } from './database.js'

// Operators of this chat are the administrators of webhooks.
const PEOPLE = `
  SELECT people.*, EXISTS (
    SELECT 1 FROM roles WHERE person_id = people.id AND role = 'operator'
  ) AS operates FROM people`

/** The users adapter, without credentials, because this host has its own sign-in. */
export function peopleAdapter(db: Database): Adapters['users'] {
  const listed = (column: string, values: readonly unknown[]): readonly HookUser[] =>
    db
      .all(`${PEOPLE} WHERE ${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values))
      .map(toUser)
  return {
    findByIds: (ids) => listed('id', ids.map(rowId)),
    findByUsernames: (usernames) => listed('lower(login)', usernames),
  }
}

function toUser(row: Row): HookUser {
  return {
    id: String(numberOf(row, 'id')),
    // This chat shows names as typed; the library and mentions use lower case.
    username: textOf(row, 'login').toLowerCase(),
    email: textOf(row, 'mail'),
    admin: numberOf(row, 'operates') === 1,
    createAt: numberOf(row, 'joined_on'),
    deleteAt: timeOf(row, 'closed_on'),
  }
}
