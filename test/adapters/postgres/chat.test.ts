import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { usePostgresServer } from '../../support/postgres.js'
import { type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'

describe('a chat on PostgreSQL', () => {
  const url = usePostgresServer()

  describe('keeps the contract', () => {
    let schema: ChatSchema

    before(async () => {
      schema = await openChatSchema(url())
    })

    after(() => schema.close())

    describeAdapters('the adapters of a chat on PostgreSQL', async () => {
      await schema.empty()
      const node = schema.node()
      const { adapters } = node.chat
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
        close: node.close,
      }
    })
  })
})
