import { type Broken, brokenPosts } from './broken.js'

const WHERE = ', if once is guaranteed'
const AGAIN = `posts: are stored once per idempotency key, and returned again unchanged${WHERE}`
const AT_ONCE = `posts: are stored once per idempotency key, even by concurrent calls${WHERE}`
const FOUND = `posts: are found by webhook and idempotency key, in order${WHERE}`
const OTHERS = `posts: of other webhooks have separate idempotency keys${WHERE}`
const EXPIRES = `posts: are no longer found by an expired idempotency key${WHERE}`
const FREE = `posts: that could not be stored do not use up their idempotency key${WHERE}`
const COPIES = `posts: that are returned again are copies${WHERE}`

const DELETED =
  'posts: that were deleted still use up their idempotency key, if the host provides delete'
const FAILED =
  'incidents: are not written if a post of their batch cannot be stored, if incidents is guaranteed'
const EARLIER =
  'incidents: of a request that was stored before do not matter to its answer, if incidents is guaranteed'

export const BROKEN_ONCE: readonly Broken[] = [
  brokenPosts(
    'idempotency keys are forgotten at once',
    [AGAIN, AT_ONCE, FOUND, EXPIRES, COPIES, DELETED, EARLIER],
    ({ posts }) => ({
      createBatch: ({ once: _once, ...batch }) => posts.createBatch(batch),
    }),
  ),
  brokenPosts('two who ask at once are both stored', [AT_ONCE], ({ posts }) => ({
    createBatch: async (batch) => {
      const { once } = batch
      if (!once) return posts.createBatch(batch)
      const earlier = await posts.findBatch(once.webhookId, once.key)
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (earlier) return { stored: false, earlier }
      const result = await posts.createBatch(batch)
      return 'earlier' in result ? posts.createBatch({ posts: batch.posts }) : result
    },
  })),
  brokenPosts('warnings are not kept', [AGAIN, FOUND, COPIES], ({ posts }) => ({
    createBatch: (batch) =>
      posts.createBatch(batch.once ? { ...batch, once: { ...batch.once, warnings: [] } } : batch),
  })),
  brokenPosts('a batch is found in another order', [FOUND, COPIES], ({ posts }) => ({
    findBatch: async (webhookId, key) => {
      const batch = await posts.findBatch(webhookId, key)
      if (!batch || batch.posts[0]?.message === 'new 1') return batch
      return { ...batch, posts: [...batch.posts].reverse() }
    },
  })),
  brokenPosts('idempotency keys are matched as patterns', [FOUND], ({ posts }) => ({
    findBatch: (webhookId, key) => posts.findBatch(webhookId, key.trim().toUpperCase()),
  })),
  brokenPosts('idempotency keys are compared ignoring case', [FOUND], ({ posts }) => ({
    findBatch: (webhookId, key) => posts.findBatch(webhookId, key.toUpperCase()),
  })),
  brokenPosts('idempotency keys are those of all webhooks', [OTHERS], ({ posts }) => ({
    findBatch: (_webhookId, key) => posts.findBatch('all', key),
    createBatch: (batch) =>
      posts.createBatch(
        batch.once ? { ...batch, once: { ...batch.once, webhookId: 'all' } } : batch,
      ),
  })),
  brokenPosts('idempotency keys never expire', [EXPIRES], ({ posts }) => ({
    createBatch: (batch) =>
      posts.createBatch(
        batch.once ? { ...batch, once: { ...batch.once, expiresAt: 9e15 } } : batch,
      ),
  })),
  brokenPosts(
    'an idempotency key is written before the posts',
    [FREE, FAILED, EARLIER],
    ({ posts }) => {
      const begun = new Set<string>()
      return {
        createBatch: async (batch) => {
          const { once } = batch
          if (!once) return posts.createBatch(batch)
          const name = `${once.webhookId} ${once.key}`
          if (begun.has(name) && !(await posts.findBatch(once.webhookId, once.key))) {
            return { stored: false, earlier: { ...once, posts: [] } }
          }
          if (once.expiresAt > Date.now()) begun.add(name)
          return posts.createBatch(batch)
        },
      }
    },
  ),
  brokenPosts('batches told again are live references', [COPIES], ({ host, posts }) => ({
    findBatch: (webhookId, key) => {
      const batch = host.batches.get(`${webhookId} ${key}`)
      return batch && batch.expiresAt > Date.now() ? batch : null
    },
    createBatch: (batch) => posts.createBatch(batch),
  })),
]
