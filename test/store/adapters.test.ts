import { expect } from 'chai'
import type { ChatStore } from '../../example-host/store/index.js'
import * as support from './support.js'

const { newPost, newUser, newWebhook, onceFor, opened, send, temporaryDirectory } = support

describe('store: adapters', () => {
  let store: ChatStore
  let directory: string
  let now: number
  beforeEach(async () => {
    now = 1_000_000
    directory = await temporaryDirectory()
    store = await opened(directory, { clock: () => now })
  })
  afterEach(support.cleanUp)

  it('absence is null', async () => {
    const { users, channels, posts, webhooks, sessions } = store.adapters
    expect(await users.findByIds(['x'])).to.deep.equal([])
    expect(await users.findByUsernames(['x'])).to.deep.equal([])
    expect(await users.findCredentials('x')).to.equal(null)
    expect(await channels.findById('x')).to.equal(null)
    expect(await channels.findByName('x', '')).to.equal(null)
    expect(await channels.findDirect('x', 'y')).to.equal(null)
    expect(await posts.findById('x')).to.equal(null)
    expect(await posts.findBatch('x', 'y')).to.equal(null)
    expect(await posts.findThing('x', 'y', 'z')).to.equal(null)
    expect(await posts.update('x', { version: 1 }, 0)).to.equal(null)
    expect(await webhooks.findById('x')).to.equal(null)
    expect(await webhooks.findByKeyDigest('x')).to.equal(null)
    expect(await webhooks.update('x', {}, 0)).to.equal(null)
    expect(await webhooks.delete('x')).to.equal(false)
    expect(await sessions.find('x')).to.equal(null)
  })

  it('what goes in and what comes out is not what is kept', async () => {
    const props: Record<string, string> = { card: 'first' }
    const input = newPost('one', { props })
    const commit = store.adapters.posts.createBatch({ posts: [input] })
    props['card'] = 'changed while it was written'
    const result = await commit
    props['card'] = 'changed later'
    const [post] = result.stored ? result.posts : []
    Object.assign(post?.props ?? {}, { card: 'changed in the result' })
    expect(await store.posts.byId(post?.id ?? '')).to.deep.include({ props: { card: 'first' } })
    const webhook = await store.adapters.webhooks.create(newWebhook('w'))
    expect(() => Object.assign(webhook, { displayName: 'x' })).to.throw(TypeError)
    const list = await store.adapters.webhooks.list({ offset: 0, limit: 1 })
    expect(() => Object.assign(list.items[0] ?? {}, { displayName: 'x' })).to.throw(TypeError)
  })

  it('one direct channel per pair, also when asked at once from both sides', async () => {
    const a = await newUser(store, 'anna')
    const b = await newUser(store, 'ben')
    const { channels } = store.adapters
    const made = await Promise.all(
      Array.from({ length: 20 }, async (_, i) =>
        i % 2 ? channels.createDirect(a.id, b.id, '') : channels.createDirect(b.id, a.id, ''),
      ),
    )
    expect(new Set(made.map((channel) => channel.id)).size).to.equal(1)
    const [name] = [[a.id, b.id].sort().join('__')]
    expect(made[0]).to.include({ type: 'direct', teamId: '', name })
    expect(await channels.findDirect(b.id, a.id)).to.deep.equal(made[0])
    expect(await channels.findByName(name, '')).to.equal(null)
    const own = await channels.createDirect(a.id, a.id, '')
    expect(await store.channels.members(own.id)).to.have.lengthOf(1)
  })

  it('who may post: anyone in public, members and administrators in private, members in direct', async () => {
    const teamId = await support.mainTeam(store)
    const [anna, ben, admin] = [
      await newUser(store, 'anna'),
      await newUser(store, 'ben'),
      await newUser(store, 'root', true),
    ]
    const base = { teamId, displayName: 'Name', creatorId: anna.id }
    const open = await store.channels.create({ ...base, name: 'open', type: 'public' })
    const closed = await store.channels.create({ ...base, name: 'closed', type: 'private' })
    const direct = await store.adapters.channels.createDirect(anna.id, anna.id, '')
    const may = async (channel: typeof direct): Promise<boolean[]> =>
      Promise.all([anna, ben, admin].map(async (u) => store.adapters.channels.canPost(u, channel)))
    expect(await may(open)).to.deep.equal([true, true, true])
    expect(await may(closed)).to.deep.equal([true, false, true])
    expect(await may(direct)).to.deep.equal([true, false, false])
    const listFor = async (query: string): Promise<string[]> =>
      (await store.adapters.channels.listFor(ben, { query, limit: 9 })).map((c) => c.name)
    expect(await listFor('NAME')).to.deep.equal(['open'])
    await store.channels.archive(open.id)
    expect(await listFor('')).to.deep.equal([])
    expect(await store.adapters.channels.findByName('open', teamId)).to.include({ deleteAt: now })
  })

  it('an idempotency key stores once, under concurrency, across a restart, until it expires', async () => {
    const batch = { posts: [newPost('one'), newPost('two')], once: onceFor('k', 'p', now + 100) }
    const results = await Promise.all(
      Array.from({ length: 10 }, async () => store.adapters.posts.createBatch(batch)),
    )
    expect(results.filter((result) => result.stored)).to.have.lengthOf(1)
    expect(await support.messages(store)).to.deep.equal(['one', 'two'])
    const [first] = results
    const again = await opened(await support.copyOf(directory), { clock: () => now })
    const repeated = await again.adapters.posts.createBatch(batch)
    expect('earlier' in repeated ? repeated.earlier : null).to.deep.equal({
      fingerprint: 'p',
      warnings: [],
      ignored: [],
      posts: first?.stored ? first.posts : [],
    })
    now += 100
    expect(await store.adapters.posts.findBatch('webhook', 'k')).to.equal(null)
    expect((await store.adapters.posts.createBatch(batch)).stored).to.equal(true)
  })

  it('idempotency records of a webhook take 16 MiB at most: the oldest go, the same ones after a restart', async () => {
    const warnings = Array.from({ length: 100 }, (_, n) => ({
      path: `${n}`.padEnd(2_000, '.'),
      reason: 'not supported',
    }))
    const key = (n: number): string => `key-${n}`
    const other = { ...onceFor('other', 'p', now + 1e6), webhookId: 'other' }
    await store.adapters.posts.createBatch({ posts: [newPost('one')], once: other })
    for (let n = 0; n < 100; n++) {
      const once = { ...onceFor(key(n), 'p', now + 1e6), warnings }
      await store.adapters.posts.createBatch({ posts: [newPost('one')], once })
    }
    const kept = async (from: ChatStore): Promise<number[]> => {
      const found: number[] = []
      for (let n = 0; n < 100; n++) {
        if (await from.adapters.posts.findBatch('webhook', key(n))) found.push(n)
      }
      return found
    }
    const before = await kept(store)
    expect(before).to.deep.equal(
      Array.from({ length: before.length }, (_, n) => 100 - before.length + n),
    )
    expect(before.length * JSON.stringify(warnings).length).to.be.within(15e6, 16 * 1024 * 1024)
    expect(await store.adapters.posts.findBatch('other', 'other')).to.not.equal(null)
    const fromJournals = await opened(await support.copyOf(directory), { clock: () => now })
    expect(await kept(fromJournals)).to.deep.equal(before)
    await store.close()
    expect(await kept(await opened(directory, { clock: () => now }))).to.deep.equal(before)
  })

  it('of two changes to the same version of a post or webhook one wins', async () => {
    const [post] = await send(store, ['one'])
    const { posts, webhooks } = store.adapters
    const both = await Promise.all(
      ['x', 'y'].map(async (message) => posts.update(post?.id ?? '', { message, version: 1 }, 0)),
    )
    expect(both.map((result) => result?.message)).to.have.members(['x', undefined])
    await webhooks.create(newWebhook('w', { version: 5 }))
    const changed = await Promise.all(
      [6, 7].map(async (updateAt) => webhooks.update('w', { updateAt, version: 6 }, 5)),
    )
    expect(changed.map((result) => result?.updateAt)).to.have.members([6, undefined])
  })

  it('webhooks are listed newest first and found by either key', async () => {
    const { webhooks } = store.adapters
    const previousKey = { keyDigest: 'old', keyHint: '', expiresAt: 9, lastUsed: 0 }
    await webhooks.create(newWebhook('a', { createAt: 1 }))
    await webhooks.create(newWebhook('b', { createAt: 2, userId: 'other' }))
    await webhooks.create(newWebhook('c', { createAt: 2, previousKey }))
    const ids = async (offset: number, userId?: string): Promise<unknown[]> => {
      const list = await webhooks.list({ offset, limit: 2, ...(userId && { userId }) })
      return [...list.items.map((item) => item.id), `of ${list.total}`]
    }
    expect(await ids(0)).to.deep.equal(['c', 'b', 'of 3'])
    expect(await ids(2)).to.deep.equal(['a', 'of 3'])
    expect(await ids(0, 'other')).to.deep.equal(['b', 'of 1'])
    expect(await webhooks.findByKeyDigest('old')).to.include({ id: 'c' })
    await webhooks.touch('c', 77, 'previous')
    await webhooks.touch('c', 88, 'current')
    expect((await webhooks.findById('c'))?.previousKey).to.include({ lastUsed: 77 })
    expect(await webhooks.update('c', { previousKey: null }, 0)).to.include({ lastUsed: 88 })
    expect(await webhooks.findByKeyDigest('old')).to.equal(null)
    expect(await webhooks.delete('c')).to.equal(true)
    expect(await webhooks.findByKeyDigest('digest of c')).to.equal(null)
  })

  it('sessions end by time, one by one, and all of a user', async () => {
    const { sessions } = store.adapters
    for (const id of ['a', 'b', 'c', 'd']) {
      const userId = id === 'd' ? 'other' : 'user'
      await sessions.create({ id, userId, expiresAt: id === 'a' ? now : now + 9 })
    }
    expect(await sessions.find('a')).to.equal(null)
    await sessions.delete('b')
    expect(await sessions.find('b')).to.equal(null)
    await sessions.deleteForUser('user')
    expect(await sessions.find('c')).to.equal(null)
    expect(await sessions.find('d')).to.deep.equal({ id: 'd', userId: 'other', expiresAt: now + 9 })
  })

  it('settings have their defaults and keep what was changed', async () => {
    expect(await store.adapters.settings.get()).to.include({ enableIncomingWebhooks: true })
    const changed = await store.adapters.settings.update({ consoleLevel: 'DEBUG' })
    expect(changed).to.include({ consoleLevel: 'DEBUG', enableIncomingWebhooks: true })
  })
})
