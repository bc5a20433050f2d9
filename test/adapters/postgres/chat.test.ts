import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { createPostgresChat, createPostgresPool } from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { usePostgresServer } from '../../support/postgres.js'
import { type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'

describe('a chat on PostgreSQL keeps the contract', () => {
  const server = usePostgresServer()
  let schema: ChatSchema
  let pool: pg.Pool

  before(async () => {
    schema = await openChatSchema(server())
    pool = createPostgresPool({ url: schema.url })
  })

  after(async () => {
    await pool.end()
    await schema.close()
  })

  describeAdapters('the adapters of a chat on PostgreSQL', async () => {
    await schema.empty()
    const { adapters, close } = createPostgresChat({ pool })
    return {
      ...schema.seed,
      adapters,
      readPosts: async (channelId) => {
        const { rows } = await schema.pool.query<{ readonly id: string }>(
          'SELECT id FROM chat_posts WHERE channel_id = $1 AND delete_at = 0 ORDER BY create_at',
          [channelId],
        )
        const found = await Promise.all(rows.map(async ({ id }) => adapters.posts.findById(id)))
        return found.filter((post) => post !== null)
      },
      close,
    }
  })
})
