import { mock } from 'node:test'
import { expect } from 'chai'
import type { HookUser } from 'express-incoming-webhooks'
import type { NewPost, PostBatch, PostsAdapter } from 'express-incoming-webhooks/adapters'
import { createPostgresStores } from 'express-incoming-webhooks/postgres'
import pg from 'pg'
import { postgresDeliveries } from '../../../lib/adapters/postgres/deliveries.js'
import { queryOn } from '../../../lib/adapters/postgres/transactions.js'
import { SqlDatabase } from '../../../lib/adapters/sql/database.js'
import { DAY, limitsAt } from '../../../lib/model/deliveries.js'
import { deliveryOf } from '../../support/deliveries.js'
import { searchPosts } from '../../../example-host/store/postgres/search.js'
import { keepWords } from '../../../example-host/store/postgres/words.js'
import { sweepWords } from '../../support/sweep-words.js'
import { wantedIn } from '../../../example-host/store/search.js'
import { fillChat } from '../../support/fill-chat.js'
import { webhookOf } from '../../support/hook-host.js'
import { newPost } from '../../support/new-post.js'
import { newIncident } from '../../support/new-incident.js'
import { usePostgresServer } from '../../support/postgres.js'
import { type ChatNode, type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'
import {
  type PlanMode,
  type Recorded,
  recordStatements,
  scannedTables,
} from '../../support/recorded-statements.js'
import { until } from '../../support/until.js'

/** Of 60,000 posts, PostgreSQL still reads all to delete the oldest. A million is worth a look too. */
const POSTS = Number(process.env['PLANS_POSTS'] ?? 100_000)
/** So few rows that reading all of them is best. */
const SMALL = [
  'chat_teams',
  'chat_post_words_mark',
  'incoming_webhook_settings',
  'incoming_webhook_migrations',
]
/** Longer than the posts of the test are old. */
const RETENTION = 30 * 365 * 24 * 3600 * 1000

describe('the statements of a chat on PostgreSQL', () => {
  const server = usePostgresServer()

  describe(`with ${POSTS} posts`, () => {
    let schema: ChatSchema
    let client: pg.Client
    let recorded: Recorded

    before(async () => {
      schema = await openChatSchema(server())
      const connectionString = schema.url
      const pool = new pg.Pool({ connectionString })
      await fillChat(pool, POSTS)
      await pool.end()
      client = new pg.Client({ connectionString })
      await client.connect()
      recorded = await recordAll(schema)
    })

    after(async () => {
      await client.end()
      await schema.close()
    })

    it('are all that the library has', () => {
      const texts = [...recorded.keys()]
      for (const part of [
        ...EVERY_TABLE,
        'place > $1',
        'known.channel_id',
        'AS of_all',
        'FROM claim',
        'SKIP LOCKED',
        'TABLESAMPLE',
        ...SWEPT.map((table) => `gone AS (DELETE FROM ${table}`),
      ]) {
        expect(texts.filter((text) => text.includes(part))).to.not.be.empty
      }
    })

    for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
      it(`read no table that grows from end to end (${mode})`, async () => {
        expect(await allScans(client, recorded, mode)).to.deep.equal([])
      })
    }
  })
})

const EVERY_TABLE = [
  'chat_users',
  'chat_channels',
  'chat_members',
  'chat_posts',
  'chat_changes',
  'incoming_webhooks',
  'incoming_webhook_sessions',
  'incoming_webhook_counters',
  'incoming_webhook_posts',
  'incoming_webhook_batches',
  'incoming_webhook_things',
  'incoming_webhook_deliveries',
  'incoming_webhook_log_lines',
  'chat_post_words',
]

/** From which rows are deleted in the background. */
const SWEPT = [
  'chat_posts',
  'chat_changes',
  'incoming_webhook_sessions',
  'incoming_webhook_counters',
  'incoming_webhook_batches',
  'incoming_webhook_things',
  'incoming_webhook_deliveries',
  'incoming_webhook_kept_requests',
  'incoming_webhook_log_lines',
]

async function allScans(
  client: pg.Client,
  recorded: Recorded,
  mode: PlanMode,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const [text, values] of recorded) {
    if (!/^[\s(]*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)) continue
    const tables = await scannedTables(client, text, values, mode)
    const large = tables.filter((table) => !SMALL.includes(table) && !table.startsWith('pg_'))
    if (large.length > 0) found.push(`${large.join()}: ${text.replace(/\s+/g, ' ')}`)
  }
  return found
}

/** Uses everything of a node, and returns the statements. */
async function recordAll(schema: ChatSchema): Promise<Recorded> {
  mock.timers.enable({ apis: ['setInterval'] })
  const node = schema.node({ postRetention: RETENTION })
  const recorded = recordStatements(node.pool)
  try {
    await node.chat.caughtUp()
    await useReaders(node)
    await usePosts(node)
    await useIncidents(node.chat.adapters.posts)
    await useWebhooks(node)
    await useRest(node)
    await useStores(node)
    await useSearch(node)
    await useBackground(node, recorded)
    await useSweeps(node, recorded)
  } finally {
    mock.timers.reset()
    await node.close()
  }
  return recorded
}

const USER: HookUser = { id: 'user8', username: 'name8', email: '', admin: false, createAt: 1 }

async function useReaders({ chat }: ChatNode): Promise<void> {
  const { users, channels } = chat.adapters
  await users.findByIds(['user1', 'user2'])
  await users.findByUsernames(['name1', 'name2'])
  await users.findCredentials('name1@example.org')
  for (const query of ['name199', 'na', '']) await users.listFor?.(USER, { query, limit: 20 })
  await users.listDeactivated?.(20)
  const channel = await channels.findById('channel3')
  if (!channel) throw new Error('channel3 is missing')
  await channels.findByName('channel-2', 'team', 'user1')
  await channels.findDirect('user1', 'user2')
  await channels.createDirect('user3', 'user4', '')
  await channels.canPost(USER, channel)
  for (const query of ['channel-1999', 'ch']) await channels.listFor(USER, { query, limit: 20 })
}

async function usePosts({ chat }: ChatNode): Promise<void> {
  const { posts } = chat.adapters
  const post = (id: string): NewPost => newPost({ id, channelId: 'channel1' })
  await posts.createBatch({ posts: [post('alone')] })
  await posts.createBatch({ posts: [post('first'), post('second')] })
  const channelIds = ['channel1', 'channel2', 'channel3', 'channel4']
  await Promise.all(
    channelIds.map(async (channelId) =>
      posts.createBatch({ posts: [newPost({ id: `in ${channelId}`, channelId })] }),
    ),
  )
  for (const ids of [['keyed'], ['keyed first', 'keyed second']]) {
    const key = ids.join()
    await posts.createBatch({ posts: ids.map(post), once: onceOf(key) })
    await posts.findBatch('webhook1', key)
  }
  await posts.findById('first')
  await posts.update('first', { message: 'changed', version: 1 }, 0)
  await posts.delete('first')
}

function onceOf(key: string): NonNullable<PostBatch['once']> {
  const expiresAt = Date.now() + 60_000
  return { webhookId: 'webhook1', key, fingerprint: key, warnings: [], ignored: [], expiresAt }
}

async function useIncidents(posts: PostsAdapter<'incidents'>): Promise<void> {
  const incident = newIncident({ webhookId: 'webhook3', channelId: 'channel1' })
  const id = `of ${String(Math.random())}`
  await posts.createBatch({
    posts: [newPost({ id, channelId: 'channel1' })],
    incident: { incident, expectedVersion: null },
  })
  await posts.findIncident(incident.webhookId, incident.channelId, incident.key)
  await posts.createBatch({
    posts: [],
    edit: { id, changes: { message: 'changed', version: 1 }, expectedVersion: 0 },
    incident: { incident: { ...incident, postId: id, version: 2 }, expectedVersion: 1 },
  })
  // Past those that only fill the table.
  await posts.listIncidents(incident.webhookId, { offset: 100, limit: 20 })
}

async function useWebhooks({ chat }: ChatNode): Promise<void> {
  const { webhooks } = chat.adapters
  await webhooks.findByKeyDigest('digest1')
  await webhooks.touch('webhook1', 1, 'current')
  await webhooks.touch('webhook3', 1, 'previous')
  await webhooks.noteResult?.('webhook1', { at: 1, outcome: 'posted', status: 200, errorId: '' })
  await webhooks.listExpecting?.(1, 20)
  await webhooks.findById('webhook1')
  for (const filter of [{}, { userId: 'user1' }, { teamId: 'team' }, { channelId: 'channel1' }]) {
    await webhooks.list({ ...filter, offset: 20, limit: 20 })
  }
  await webhooks.list({ userId: 'user1', teamId: 'team', offset: 0, limit: 20 })
  const page = { offset: 0, limit: 20 }
  const after = { createAt: 1_000, id: 'webhook1000' }
  await webhooks.list({ ...page, after })
  await webhooks.list({ ...page, failing: true, after, userId: 'user1' })
  for (const words of [['webhook', '1234'], ['xq']]) await webhooks.list({ ...page, words })
  const times = { now: Date.now(), soon: Date.now() + 1_000 }
  await webhooks.listAttention?.({ ...times, ownerIds: ['user5'], limit: 20 })
  await webhooks.listAttention?.({ ...times, userId: 'user1', ownerIds: [], limit: 20 })
  await webhooks.list({ userId: 'user1', channelId: 'channel1', offset: 0, limit: 1 })
  const { id } = webhookOf()
  await webhooks.create(webhookOf())
  await webhooks.update(id, { displayName: 'changed', version: 1 }, 0)
  await webhooks.delete(id)
}

async function useRest({ chat }: ChatNode): Promise<void> {
  const { settings, sessions, counters, deliveries, logs } = chat.adapters
  await settings.get()
  await settings.update({ enableIncomingWebhooks: true })
  await sessions.create({ id: 'new', userId: 'user1', expiresAt: Date.now() + 60_000 })
  await sessions.find('new')
  await sessions.delete('new')
  await sessions.deleteForUser('user7')
  for (const burst of [100, 1]) {
    await counters?.take('counter1', { perSecond: 1, burst })
    await counters?.take('counter4000', { perSecond: 1, burst }, 0)
  }
  await counters?.reset('counter1')
  await deliveries?.append([])
  await deliveries?.list({ webhookIds: ['unknown'] }, { offset: 0, limit: 20 })
  await deliveries?.list({ outcome: 'posted' }, { offset: 0, limit: 20 })
  const perShare = { accepted: 1, refused: 50, unproven: 50, replayed: 0 }
  await deliveries?.latest?.(['webhook2', 'webhook3'], perShare)
  await deliveries?.find?.('webhook2', 'unknown')
  await deliveries?.deleteFor('webhook2')
  await logs?.append(['line'])
  await logs?.page(0, 100)
}

/** Those for hosts with messages of their own. */
async function useStores({ pool }: ChatNode): Promise<void> {
  const stores = createPostgresStores({ pool })
  await stores.findBatch('webhook1', 'key1')
  await stores.postsOf(['unknown1', 'unknown2'])
  await stores.deletePosts(['post1', 'post2'])
  const posts = stores.posts({
    insert: (given) => given.map(({ id }, index) => ({ id, createAt: 1 + index })),
    setText: () => true,
    delete: () => true,
  })
  const once = { ...onceOf('of stores'), webhookId: 'webhook2' }
  await posts.createBatch({ posts: [newPost({ id: 'stored' })], once })
  await posts.findById('stored')
  await posts.update('stored', { message: 'changed', version: 1 }, 0)
  await posts.delete?.('stored')
  await useIncidents(posts)
  const client = await pool.connect()
  const batch = { posts: [newPost({ id: 'own' })], once: { ...once, key: 'of a transaction' } }
  await stores.once(client, batch, () => [])
  client.release()
  await stores.close()
}

/** The search of the example host. */
async function useSearch({ chat, pool }: ChatNode): Promise<void> {
  await sweepWords(chat)
  // A row has the words of 64 posts: of the posts here there are too few to be worth an index.
  await pool.query(`INSERT INTO chat_post_words SELECT place, place, to_tsvector('simple', 'other' || place)
    FROM generate_series(1000000000, 1000100000) AS place`)
  await pool.query('ANALYZE chat_post_words')
  const words = keepWords(chat, () => undefined)
  await words.renew(['first'])
  await words.close()
  for (const terms of ['build 77', '✓']) {
    const wanted = wantedIn(terms, false)
    await searchPosts(chat, { userId: 'user1', teamIds: ['team'], wanted, limit: 20 })
  }
}

/** New posts and changes told by other nodes, looks for those that nobody told, and clearing. */
async function useBackground({ chat }: ChatNode, recorded: Recorded): Promise<void> {
  let heard = 0
  const end = chat.onChange(() => {
    heard += 1
  })
  await chat.caughtUp()
  const post = newPost({ id: 'told', channelId: 'channel1' })
  await chat.adapters.posts.createBatch({ posts: [post] })
  await chat.adapters.posts.update('told', { message: 'changed', version: 1 }, 0)
  await until('both are told', () => heard >= 2)
  const following = chat.follow(() => undefined)
  await following.add(['channel1', 'user1'])
  const hasRun = (part: string) => (): boolean =>
    [...recorded.keys()].some((text) => text.includes(part))
  await until('it looks for posts', () => {
    mock.timers.tick(5_000)
    return hasRun('place > $1')()
  })
  await until('it looks for posts of the channels that it follows', () => {
    mock.timers.tick(5_000)
    return hasRun('known.channel_id')()
  })
  following.end()
  mock.timers.tick(60_000)
  await chat.caughtUp()
  end()
}

/** Those that requests have begun, and those of the log, which here has room for nothing that was sent. */
async function useSweeps({ pool }: ChatNode, recorded: Recorded): Promise<void> {
  const deliveries = postgresDeliveries(new SqlDatabase(queryOn(pool), 'postgres', ''), 0)
  await deliveries.append([
    deliveryOf({ webhookId: 'webhook7', kept: 'sent' }),
    deliveryOf({ webhookId: 'unknown' }),
  ])
  await deliveries.prune(limitsAt(10 * DAY, 9, 1_000))
  await until('all have begun', () =>
    SWEPT.every((table) =>
      [...recorded.keys()].some((text) => text.includes(`gone AS (DELETE FROM ${table}`)),
    ),
  )
}
