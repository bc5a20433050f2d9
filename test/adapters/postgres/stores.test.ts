import { describeAdapters } from 'express-incoming-webhooks/conformance'
import {
  createPostgresPool,
  createPostgresStores,
  migrate,
} from 'express-incoming-webhooks/postgres'
import { queryOf, usePostgresUrl } from '../../support/postgres.js'
import { MESSAGES, messagesIn, sessionOf } from '../../support/stores-session.js'

describe('on PostgreSQL', () => {
  const url = usePostgresUrl()
  let count = 0

  describeAdapters('the stores for PostgreSQL', async () => {
    count += 1
    const schema = `stores_${process.pid}_${count}`
    const pool = createPostgresPool({ url: `${url()}?options=-csearch_path%3D${schema}` })
    await migrate(pool, { prefix: `${schema}.` })
    await pool.query(MESSAGES)
    const messages = messagesIn(queryOf(pool), (position) => `$${position}`)
    return sessionOf(
      createPostgresStores({ pool, prefix: `${schema}.` }),
      {
        insert: (posts, client) => messages.insert(posts, queryOf(client)),
        setText: (id, text, client) => messages.setText(id, text, queryOf(client)),
        delete: (id, client) => messages.delete(id, queryOf(client)),
        idsOf: messages.idsOf,
      },
      async () => {
        await pool.query(`DROP SCHEMA ${schema} CASCADE`)
        await pool.end()
      },
      // These messages know no order between transactions.
      ['once', 'direct'],
    )
  })
})
