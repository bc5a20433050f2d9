import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import type { PostsEvent } from '../../lib/adapters/types.js'
import { WebhookError } from '../../lib/model/errors.js'
import type { IncomingWebhook } from '../../lib/model/records.js'
import { createFindWebhook, deliverByKey } from '../../lib/pipeline/by-key.js'
import { keyDigest } from '../../lib/rules/keys.js'
import { id, KEY, NOW, webhookOf } from '../support/hook-host.js'
import { pipeline, refusalOf, type SendOptions } from './pipeline.js'

const KEYED: SendOptions = { key: { key: 'k', fingerprint: 'f' } }

describe('deliver: idempotency', () => {
  it('stores once and repeats the first response', async () => {
    const { send, posts } = pipeline()
    const first = await send({ text: 't', mrkdwn: true, thread_ts: '1.2' }, KEYED)
    const second = await send({ text: 't', mrkdwn: true, thread_ts: '1.2' }, KEYED)
    const { channelName, format, event, facts, incident, rules, ...same } = first
    expect(second).to.deep.equal({ ...same, repeated: true })
    expect({ channelName, format, event, facts, incident, rules }).to.deep.equal({
      channelName: 'ALERTS',
      format: 'native',
      event: '',
      facts: {},
      incident: '',
      rules: [],
    })
    expect(first.ignored).to.deep.equal(['mrkdwn'])
    expect(first.warnings).to.have.lengthOf(1)
    expect(posts()).to.have.lengthOf(1)
  })

  it('answers a repeated request although its channel is archived by now', async () => {
    const { send, adapters } = pipeline()
    await send({ text: 't' }, KEYED)
    const channel = adapters.host.channels.get(id('alerts'))
    if (channel) adapters.host.channels.set(channel.id, { ...channel, deleteAt: 1 })
    expect((await send({ text: 't' }, KEYED)).repeated).to.equal(true)
    expect((await refusalOf(send({ text: 't' }))).code).to.equal('channel_not_found')
  })

  it('remembers nothing of a refused request', async () => {
    const { send, adapters, posts } = pipeline()
    expect((await refusalOf(send({ text: 't', channel: 'nope' }, KEYED))).code).to.equal(
      'channel_not_found',
    )
    expect(adapters.host.batches.size).to.equal(0)
    expect((await send({ text: 't' }, { key: { key: 'k', fingerprint: 'g' } })).repeated).to.equal(
      false,
    )
    expect(posts()).to.have.lengthOf(1)
  })

  it('remembers keys for 24 hours', async () => {
    const { send, adapters } = pipeline()
    await send({ text: 't' }, KEYED)
    expect([...adapters.host.batches.values()][0]?.expiresAt).to.equal(NOW + 24 * 3600 * 1000)
  })

  it('answers as the store says when another process was first', async () => {
    const { send, adapters } = pipeline({}, (memory) => ({
      ...memory,
      posts: { ...memory.posts, findBatch: () => null },
    }))
    const first = await send({ text: 't' }, KEYED)
    const second = await send({ text: 't' }, KEYED)
    expect(second.repeated).to.equal(true)
    expect(second.posts).to.deep.equal(first.posts)
    const other = await refusalOf(send({ text: 't' }, { key: { key: 'k', fingerprint: 'g' } }))
    expect(other.code).to.equal('idempotency_mismatch')
    expect(adapters.host.posts.size).to.equal(1)
  })

  it('is a warning where the host does not guarantee it, and takes none of its methods', async () => {
    const { send, adapters } = pipeline({}, (memory) => {
      const { findBatch: _findBatch, ...posts } = memory.posts
      return { ...memory, guarantees: [], posts }
    })
    for (let n = 0; n < 2; n += 1) {
      const { warnings, repeated } = await send({ text: 't' }, KEYED)
      expect(repeated).to.equal(false)
      expect(warnings).to.deep.equal([
        {
          path: 'Idempotency-Key',
          reason: 'this host does not store idempotency keys: a repeated request posts again',
        },
      ])
    }
    expect(adapters.host.posts.size).to.equal(2)
    expect(adapters.host.batches.size).to.equal(0)
    expect((await send({ text: 't' })).warnings).to.deep.equal([])
  })
})

describe('deliver: what is announced', () => {
  it('is what was posted and where, once, and nothing that was refused', async () => {
    const events: PostsEvent[] = []
    const { send, adapters } = pipeline({ announce: (event) => events.push(event) })
    const { posts } = await send({ text: 't' }, KEYED)
    await send({ text: 't' }, KEYED)
    await refusalOf(send({ text: 't', channel: 'nope' }))
    const channel = adapters.host.channels.get(id('alerts'))
    expect(events).to.deep.equal([{ change: 'posted', posts, channel }])
  })
})

describe('deliver: a host that fails', () => {
  it("passes the host's error on unchanged", async () => {
    const failure = new Error('disk')
    const { send } = pipeline({}, (memory) => ({
      ...memory,
      posts: {
        ...memory.posts,
        createBatch: () => {
          throw failure
        },
      },
    }))
    expect(await send({ text: 't' }).catch((error: unknown) => error)).to.equal(failure)
  })

  it('gets the warnings of all steps in the order of the steps', async () => {
    const { warnings } = await pipeline().send({
      text: 't',
      thread_ts: '1.2',
      attachments: [{ color: '###', text: 'x' }],
      icon_url: 'https://a.example/i.png',
    })
    expect(warnings.map(({ path }) => path)).to.deep.equal([
      'thread_ts',
      'attachments[0].color',
      'icon_url',
    ])
  })
})

describe('a delivery by key', () => {
  async function deliver(
    key: string,
    changes: Partial<IncomingWebhook> = {},
    enabled = true,
  ): Promise<string> {
    const { host, webhooks } = createMemoryAdapters()
    host.webhooks.set(id('hook'), webhookOf(changes))
    const settings = { ...host.settings, enableIncomingWebhooks: enabled }
    const parts = {
      settings: { get: () => settings },
      findWebhook: createFindWebhook(webhooks),
      deliver: async () => ({ posts: [], warnings: [], ignored: [], repeated: false }),
      clock: () => NOW,
    }
    try {
      await deliverByKey(parts, key, { text: 't' })
      return 'delivered'
    } catch (error) {
      if (error instanceof WebhookError) return error.code
      throw error
    }
  }

  it('passes the payload on as a parsed body, without a key', async () => {
    const { host, webhooks } = createMemoryAdapters()
    const webhook = webhookOf()
    host.webhooks.set(id('hook'), webhook)
    const seen: unknown[] = []
    const parts = {
      settings: { get: () => host.settings },
      findWebhook: createFindWebhook(webhooks),
      deliver: async (delivery: unknown) => {
        seen.push(delivery)
        return { posts: [], warnings: [], ignored: [], repeated: false }
      },
      clock: () => NOW,
    }
    await deliverByKey(parts, KEY, { text: 'a\0' })
    const body = { kind: 'parsed', value: { text: 'a\ufffd' } }
    expect(seen).to.deep.equal([
      {
        request: { contentType: undefined, queryPayload: null, body },
        webhook,
        settings: host.settings,
        key: null,
      },
    ])
  })

  it('finds living webhooks only', async () => {
    expect(await deliver(KEY)).to.equal('delivered')
    expect(await deliver(KEY, { expiresAt: NOW + 1 })).to.equal('delivered')
    for (const changes of [
      { enabled: false },
      { expiresAt: NOW },
      { expiresAt: 1 },
      { keyDigest: 'x' },
    ]) {
      expect(await deliver(KEY, changes)).to.equal('webhook_unknown')
    }
  })

  it('gives the same hint for a key with the form of an id as the hooks router', async () => {
    const { host, webhooks } = createMemoryAdapters()
    const parts = {
      settings: { get: () => host.settings },
      findWebhook: createFindWebhook(webhooks),
      deliver: async () => ({ posts: [], warnings: [], ignored: [], repeated: false }),
      clock: () => NOW,
    }
    const error = await deliverByKey(parts, id('hook'), { text: 't' }).catch(
      (reason: unknown) => reason,
    )
    expect(error)
      .to.have.property('detail')
      .that.matches(/looks like a webhook's id/)
  })

  it('finds a previous key while it lives', async () => {
    const old = (expiresAt: number): Partial<IncomingWebhook> => ({
      keyDigest: 'x',
      previousKey: { keyDigest: keyDigest(KEY), keyHint: '', expiresAt, lastUsed: 0 },
    })
    expect(await deliver(KEY, old(NOW + 1))).to.equal('delivered')
    expect(await deliver(KEY, old(NOW))).to.equal('webhook_unknown')
  })

  it('does not look up mistyped keys', async () => {
    let asked = 0
    const find = createFindWebhook({
      findByKeyDigest: () => {
        asked += 1
        return null
      },
    })
    for (const key of [
      '',
      'short',
      `${KEY}x`.slice(1),
      KEY.slice(0, -1) + (KEY.endsWith('y') ? 'b' : 'y'),
      `${KEY}/`,
    ]) {
      expect(await find(key, NOW)).to.equal(null)
    }
    expect(asked).to.equal(1)
    await find('abcdefghijklmnopqrstuvwxyz', NOW)
    expect(asked).to.equal(2)
  })

  it('looks a key up each time that it comes, and never one that resembles it', async () => {
    let found: IncomingWebhook | null = null
    const asked: string[] = []
    const find = createFindWebhook({
      findByKeyDigest: (digest) => {
        asked.push(digest)
        return found
      },
    })
    found = webhookOf()
    expect(await find(KEY, NOW)).to.not.equal(null)
    expect(await find(KEY, NOW)).to.not.equal(null)
    found = null
    expect(await find(KEY, NOW)).to.equal(null)
    expect(await find(KEY.slice(0, -1) + (KEY.endsWith('y') ? 'b' : 'y'), NOW)).to.equal(null)
    expect(asked).to.deep.equal([keyDigest(KEY), keyDigest(KEY), keyDigest(KEY)])
  })

  it('is refused while the feature is off, whatever the key', async () => {
    expect(await deliver(KEY, {}, false)).to.equal('webhooks_disabled')
    expect(await deliver('unknown', {}, false)).to.equal('webhooks_disabled')
  })
})
