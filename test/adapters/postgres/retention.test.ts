import { expect } from 'chai'
import { clearOld } from '../../../lib/adapters/postgres/chat/clear.js'
import { SqlDatabase } from '../../../lib/adapters/sql/database.js'
import { queryOn } from '../../../lib/adapters/postgres/transactions.js'
import { usePostgresServer } from '../../support/postgres.js'
import { type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'

describe('old rows of a chat on PostgreSQL', () => {
  const url = usePostgresServer()

  describe('are deleted:', () => {
    let schema: ChatSchema

    before(async () => {
      schema = await openChatSchema(url())
      const place = { displayName: 'Alerts', type: 'public', archived: false } as const
      await schema.seed.seedChannel({ ...place, name: 'alerts' })
    })

    beforeEach(async () => {
      await schema.pool.query(`
        INSERT INTO chat_posts (id, channel_id, user_id, message, create_at, update_at)
          SELECT 'post' || n, (SELECT id FROM chat_channels), '', '', n, n
          FROM generate_series(1, 2500) AS n;
        INSERT INTO chat_changes (kind, at) VALUES
          ('signedOut', now() - interval '2 hours'), ('signedOut', now())`)
    })

    afterEach(async () => {
      await schema.pool.query('DELETE FROM chat_posts; DELETE FROM chat_changes')
    })

    after(() => schema.close())

    const clear = (postRetention: number | null): Promise<void> =>
      clearOld(
        {
          db: new SqlDatabase(queryOn(schema.pool), 'postgres', ''),
          clock: () => 2400,
        },
        postRetention,
      )
    const oldest = async (): Promise<unknown> => {
      const { rows } = await schema.pool.query<{ readonly at: string }>(
        'SELECT min(create_at) AS at FROM chat_posts',
      )
      return Number(rows[0]?.at)
    }

    it('posts, exactly those whose time is over', async () => {
      await clear(100)
      expect(await oldest()).to.equal(2300)
    })

    it('no posts unless they have a retention', async () => {
      await clear(null)
      expect(await oldest()).to.equal(1)
    })

    it('changes, after an hour', async () => {
      await clear(null)
      expect((await schema.pool.query('SELECT FROM chat_changes')).rowCount).to.equal(1)
    })
  })
})
