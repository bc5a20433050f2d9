import { expect } from 'chai'
import express, { type Express } from 'express'
import type { Channel, NewPost, User } from 'express-incoming-webhooks'
import { createIncomingWebhooks, type IncomingWebhooks } from 'express-incoming-webhooks'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import request from 'supertest'
import { openCutProxy } from '../../support/cut-proxy.js'
import { newPost } from '../../support/new-post.js'
import { usePostgresUrl } from '../../support/postgres.js'
import { type ChatNode, type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'
import { until } from '../../support/until.js'

/** How long another node may know what no longer holds, in milliseconds. */
const BOUND_MS = 1000

interface Node extends ChatNode {
  readonly webhooks: IncomingWebhooks
  readonly app: Express
  /** What it was told, in order. */
  readonly told: ChatChange[]
}

describe('nodes on one PostgreSQL', () => {
  const url = usePostgresUrl()

  describe('of a chat', () => {
    let schema: ChatSchema
    let alice: User
    let channel: Channel
    const open: { close: () => Promise<void> }[] = []

    function start(options: Parameters<ChatSchema['node']>[0] = {}): Node {
      const node = schema.node(options)
      const webhooks = createIncomingWebhooks({
        adapters: node.chat.adapters,
        secret: 'a secret of at least thirty-two bytes',
        siteUrl: 'https://chat.example',
      })
      const told: ChatChange[] = []
      node.chat.onChange((change) => told.push(change))
      const app = express().use('/hooks', webhooks.hooksRouter)
      const close = async (): Promise<void> => {
        await webhooks.close()
        await node.close()
      }
      open.push({ close })
      return { ...node, webhooks, app, told, close }
    }

    async function startTwo(): Promise<[Node, Node]> {
      const nodes: [Node, Node] = [start(), start()]
      await Promise.all(nodes.map(({ chat }) => chat.caughtUp()))
      return nodes
    }

    async function hookOf({ webhooks }: Node): Promise<{ readonly id: string; path: string }> {
      const fields = { channelId: channel.id, displayName: 'Alerts' }
      const { id, key } = await webhooks.manage.create(alice.id, fields)
      return { id, path: `/hooks/${key}` }
    }

    const postTo = (node: Node, path: string, text = 'hello'): request.Test =>
      request(node.app).post(path).send({ text })

    const post = (changes: Partial<NewPost> = {}): NewPost =>
      newPost({ channelId: channel.id, userId: alice.id, ...changes })

    const messagesTold = ({ told }: Pick<Node, 'told'>): string[] =>
      told.flatMap((change) =>
        change.kind === 'posted' ? change.posts.map(({ message }) => message) : [],
      )

    before(async () => {
      schema = await openChatSchema(url())
    })

    beforeEach(async () => {
      await schema.empty()
      const person = { email: 'a@example.org', admin: true, active: true, passwordHash: '' }
      alice = await schema.seed.seedUser({ ...person, username: 'alice' })
      const place = { displayName: 'Alerts', type: 'public', archived: false } as const
      channel = await schema.seed.seedChannel({ ...place, name: 'alerts' })
    })

    afterEach(async () => {
      await Promise.all(open.splice(0).map(({ close }) => close()))
    })

    after(() => schema.close())

    it('deliver in at most three round trips once they know the webhook', async () => {
      const [node] = await startTwo()
      const { path } = await hookOf(node)
      const statements = record(node.pool)
      // The first one also deletes what has expired, as one in each minute does.
      await postTo(node, path).set('Idempotency-Key', 'first').expect(200)
      await until('what follows the answer', () =>
        statements.some((text) => text.includes('last_used')),
      )
      for (const [key, most] of [
        [undefined, 2],
        ['key-1', 3],
      ] as const) {
        await node.chat.caughtUp()
        statements.length = 0
        await postTo(node, path)
          .set(key === undefined ? {} : { 'Idempotency-Key': key })
          .expect(200)
        const own = statements.filter((text) => !AFTER_THE_ANSWER.test(text))
        expect(own, own.join('\n')).to.have.lengthOf(most)
      }
    })

    it('know within a second that another one has disabled a webhook', async () => {
      const [first, second] = await startTwo()
      const { id, path } = await hookOf(first)
      await postTo(second, path).expect(200)
      await first.webhooks.manage.disable(alice.id, id)
      await postTo(first, path).expect(404)
      const began = performance.now()
      await until('the webhook is unknown', async () => (await postTo(second, path)).status === 404)
      expect(performance.now() - began).to.be.below(BOUND_MS)
    })

    it('know of changes that were made by hand, with SQL', async () => {
      const [first, second] = await startTwo()
      const { path } = await hookOf(first)
      await postTo(second, path).expect(200)
      await schema.pool.query('UPDATE incoming_webhooks SET enabled = false')
      await second.chat.caughtUp()
      await postTo(second, path).expect(404)
    })

    it('know of settings, users and channels that another one changes', async () => {
      const [first, second] = await startTwo()
      const { path } = await hookOf(first)
      await postTo(second, path).expect(200)
      await first.chat.adapters.settings.update({ enableIncomingWebhooks: false })
      await second.chat.caughtUp()
      await postTo(second, path).expect(501)
      await first.chat.adapters.settings.update({ enableIncomingWebhooks: true })
      await second.chat.caughtUp()
      await postTo(second, path).expect(200)
      await schema.pool.query('UPDATE chat_channels SET delete_at = 5')
      await second.chat.caughtUp()
      await postTo(second, path).expect(404)
      await schema.pool.query(
        'UPDATE chat_channels SET delete_at = 0; UPDATE chat_users SET delete_at = 5',
      )
      await second.chat.caughtUp()
      await postTo(second, path).expect(403)
    })

    it('remember nothing while they cannot hear of changes', async () => {
      const proxy = await openCutProxy(Number(new URL(url()).port))
      const cut = start({ port: proxy.port })
      await cut.chat.caughtUp()
      const { id, path } = await hookOf(cut)
      await postTo(cut, path).expect(200)
      // Nothing arrives on its connections any more, and nothing says so.
      proxy.freeze()
      const direct = start()
      await direct.webhooks.manage.disable(alice.id, id)
      const began = performance.now()
      await until('the webhook is unknown', async () => (await postTo(cut, path)).status === 404)
      expect(performance.now() - began).to.be.below(20_000)
      await proxy.close()
    }).timeout(60_000)

    it('are told of posts by all of them, each batch together and each channel in order', async () => {
      const [first, second] = await startTwo()
      const nodes = [first, second]
      const texts = Array.from({ length: 40 }, (_, number) => `message ${number}`)
      await Promise.all(
        texts.map(async (message, number) =>
          nodes[number % 2]?.chat.adapters.posts.createBatch({
            posts: [post({ id: `${number}a`, message }), post({ id: `${number}b`, message })],
          }),
        ),
      )
      const { rows } = await schema.pool.query<{ readonly message: string }>(
        'SELECT message FROM chat_posts ORDER BY create_at',
      )
      const inOrder = rows.map(({ message }) => message)
      expect(inOrder).to.have.lengthOf(80)
      for (const node of nodes) {
        await until('all are told', () => messagesTold(node).length >= 80)
        expect(messagesTold(node)).to.deep.equal(inOrder)
      }
    })

    it('are told of the parts of a long message in one piece', async () => {
      const [first, second] = await startTwo()
      const { path } = await hookOf(first)
      await postTo(first, path, 'word '.repeat(8000)).expect(200)
      await until('it is told', () => second.told.length > 0)
      const [change] = second.told
      expect(change?.kind === 'posted' && change.posts.length).to.be.greaterThan(1)
      expect(second.told).to.have.lengthOf(1)
    })

    it('are told of edits, deletions, channels, members and ended sessions', async () => {
      const [first, second] = await startTwo()
      const { posts, channels, sessions } = first.chat.adapters
      const stored = post({ id: 'one' })
      await posts.createBatch({ posts: [stored] })
      await posts.update('one', { message: 'changed', version: 1 }, 0)
      await schema.pool.query(
        `UPDATE chat_posts SET delete_at = update_at + 1, update_at = update_at + 1`,
      )
      const direct = await channels.createDirect(alice.id, alice.id, '')
      await first.chat.transaction(async (query) => {
        await query(`SELECT set_config('chat.by_user_id', 'bob', true)`, [])
        await query('DELETE FROM chat_members WHERE channel_id = $1', [direct.id])
      })
      await sessions.create({ id: 's', userId: alice.id, expiresAt: Date.now() + 60_000 })
      await sessions.deleteForUser(alice.id)
      await until('all are told', () => second.told.length >= 7)
      const place = { channelId: direct.id }
      expect(second.told.filter(({ kind }) => kind !== 'posted')).to.deep.equal([
        { kind: 'edited', channelId: channel.id, postId: 'one' },
        { kind: 'deleted', channelId: channel.id, postId: 'one' },
        { kind: 'channelCreated', ...place },
        { kind: 'memberAdded', ...place, userId: alice.id, byUserId: '' },
        { kind: 'memberRemoved', ...place, userId: alice.id, byUserId: 'bob' },
        { kind: 'signedOut', userId: alice.id },
      ])
    })

    it('are told once of what happened while they were cut off', async () => {
      const proxy = await openCutProxy(Number(new URL(url()).port))
      const cut = start({ port: proxy.port })
      const direct = start()
      await Promise.all([cut.chat.caughtUp(), direct.chat.caughtUp()])
      await direct.chat.adapters.posts.createBatch({ posts: [post({ id: 'before' })] })
      await until('the first is told', () => messagesTold(cut).length === 1)
      proxy.freeze()
      for (const id of ['b', 'c']) {
        await direct.chat.adapters.posts.createBatch({ posts: [post({ id, message: id })] })
      }
      await direct.chat.adapters.posts.update('b', { message: 'B', version: 1 }, 0)
      await until('the edit is told', () => cut.told.some(({ kind }) => kind === 'edited'))
      expect(messagesTold(cut)).to.deep.equal([post().message, 'B', 'c'])
      await proxy.close()
    }).timeout(60_000)

    it('are told of nothing that was posted while nobody listened', async () => {
      const [first, second] = await startTwo()
      const { chat } = schema.node()
      const told: ChatChange[] = []
      const end = chat.onChange((change) => told.push(change))
      await chat.caughtUp()
      await first.chat.adapters.posts.createBatch({ posts: [post({ id: 'a', message: 'a' })] })
      await until('the first is told', () => told.length === 1)
      end()
      await first.chat.adapters.posts.createBatch({ posts: [post({ id: 'b', message: 'b' })] })
      await until('others are told', () => messagesTold(second).length === 2)
      chat.onChange((change) => told.push(change))
      await chat.caughtUp()
      await first.chat.adapters.posts.createBatch({ posts: [post({ id: 'c', message: 'c' })] })
      await until('the last is told', () => messagesTold({ told }).includes('c'))
      expect(messagesTold({ told })).to.deep.equal(['a', 'c'])
      await chat.close()
    })

    it('do not take a message for a channel that is gone as a repetition', async () => {
      const [{ chat }] = await startTwo()
      const once = {
        webhookId: 'w',
        key: 'k',
        fingerprint: 'f'.repeat(64),
        expiresAt: Date.now() + 60_000,
        warnings: [],
        ignored: [],
      }
      const batch = { posts: [post({ channelId: 'gone' })], once }
      const failure = await Promise.resolve(chat.adapters.posts.createBatch(batch)).catch(String)
      expect(failure).to.contain('channel does not exist')
      expect(await chat.adapters.posts.findBatch('w', 'k')).to.equal(null)
    })

    it('share their rate limits', async () => {
      const [first, second] = await startTwo()
      const limit = { perSecond: 0.001, burst: 3 }
      const takes = [first, second, first, second].map(
        ({ chat }) =>
          async () =>
            chat.adapters.counters?.take('webhook a', limit),
      )
      const allowed = []
      for (const take of takes) allowed.push((await take())?.allowed)
      expect(allowed).to.deep.equal([true, true, true, false])
    })

    it('make one direct channel for two users', async () => {
      const [first, second] = await startTwo()
      const both = await Promise.all(
        [first, second].map(async ({ chat }) =>
          chat.adapters.channels.createDirect(alice.id, alice.id, ''),
        ),
      )
      expect(both[0]?.id).to.equal(both[1]?.id)
    })
  })
})

/** What a node does beside deliveries, or after the answer. */
const AFTER_THE_ANSWER =
  /^SELECT pg_backend_pid|^SELECT post\.\*|pg_notify|_deliveries|_log_lines|last_used = |max\(place\)/

/** The statements that the connections of a pool send from now on. */
function record(pool: pg.Pool): string[] {
  const texts: string[] = []
  const wrap = (client: pg.PoolClient): void => {
    const query: unknown = Reflect.get(client, 'query')
    if (typeof query !== 'function') return
    Object.assign(client, {
      query: (...args: readonly unknown[]): unknown => {
        const [statement] = args
        const isObject = typeof statement === 'object' && statement !== null
        texts.push(String(isObject ? Reflect.get(statement, 'text') : statement))
        const result: unknown = Reflect.apply(query, client, args)
        return result
      },
    })
  }
  pool.on('acquire', (client) => {
    if (!Object.hasOwn(client, 'query')) wrap(client)
  })
  return texts
}
