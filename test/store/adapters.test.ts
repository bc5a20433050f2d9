import { expect } from 'chai'
import type { ChatStore } from '../../example-host/store/index.js'
import * as support from './support.js'

const { newPost, newUser, newWebhook, onceFor, opened, temporaryDirectory } = support

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

  it('a direct channel has the ids of its pair as its name, and each of the two as a member once', async () => {
    const a = await newUser(store, 'anna')
    const b = await newUser(store, 'ben')
    const { channels } = store.adapters
    const name = [a.id, b.id].sort().join('__')
    const both = await channels.createDirect(b.id, a.id, '')
    expect(both).to.include({ type: 'direct', teamId: '', name })
    expect(await store.channels.members(both.id)).to.have.lengthOf(2)
    const own = await channels.createDirect(a.id, a.id, '')
    expect(await store.channels.members(own.id)).to.have.lengthOf(1)
  })

  it('an archived channel is still found by its name, with its time', async () => {
    const teamId = await support.mainTeam(store)
    const base = { teamId, type: 'public', displayName: 'Name', creatorId: 'x' } as const
    const open = await store.channels.create({ ...base, name: 'open' })
    await store.channels.archive(open.id)
    const { channels } = store.adapters
    expect(await channels.findByName('open', teamId, 'x')).to.include({ deleteAt: now })
  })

  it('administrators may not post to direct channels of others', async () => {
    const anna = await newUser(store, 'anna')
    const admin = await newUser(store, 'root', true)
    const { channels } = store.adapters
    const direct = await channels.createDirect(anna.id, anna.id, '')
    expect(await channels.canPost(anna, direct)).to.equal(true)
    expect(await channels.canPost(admin, direct)).to.equal(false)
  })

  it('an idempotency key is kept over a restart, until it expires', async () => {
    const batch = { posts: [newPost('one'), newPost('two')], once: onceFor('k', 'p', now + 100) }
    const first = await store.adapters.posts.createBatch(batch)
    const again = await opened(await support.copyOf(directory), { clock: () => now })
    const repeated = await again.adapters.posts.createBatch(batch)
    expect('earlier' in repeated ? repeated.earlier : null).to.deep.equal({
      fingerprint: 'p',
      warnings: [],
      ignored: [],
      posts: first.stored ? first.posts : [],
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

  it('sessions end at their time', async () => {
    const { sessions } = store.adapters
    await sessions.create({ id: 'a', userId: 'user', expiresAt: now + 1 })
    expect(await sessions.find('a')).to.include({ userId: 'user' })
    now += 1
    expect(await sessions.find('a')).to.equal(null)
  })
})
