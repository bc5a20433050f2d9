import { expect } from 'chai'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import {
  createPostgresPool,
  createPostgresStores,
  migrate,
} from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { newPost } from '../../support/new-post.js'
import { queryOf, useTables } from '../../support/postgres.js'
import { MESSAGES, messagesIn, sessionOf } from '../../support/stores-session.js'

describe('on PostgreSQL', () => {
  const emptied = useTables(async ({ pool, schema }) => {
    await migrate(pool, { prefix: `${schema}.` })
    await pool.query(MESSAGES)
  })
  let pool: pg.Pool | null = null
  after(() => pool?.end())

  describeAdapters('the stores for PostgreSQL', async () => {
    const { schema, url } = await emptied()
    const own = (pool ??= createPostgresPool({ url }))
    const messages = messagesIn(queryOf(own), (position) => `$${position}`)
    const stores = createPostgresStores({ pool: own, prefix: `${schema}.` })
    return sessionOf(
      stores,
      {
        insert: (posts, client) => messages.insert(posts, queryOf(client)),
        setText: (id, text, client) => messages.setText(id, text, queryOf(client)),
        delete: (id, client) => messages.delete(id, queryOf(client)),
        idsOf: messages.idsOf,
      },
      stores.close,
      // These messages know no order between transactions.
      ['once', 'direct'],
    )
  })

  it('finds posts beside an id that no JSON of PostgreSQL can hold', async () => {
    const { schema, url } = await emptied()
    const own = (pool ??= createPostgresPool({ url }))
    const post = { ...newPost({ webhookId: 'hook' }), id: 'known', createAt: 1, updateAt: 1 }
    const insert = `INSERT INTO ${schema}.incoming_webhook_posts (id, version, post) VALUES ('known', 0, $1)`
    await own.query(insert, [JSON.stringify({ ...post, version: 0 })])
    const stores = createPostgresStores({ pool: own, prefix: `${schema}.` })
    expect([...(await stores.postsOf(['\ud800', 'known'])).keys()]).to.deep.equal(['known'])
    expect(await stores.postsOf(['known\0'])).to.have.property('size', 0)
    await stores.deletePosts(['\ud800', 'known'])
    expect(await stores.postsOf(['known'])).to.have.property('size', 0)
    await stores.close()
  })
})
