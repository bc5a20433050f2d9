import { expect } from 'chai'
import { createPostgresChat, createPostgresPool, migrate } from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { usePostgresUrl } from '../support/postgres.js'
import { fillWorld } from '../support/world/fill.js'
import { takesMessages, type WorldSize } from '../support/world/size.js'
import { idOf } from '../support/world/sql.js'

const SIZE: WorldSize = { users: 20, channels: 40, webhooks: 400, posts: 2_000, requests: 20_000 }

describe('a world that benchmarks measure in', () => {
  const url = usePostgresUrl()
  let pool: pg.Pool
  let asBefore: unknown

  before(async () => {
    pool = createPostgresPool({ url: url(), statementTimeout: 60_000 })
    await migrate(pool, { chat: true })
    asBefore = await partsOf(pool)
    await fillWorld(pool, SIZE)
  })
  after(() => pool.end())

  const count = async (from: string): Promise<number> => {
    const { rows } = await pool.query<{ readonly count: string }>(`SELECT count(*) FROM ${from}`)
    return Number(rows[0]?.count)
  }

  it('has as much of each as it should', async () => {
    expect(await count('chat_users')).to.equal(SIZE.users)
    expect(await count('chat_channels')).to.equal(SIZE.channels)
    expect(await count('incoming_webhooks')).to.equal(SIZE.webhooks)
    expect(await count('chat_posts')).to.equal(SIZE.posts)
    const places = await pool.query(
      `SELECT nextval(pg_get_serial_sequence('incoming_webhook_deliveries', 'place'))::integer AS next`,
    )
    expect(places.rows).to.deep.equal([{ next: SIZE.requests + 1 }])
  })

  it('has no empty table but those that it does not need', async () => {
    const { rows } = await pool.query<{ readonly name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
    )
    const empty: string[] = []
    for (const { name } of rows) if ((await count(name)) === 0) empty.push(name)
    expect(empty).to.deep.equal([
      // Filled in the background.
      'chat_post_words',
      'chat_presence',
      'incoming_webhook_posts',
      'incoming_webhook_settings',
    ])
  })

  it('keeps of the log what the library keeps: a week, and of a webhook 500 that were accepted', async () => {
    const kept = await count('incoming_webhook_deliveries')
    expect(kept).to.be.within(SIZE.requests / 40, SIZE.requests / 10)
    const most = `(SELECT FROM incoming_webhook_deliveries WHERE delivery ->> 'share' = 'accepted'
      GROUP BY webhook_id HAVING count(*) > 500) AS busy`
    expect(await count(most)).to.equal(0)
  })

  it('has the indexes, constraints and triggers that the tables had', async () => {
    expect(await partsOf(pool)).to.deep.equal(asBefore)
  })

  it('has texts of 100 to 400 bytes, a few words in most of them, most in few', async () => {
    expect(await count('chat_posts WHERE length(message) NOT BETWEEN 60 AND 450')).to.equal(0)
    const mean = await pool.query('SELECT avg(length(message))::integer AS mean FROM chat_posts')
    expect(mean.rows[0]).to.have.property('mean').within(100, 400)
  })

  it('can be read by the library, which posts to all webhooks that take messages', async () => {
    const chat = createPostgresChat({ pool })
    try {
      const { webhooks, deliveries, posts, channels, users } = chat.adapters
      const { items, total } = await webhooks.list({ offset: 0, limit: 200, withTotal: true })
      expect(total).to.equal(SIZE.webhooks)
      expect(items).to.have.lengthOf(200)
      const log = await deliveries?.list(
        { webhookIds: [idOf('webhook', 0)] },
        { offset: 0, limit: 1000 },
      )
      expect(log).to.have.length.above(100)
      const incidents = await posts.listIncidents(idOf('webhook', 0), { offset: 0, limit: 20 })
      expect(incidents.items).to.not.be.empty
      const stored = await pool.query<{ id: string; owner: string; channel: string; on: boolean }>(
        'SELECT id, user_id AS owner, channel_id AS channel, enabled AS on FROM incoming_webhooks',
      )
      for (const { id, owner, channel: channelId, on } of stored.rows) {
        const channel = await channels.findById(channelId)
        const [user] = await users.findByIds([owner])
        if (!channel || !user) throw new Error(`${id} has no channel or no owner`)
        const mayPost = on && user.deleteAt === 0 && (await channels.canPost(user, channel))
        expect(mayPost, id).to.equal(takesMessages(Number(/\d+/.exec(id)?.[0])))
      }
    } finally {
      await chat.close()
    }
  })
})

async function partsOf(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT pg_get_indexdef(indexrelid) AS part FROM pg_index WHERE indrelid::regclass::text ~ '^(chat|incoming)'
    UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger
      WHERE tgrelid::regclass::text ~ '^(chat|incoming)' AND NOT tgisinternal
    ORDER BY 1`)
  return rows
}
