import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { expect } from 'chai'
import { usePostgres } from '../../support/postgres.js'
import { openWith } from './open.js'
import { LIVE, liveOn } from './live.js'

// Those with a form of results, or a way to pass values, that no recipe has; `npm run drivers` runs
// all. `DRIVER` chooses another.
const { DRIVER } = process.env
const DRIVERS = DRIVER === undefined ? ['postgres.js', 'TypeORM'] : [DRIVER]

describe('the ready-made stores', () => {
  const openSchema = usePostgres()

  for (const name of DRIVERS) {
    describeAdapters(`with ${name}`, () => openWith(name, openSchema))

    it(`deliver over HTTP with ${name}`, async () => {
      expect(await liveOn(await openWith(name, openSchema))).to.deep.equal(LIVE)
    })
  }
})
