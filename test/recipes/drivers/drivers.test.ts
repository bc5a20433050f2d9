import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { expect } from 'chai'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { ALL } from '../../support/all.js'
import { useTables } from '../../support/postgres.js'
import { MESSAGES } from '../../support/stores-session.js'
import { openWith } from './open.js'
import { LIVE, liveOn } from './live.js'

// Those with a form of results, or a way to pass values, that no recipe has; `npm run drivers` runs
// all. `DRIVER` chooses another.
const { DRIVER } = process.env
const DRIVERS = DRIVER === undefined ? ['postgres.js', 'TypeORM'] : [DRIVER]

describe('the ready-made stores', () => {
  const emptied = useTables(({ pool }) => pool.query(MESSAGES + sqlTables({ dialect: 'postgres' })))

  for (const name of DRIVERS) {
    it(`deliver over HTTP with ${name}`, async () => {
      expect(await liveOn(await openWith(name, emptied))).to.deep.equal(LIVE)
    })

    // Their statements are those that node-postgres runs in the other tests of the stores.
    if (ALL || DRIVER !== undefined) {
      describeAdapters(`with ${name}`, () => openWith(name, emptied))
    }
  }
})
