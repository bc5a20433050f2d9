import { expect } from 'chai'
import { createMemoryAdapters, type MemoryAdapters } from '../../lib/adapters/memory/index.js'
import type { NewPost, HookPost } from '../../lib/model/records.js'
import { NOW, webhookOf, fill } from '../support/hook-host.js'

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
): Promise<readonly HookPost[]> {
  const result = await adapters.posts.createBatch({ posts: [...posts] })
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

  it('are remembered under their key until the moment at which it expires', async () => {
    const now = { value: NOW }
    const { posts } = memory(now)
    const warnings = [{ path: 'a', reason: 'b' }]
    const once = { webhookId: 'w', key: 'k', fingerprint: 'f', expiresAt: NOW + 10, ignored: ['c'] }
    await posts.createBatch({ posts: [post()], once: { ...once, warnings } })
    spoil(warnings)
    now.value = NOW + 9
    const found = await posts.findBatch('w', 'k')
    expect(found?.warnings).to.deep.equal([{ path: 'a', reason: 'b' }])
    now.value = NOW + 10
    expect(await posts.findBatch('w', 'k')).to.equal(null)
  })
})

describe('memory adapters: webhooks', () => {
  it('are found by the digests they hold, also when they were filled in', async () => {
    const { host, webhooks } = memory()
    host.webhooks.set('h', webhookOf({ id: 'h', keyDigest: 'filled' }))
    expect(await webhooks.findByKeyDigest('filled')).to.include({ id: 'h' })
    expect(await webhooks.findByKeyDigest('none')).to.equal(null)
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
})

describe('the lists of the memory adapters', () => {
  it('find a name in any case', async () => {
    const { host, channels, users, ...demo } = createMemoryAdapters()
    const { user } = demo.addDemo()
    const channel = {
      id: 'c',
      teamId: '',
      type: 'public' as const,
      name: 'Builds-A',
      displayName: 'Results',
      deleteAt: 0,
    }
    host.channels.set('c', channel)
    host.users.set('u', { id: 'u', username: 'u', displayName: 'Ada', deleteAt: 0 })
    for (const query of ['builds', 'BUILDS', 'rESULTS']) {
      const found = await channels.listFor(user, { query, limit: 9 })
      expect(
        found.map(({ id }) => id),
        query,
      ).to.deep.equal(['c'])
    }
    const found = await users.listFor?.(user, { query: 'ADA', limit: 9 })
    expect(found?.map(({ id }) => id)).to.deep.equal(['u'])
  })
})
