import { expect } from 'chai'
import { createMemoryAdapters, type MemoryAdapters } from '../../lib/adapters/memory/index.js'
import type { NewPost, Post } from '../../lib/model/records.js'
import { id, NOW, webhookOf, fill } from '../support/hook-host.js'

function memory(now = { value: NOW }): MemoryAdapters {
  const adapters = createMemoryAdapters({ clock: () => now.value })
  fill(adapters)
  return adapters
}

let made = 0

function post(changes: Partial<NewPost> = {}): NewPost {
  return {
    id: `post${(made += 1)}`,
    channelId: 'c',
    userId: 'u',
    webhookId: 'w',
    rootId: '',
    message: 'm',
    type: '',
    props: { list: ['a'] },
    priority: null,
    mentions: { userIds: ['b'], channelWide: null },
    ...changes,
  }
}

async function stored(
  adapters: MemoryAdapters,
  ...posts: readonly NewPost[]
): Promise<readonly Post[]> {
  const result = await adapters.posts.createBatch({ posts })
  if (!result.stored) throw new Error('not stored')
  return result.posts
}

/** Changes whatever can be changed in a value, all the way down. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const name of Object.keys(value)) {
    const member: unknown = Reflect.get(value, name)
    spoil(member)
    if (typeof member !== 'object') Reflect.set(value, name, 'spoilt')
  }
}

describe('memory adapters: copies', () => {
  it('of posts are their own, coming in and going out', async () => {
    const adapters = memory()
    const given = post()
    const [made] = await stored(adapters, given)
    const before = JSON.stringify(await adapters.posts.findById(made?.id ?? ''))
    const madeId = made?.id ?? ''
    spoil(given)
    spoil(made)
    spoil(await adapters.posts.findById(madeId))
    expect(JSON.stringify(await adapters.posts.findById(madeId))).to.equal(before)
  })

  it('of remembered batches are their own', async () => {
    const adapters = memory()
    const once = {
      webhookId: 'w',
      key: 'k',
      fingerprint: 'f',
      expiresAt: NOW + 1,
      warnings: [{ path: 'a', reason: 'b' }],
      ignored: ['c'],
    }
    await adapters.posts.createBatch({ posts: [post()], once })
    const before = JSON.stringify(await adapters.posts.findBatch('w', 'k'))
    spoil(once.warnings)
    spoil(once.ignored)
    spoil(await adapters.posts.findBatch('w', 'k'))
    expect(JSON.stringify(await adapters.posts.findBatch('w', 'k'))).to.equal(before)
  })

  it('of webhooks are their own, nested records included', async () => {
    const { webhooks } = memory()
    const given = webhookOf({
      rateLimit: { perSecond: 1, burst: 2 },
      previousKey: { keyDigest: 'old', keyHint: '', expiresAt: 1, lastUsed: 0 },
    })
    const before = JSON.stringify(given)
    const made = await webhooks.create(given)
    spoil(given.rateLimit)
    spoil(made)
    spoil(await webhooks.findById(id('hook')))
    spoil(await webhooks.findByKeyDigest('old'))
    spoil(await webhooks.list({ offset: 0, limit: 10 }))
    expect(JSON.stringify(await webhooks.findById(id('hook')))).to.equal(before)
  })

  it('of people, channels, settings and sessions are their own', async () => {
    const { users, channels, settings, sessions, host } = memory()
    host.credentials.set(id('bob'), { userId: id('bob'), passwordHash: 'h' })
    await sessions.create({ id: 's', userId: 'u', expiresAt: NOW + 1 })
    const read = async (): Promise<readonly unknown[]> => [
      await users.findByIds([id('bob')]),
      await users.findByUsernames(['bob']),
      await users.findCredentials('bob'),
      await users.listFor?.({ id: 'u', username: 'u' }, { query: 'bob', limit: 1 }),
      await channels.findById(id('alerts')),
      await channels.findByName('alerts', 'main'),
      await channels.createDirect('a', 'b', 'main'),
      await channels.findDirect('b', 'a'),
      await settings.get(),
      await settings.update({}),
      await sessions.find('s'),
    ]
    const before = JSON.stringify(await read())
    spoil(await read())
    expect(JSON.stringify(await read())).to.equal(before)
  })
})

describe('memory adapters: settings', () => {
  it('of one instance are not those of another', async () => {
    spoil(await createMemoryAdapters().settings.get())
    spoil(await createMemoryAdapters().settings.update({ consoleLevel: 'DEBUG' }))
    expect(await createMemoryAdapters().settings.get()).to.include({
      enableIncomingWebhooks: true,
      consoleLevel: 'INFO',
    })
  })
})

describe('memory adapters: posts', () => {
  it('are stored consecutively, with times that rise whatever the clock does', async () => {
    const now = { value: NOW }
    const adapters = memory(now)
    const first = await stored(adapters, post(), post())
    now.value = NOW - 5000
    const second = await stored(adapters, post())
    const times = [...first, ...second].map(({ createAt }) => createAt)
    expect(times).to.deep.equal([NOW, NOW + 1, NOW + 2])
  })

  it('are remembered under the keys of the last 16 MiB of each webhook', async () => {
    const { posts, host } = memory()
    const large = (): NewPost => post({ message: 'x'.repeat(1_000_000) })
    for (let n = 0; n < 20; n++) {
      const once = { webhookId: 'w', key: `${n}`, fingerprint: 'f', expiresAt: NOW + 10 }
      await posts.createBatch({ posts: [large()], once: { ...once, warnings: [], ignored: [] } })
    }
    expect(host.batches.size).to.equal(16)
    expect(await posts.findBatch('w', '3')).to.equal(null)
    expect(await posts.findBatch('w', '4')).to.include({ fingerprint: 'f' })
    expect(host.posts.size).to.equal(20)
  })

  it('are remembered under their key until it expires', async () => {
    const now = { value: NOW }
    const { posts } = memory(now)
    const once = {
      webhookId: 'w',
      key: 'k',
      fingerprint: 'f',
      expiresAt: NOW + 10,
      warnings: [],
      ignored: [],
    }
    expect(await posts.createBatch({ posts: [post()], once })).to.include({ stored: true })
    expect(await posts.createBatch({ posts: [post()], once })).to.include({ stored: false })
    expect(
      await posts.createBatch({ posts: [post()], once: { ...once, webhookId: 'v' } }),
    ).to.include({ stored: true })
    now.value = NOW + 10
    expect(await posts.findBatch('w', 'k')).to.equal(null)
    expect(await posts.createBatch({ posts: [post()], once })).to.include({ stored: true })
  })

  it('change only when nobody else has changed them', async () => {
    const adapters = memory()
    const [made] = await stored(adapters, post())
    const id = made?.id ?? ''
    const changed = await adapters.posts.update(id, { message: 'n', version: 1 }, 0)
    expect(changed?.message).to.equal('n')
    expect(changed?.updateAt).to.be.above(made?.updateAt ?? 0)
    expect(await adapters.posts.update(id, { message: 'x', version: 1 }, 0)).to.equal(null)
    expect(await adapters.posts.update('none', { version: 1 }, 0)).to.equal(null)
  })
})

describe('memory adapters: webhooks', () => {
  it('are found by the digests they hold, also when they were filled in', async () => {
    const { host, webhooks } = memory()
    host.webhooks.set('h', webhookOf({ id: 'h', keyDigest: 'filled' }))
    expect(await webhooks.findByKeyDigest('filled')).to.include({ id: 'h' })
    expect(await webhooks.findByKeyDigest('none')).to.equal(null)
  })

  it('are not found by a digest that was replaced, or when they are deleted', async () => {
    const { webhooks } = memory()
    await webhooks.create(webhookOf({ keyDigest: 'one' }))
    await webhooks.update(id('hook'), { keyDigest: 'two', version: 1 }, 0)
    expect(await webhooks.findByKeyDigest('one')).to.equal(null)
    expect(await webhooks.findByKeyDigest('two')).to.include({ id: id('hook') })
    expect(await webhooks.delete(id('hook'))).to.equal(true)
    expect(await webhooks.findByKeyDigest('two')).to.equal(null)
    expect(await webhooks.delete(id('hook'))).to.equal(false)
  })

  it('take their remembered batches with them when they are deleted, and no others', async () => {
    const { host, posts, webhooks } = memory()
    for (const webhookId of ['hook', 'hook2']) {
      await webhooks.create(webhookOf({ id: webhookId, keyDigest: webhookId }))
      for (const key of ['a', 'b']) {
        const once = { webhookId, key, fingerprint: 'f', expiresAt: NOW + 10 }
        await posts.createBatch({ posts: [post()], once: { ...once, warnings: [], ignored: [] } })
      }
    }
    expect(await webhooks.delete('hook')).to.equal(true)
    expect(host.batches.size).to.equal(2)
    expect(await posts.findBatch('hook', 'a')).to.equal(null)
    expect(await posts.findBatch('hook2', 'b')).to.include({ fingerprint: 'f' })
  })

  it('note the last use of each key', async () => {
    const { webhooks } = memory()
    await webhooks.create(
      webhookOf({ previousKey: { keyDigest: 'old', keyHint: '', expiresAt: 1, lastUsed: 0 } }),
    )
    await webhooks.touch(id('hook'), 5, 'current')
    await webhooks.touch(id('hook'), 6, 'previous')
    const webhook = await webhooks.findById(id('hook'))
    expect([webhook?.lastUsed, webhook?.previousKey?.lastUsed]).to.deep.equal([5, 6])
    expect(() => webhooks.touch('none', 1, 'current')).not.to.throw()
  })
})

describe('memory adapters: direct channels', () => {
  it('are one per pair, whatever the order', async () => {
    const { channels } = memory()
    const made = await channels.createDirect('b', 'a', 'main')
    expect(await channels.createDirect('a', 'b', 'main')).to.deep.equal(made)
    expect(await channels.findDirect('a', 'b')).to.deep.equal(made)
    expect(await channels.findDirect('a', 'c')).to.equal(null)
    expect(await channels.findByName(made.name, '')).to.equal(null)
  })
})
