import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { sqlTables } from 'express-incoming-webhooks/sql'
import type { Tables } from '../../support/postgres.js'
import { MESSAGES } from '../../support/stores-session.js'
import { ON_POSTGRES } from './on-postgres.js'
import { ON_SQLITE } from './on-sqlite.js'
import { sessionWith } from './session.js'

export const ALL_DRIVERS: readonly string[] = [ON_POSTGRES, ON_SQLITE].flatMap(Object.keys)

/** A session of this driver; `emptied` has the tables in PostgreSQL. */
export async function openWith(
  name: string,
  emptied: () => Promise<Tables>,
): Promise<ConformanceSession> {
  const sqlite = ON_SQLITE[name]
  if (sqlite) {
    return sessionWith('sqlite', await sqlite(MESSAGES + sqlTables({ dialect: 'sqlite' })))
  }
  const open = ON_POSTGRES[name]
  if (!open) throw new Error(`${name} is not one of ${ALL_DRIVERS.join(', ')}`)
  const { url } = await emptied()
  return sessionWith('postgres', await open(url))
}
