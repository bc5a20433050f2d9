import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { sqlTables } from 'express-incoming-webhooks/sql'
import type { OwnSchema } from '../../support/postgres.js'
import { MESSAGES } from '../../support/stores-session.js'
import { ON_POSTGRES } from './on-postgres.js'
import { ON_SQLITE } from './on-sqlite.js'
import { sessionWith } from './session.js'

export const ALL_DRIVERS: readonly string[] = [ON_POSTGRES, ON_SQLITE].flatMap(Object.keys)

/** A session of this driver; `openSchema` opens one in PostgreSQL. */
export async function openWith(
  name: string,
  openSchema: (tables: string) => Promise<OwnSchema>,
): Promise<ConformanceSession> {
  const sqlite = ON_SQLITE[name]
  if (sqlite) {
    return sessionWith('sqlite', await sqlite(MESSAGES + sqlTables({ dialect: 'sqlite' })))
  }
  const open = ON_POSTGRES[name]
  if (!open) throw new Error(`${name} is not one of ${ALL_DRIVERS.join(', ')}`)
  const schema = await openSchema(MESSAGES + sqlTables({ dialect: 'postgres' }))
  const { connectionString: url = '', options = '' } = schema.pool.options
  const driver = await open({ url, options })
  const close = async (): Promise<void> => {
    await driver.close()
    await schema.close()
  }
  return sessionWith('postgres', { ...driver, close })
}
