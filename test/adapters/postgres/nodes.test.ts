import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { openCutProxy } from '../../support/cut-proxy.js'
import { freePort } from '../../support/free-port.js'
import { until } from '../../support/until.js'
import { type Node, postTo, record, useChatNodes } from './chat-nodes.js'

/** How long another node may use what no longer holds, in milliseconds. */
const BOUND_MS = 1000

describe('nodes on one PostgreSQL', () => {
  const { schema, alice, start, startTwo, hookOf, post } = useChatNodes()

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
    await first.webhooks.manage.disable(alice().id, id)
    await postTo(first, path).expect(404)
    const began = performance.now()
    // How long an answer takes depends on the machine.
    let lastSent = 0
    await until('the webhook is unknown', async () => {
      const sent = performance.now() - began
      const { status } = await postTo(second, path)
      if (status !== 404) lastSent = sent
      return status === 404
    })
    expect(lastSent).to.be.below(BOUND_MS)
  })

  it('remember a webhook while others note what became of its requests', async () => {
    const [first, second] = await startTwo()
    const { id, path } = await hookOf(first)
    await postTo(second, path).expect(200)
    const result = { at: 1, outcome: 'failed', status: 500, errorId: '' } as const
    await first.chat.adapters.webhooks.noteResult?.(id, result)
    await second.chat.caughtUp()
    const statements = record(second.pool)
    await postTo(second, path).expect(200)
    expect(statements.filter((text) => text.includes('key_digest = '))).to.deep.equal([])
  })

  it('know of changes that were made by hand, with SQL', async () => {
    const [first, second] = await startTwo()
    const { path } = await hookOf(first)
    await postTo(second, path).expect(200)
    await schema().pool.query('UPDATE incoming_webhooks SET enabled = false')
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
    await schema().pool.query('UPDATE chat_channels SET delete_at = 5')
    await second.chat.caughtUp()
    await postTo(second, path).expect(404)
    await schema().pool.query(
      'UPDATE chat_channels SET delete_at = 0; UPDATE chat_users SET delete_at = 5',
    )
    await second.chat.caughtUp()
    await postTo(second, path).expect(403)
  })

  it('remember nothing while they cannot hear of changes', async () => {
    const proxy = await openCutProxy(schema().url)
    const cut = start({ port: proxy.port })
    await cut.chat.caughtUp()
    const { id, path } = await hookOf(cut)
    await postTo(cut, path).expect(200)
    // Nothing arrives on its connections any more, and nothing says so.
    proxy.freeze()
    const direct = start()
    await direct.webhooks.manage.disable(alice().id, id)
    const began = performance.now()
    await until('the webhook is unknown', async () => (await postTo(cut, path)).status === 404)
    expect(performance.now() - began).to.be.below(20_000)
    await proxy.close()
  }).timeout(60_000)

  it('answer 503 with Retry-After while all connections are in use, while the server refuses them, and while it says nothing', async () => {
    const { path } = await hookOf(start())
    const busy = start({ max: 2 })
    await busy.chat.caughtUp()
    const taken = await busy.pool.connect()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const refused = start({ port: await freePort() })
    const unanswered = start({ port: address instanceof Object ? address.port : 0 })
    const expectUnavailable = async (node: Node): Promise<void> => {
      // Within 1.5 s, and whatever the machine takes itself: without a limit it would not answer at all.
      const { headers } = await postTo(node, path).timeout(20_000).expect(503)
      expect(Number(headers['retry-after'])).to.be.at.least(1)
    }
    try {
      await Promise.all([busy, refused, unanswered].map(expectUnavailable))
    } finally {
      taken.release()
      silent.close()
    }
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
        chat.adapters.channels.createDirect(alice().id, alice().id, ''),
      ),
    )
    expect(both[0]?.id).to.equal(both[1]?.id)
  })
})

/** What a node does beside deliveries, or after the answer. */
const AFTER_THE_ANSWER =
  /^SELECT pg_backend_pid|^SELECT post\.\*|pg_notify|_deliveries|_log_lines|last_used = |lastResult|max\(place\)/
