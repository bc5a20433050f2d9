import { expect } from 'chai'
import type { BatchResult, PostBatch } from 'express-incoming-webhooks'
import type { ChatStore } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import { type ChannelSession, type OpenSession, withChannel } from './session.js'

const { newPost, newThing, onceFor, postsOf } = support
type Thing = support.Thing
type ThingWrite = NonNullable<PostBatch['thing']>

const CHANGED = { stored: false, changed: true }

/** What every store does with the things that programs report about. */
export function describeThings(open: OpenSession): void {
  let session: ChannelSession
  let store: ChatStore
  let channelId: string
  let now: number
  beforeEach(async () => {
    now = Date.now()
    session = await withChannel(await open({ clock: () => (now += 1) }))
    ;({ store, channelId } = session)
  })

  const thingOf = (key: string, changes: Partial<Thing> = {}): Thing =>
    newThing(key, { channelId, ...changes })
  const write = async (
    texts: readonly string[],
    parts: Omit<PostBatch, 'posts'> = {},
  ): Promise<BatchResult> => {
    const posts = texts.map((text) => newPost(text, { channelId }))
    return store.adapters.posts.createBatch({ posts, ...parts })
  }
  /** Stores the first post of a thing; answers the thing as it is kept. */
  const begin = async (key: string, changes: Partial<Thing> = {}): Promise<Thing> => {
    const thing = thingOf(key, changes)
    const [post] = postsOf(await write([key], { thing: { thing, expectedVersion: null } }))
    return { ...thing, postId: String(post?.id) }
  }
  const later = (thing: Thing, changes: Partial<Thing> = {}): ThingWrite => ({
    thing: { ...thing, count: thing.count + 1, version: thing.version + 1, ...changes },
    expectedVersion: thing.version,
  })
  const edit = (id: string, message: string, version = 1): NonNullable<PostBatch['edit']> => ({
    id,
    changes: { message, version },
    expectedVersion: version - 1,
  })
  const find = async (from: ChatStore, { webhookId, key, ...of }: Thing): Promise<unknown> =>
    from.adapters.posts.findThing(webhookId, of.channelId, key)
  const list = async (from: ChatStore, offset = 0, limit = 100): Promise<unknown[]> => {
    const { items, total } = await from.adapters.posts.listThings('webhook', { offset, limit })
    return [...items.map(({ key }) => key), `of ${total}`]
  }
  const messages = (from: ChatStore): Promise<string[]> => support.messages(from, channelId)
  const eachStore = async (
    check: (from: ChatStore, which: string) => Promise<void>,
  ): Promise<void> => {
    await check(store, 'at once')
    for (const [which, again] of await session.again()) await check(again, which)
  }

  it('a thing is stored with its first post, which shows it', async () => {
    const thing = await begin('db-1', { state: 'closed', until: 7, at: 5, title: 'Ä "disk" 💾' })
    const [post] = await store.posts.page(channelId)
    expect(thing.postId).to.equal(post?.id)
    await eachStore(async (from, which) => {
      expect(await find(from, thing), which).to.deep.equal(thing)
      expect(await list(from), which).to.deep.equal(['db-1', 'of 1'])
    })
  })

  it('of several first events at once one is stored, and one post', async () => {
    const first = { thing: thingOf('db-1'), expectedVersion: null }
    const results = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) => write([text], { thing: first })),
    )
    const [stored] = results.filter((result) => result.stored)
    expect(results.filter((result) => !result.stored)).to.deep.equal(Array(4).fill(CHANGED))
    const [post] = stored ? postsOf(stored) : []
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal([post?.message])
      expect(await find(from, first.thing), which).to.include({ postId: post?.id })
    })
  })

  it('of several changes of one version one is stored, with its edit and its reply', async () => {
    const thing = await begin('db-1')
    const texts = ['1', '2', '3', '4', '5']
    const results = await Promise.all(
      texts.map((title) =>
        write([`reply ${title}`], {
          edit: edit(thing.postId, title),
          thing: later(thing, { title }),
        }),
      ),
    )
    const winners = texts.filter((_, index) => results[index]?.stored)
    expect(winners).to.have.lengthOf(1)
    const [title = ''] = winners
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal([title, `reply ${title}`])
      expect(await find(from, thing), which).to.include({ title, count: 2, version: 2 })
    })
  })

  it('nothing of a batch is stored if its thing or the post it edits is not as expected', async () => {
    const thing = await begin('db-1')
    const id = thing.postId
    const once = onceFor('key')
    const wrong: readonly Omit<PostBatch, 'posts'>[] = [
      { thing: { thing, expectedVersion: null } },
      { thing: { thing, expectedVersion: 0 }, edit: edit(id, 'edited') },
      { thing: { thing, expectedVersion: 2 } },
      { thing: { thing: thingOf('other'), expectedVersion: 1 }, edit: edit(id, 'edited') },
      { thing: later(thing), edit: edit(id, 'edited', 2) },
      { thing: { thing: thingOf('other'), expectedVersion: null }, edit: edit(id, 'x', 2) },
      { edit: edit(id, 'edited', 3) },
      { thing: later(thing), edit: edit('unknown', 'edited') },
    ]
    for (const parts of wrong) {
      expect(await write(['reply'], { once, ...parts }), JSON.stringify(parts)).to.deep.equal(
        CHANGED,
      )
      expect(await write([], parts), JSON.stringify(parts)).to.deep.equal(CHANGED)
    }
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal(['db-1'])
      expect(await find(from, thing), which).to.deep.equal(thing)
      expect(await list(from), which).to.deep.equal(['db-1', 'of 1'])
      expect(await from.adapters.posts.findBatch('webhook', 'key'), which).to.equal(null)
    })
  })

  it('a batch may change only a thing, or only a post', async () => {
    const thing = await begin('db-1')
    const counted = later(thing)
    expect(await write([], { thing: counted })).to.deep.equal({
      stored: true,
      posts: [],
      edited: null,
    })
    const before = await store.posts.byId(thing.postId)
    const result = await write([], { edit: edit(thing.postId, 'edited') })
    const after = await store.posts.byId(thing.postId)
    expect(result).to.deep.equal({ stored: true, posts: [], edited: after })
    expect(after).to.deep.include({ message: 'edited', version: 1, createAt: before?.createAt })
    expect(after?.updateAt).to.be.above(before?.updateAt ?? Infinity)
    await eachStore(async (from, which) => {
      expect(await find(from, thing), which).to.deep.equal(counted.thing)
      expect(await from.posts.byId(thing.postId), which).to.deep.equal(after)
    })
  })

  it('an edit in a batch and one by a person do not both win', async () => {
    const thing = await begin('db-1')
    const [program, person] = await Promise.all([
      write([], { edit: edit(thing.postId, 'by a program'), thing: later(thing) }),
      store.posts.edit(thing.postId, 'by a person'),
    ])
    expect(person).to.include({ message: 'by a person' })
    expect(await store.posts.byId(thing.postId)).to.include({
      message: 'by a person',
      version: program.stored ? 2 : 1,
    })
  })

  it('of a repeated request the first answer counts, whatever has become of the thing', async () => {
    const once = onceFor('key')
    const thing = thingOf('db-1')
    const first = await write(['first'], { once, thing: { thing, expectedVersion: null } })
    const again = await write(['again'], { once, thing: { thing, expectedVersion: null } })
    expect('earlier' in again).to.equal(true)
    expect(postsOf(again)).to.deep.equal(postsOf(first))
    expect(await messages(store)).to.deep.equal(['first'])
    const two = await Promise.all([
      write(['x'], { once: onceFor('k2'), thing: later(thing) }),
      write(['y'], { once: onceFor('k2'), thing: later(thing) }),
    ])
    expect(two.map(({ stored }) => stored)).to.have.members([true, false])
    expect(two.filter((result) => 'earlier' in result)).to.have.lengthOf(1)
  })

  it('things that have expired are not there, and others may take their place', async () => {
    const thing = await begin('db-1', { expiresAt: now + 1_000, lastAt: now })
    await begin('db-2', { lastAt: now + 1 })
    expect(await list(store)).to.deep.equal(['db-2', 'db-1', 'of 2'])
    now += 1_000
    expect(await find(store, thing)).to.equal(null)
    expect(await list(store)).to.deep.equal(['db-2', 'of 1'])
    expect(await write(['late'], { thing: later(thing) })).to.deep.equal(CHANGED)
    const next = await begin('db-1', { version: 5, lastAt: now, expiresAt: now + 60_000 })
    await eachStore(async (from, which) => {
      expect(await find(from, next), which).to.deep.equal(next)
      expect(await list(from), which).to.deep.equal(['db-1', 'db-2', 'of 2'])
    })
  })

  it('things are listed by their last event, the latest first, in pages', async () => {
    const begun: Thing[] = []
    for (const key of ['a', 'b', 'c', 'd']) {
      begun.push(await begin(key, { lastAt: now + begun.length }))
    }
    const [a = thingOf('a')] = begun
    await write([], { thing: later(a, { lastAt: now + 100 }) })
    await begin('elsewhere', { webhookId: 'other' })
    await eachStore(async (from, which) => {
      expect(await list(from), which).to.deep.equal(['a', 'd', 'c', 'b', 'of 4'])
      expect(await list(from, 1, 2), which).to.deep.equal(['d', 'c', 'of 4'])
      expect(await list(from, 4, 2), which).to.deep.equal(['of 4'])
    })
  })

  it('things of other webhooks, channels and keys are other things', async () => {
    const kept = [
      await begin('db-1'),
      await begin('db-1', { webhookId: 'other' }),
      await begin('db-1', { channelId: 'elsewhere' }),
      await begin('DB-1'),
      await begin(' db-1'),
      await begin('elsewhere db-1'),
      await begin(`${channelId} db-1`),
    ]
    await eachStore(async (from, which) => {
      for (const thing of kept) expect(await find(from, thing), which).to.deep.equal(thing)
    })
  })

  it('things are deleted with their webhook', async () => {
    await store.adapters.webhooks.create(support.newWebhook('gone'))
    const gone = await begin('db-1', { webhookId: 'gone' })
    const kept = await begin('db-1')
    await store.adapters.webhooks.delete('gone')
    await eachStore(async (from, which) => {
      expect(await find(from, gone), which).to.equal(null)
      const page = { offset: 0, limit: 1 }
      const listed = await from.adapters.posts.listThings('gone', page)
      expect(listed, which).to.deep.equal({ items: [], total: 0 })
      expect(await find(from, kept), which).to.deep.equal(kept)
    })
  })

  it('a thing whose post was deleted can be shown by another one', async () => {
    const thing = await begin('db-1')
    await store.posts.delete(thing.postId)
    const changed = await write([], { edit: edit(thing.postId, 'edited'), thing: later(thing) })
    expect(changed).to.deep.equal(CHANGED)
    const result = await write(['anew'], { thing: later(thing, { postId: '' }) })
    const [post] = postsOf(result)
    expect(await find(store, thing)).to.include({ postId: post?.id, version: 2 })
    expect(await messages(store)).to.deep.equal(['anew'])
  })

  it('listeners are told of new posts and of the edit of a batch, once, and of nothing that is not stored', async () => {
    const thing = await begin('db-1')
    await session.told()
    const told: string[] = []
    store.onPosts((posts, { id }) => told.push(`${posts.map((p) => p.message).join()} in ${id}`))
    store.onPostChanged((post, { id }) => told.push(`edited: ${post.message} in ${id}`))
    const parts = { edit: edit(thing.postId, 'over'), thing: later(thing) }
    // Parts of one message are told together.
    const props = { webhook_part: { index: 0, count: 2, first_id: 'first' } }
    const posts = ['is over', 'at last'].map((text) => newPost(text, { channelId, props }))
    await store.adapters.posts.createBatch({ posts, ...parts })
    await session.told()
    expect(await write(['not stored'], parts)).to.deep.equal(CHANGED)
    await write([], { thing: later({ ...thing, version: 2 }) })
    await session.told()
    expect(told).to.have.members([
      `is over,at last in ${channelId}`,
      `edited: over in ${channelId}`,
    ])
  })

  it('an edit in a batch is listed as changed since', async () => {
    const thing = await begin('db-1')
    const [last] = postsOf(await write(['another']))
    await write([], { edit: edit(thing.postId, 'over'), thing: later(thing) })
    const since = Number(last?.createAt)
    await eachStore(async (from, which) => {
      const changed = await from.posts.page(channelId, { since })
      expect(
        changed.map(({ message }) => message),
        which,
      ).to.deep.equal(['over'])
    })
  })
}
