import { expect } from 'chai'
import type { ChatStore, JsonStore, PageQuery, StoredPost } from '../../example-host/store/index.js'
import { encodeRecord } from '../../example-host/store/disk/journal-record.js'
import { Timeline } from '../../example-host/store/memory/timeline.js'
import * as support from './support.js'

const { messages, newPost, onceFor, opened, readStore, send, temporaryDirectory } = support

/** What a restart makes of a store: from its journals, as after a crash, and from its snapshot. */
async function restarts(
  directory: string,
  store: JsonStore,
): Promise<readonly (readonly [how: string, store: JsonStore])[]> {
  const crashed = await opened(await support.copyOf(directory))
  await store.close()
  return [
    ['from the journals', crashed],
    ['from the snapshot', await opened(directory)],
  ]
}

describe('store: edited posts', () => {
  afterEach(support.cleanUp)

  it('keep the new text, its time and the old mentions across a restart', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory)
    const mentions = { userIds: ['anna'], channelWide: null }
    const [post] = await send(store, ['hello @anna'], { mentions })
    const id = post?.id ?? ''
    const edited = await store.posts.edit(id, 'hello @ben')
    expect(edited).to.deep.include({ message: 'hello @ben', mentions, createAt: post?.createAt })
    expect(edited?.editAt)
      .to.equal(edited?.updateAt)
      .and.be.above(post?.createAt ?? Infinity)
    for (const [how, again] of await restarts(directory, store)) {
      expect(await again.posts.byId(id), how).to.deep.equal(edited)
      expect(await support.unreadOf(again, 'anna', 'channel'), how).to.include({ mentions: 1 })
      expect(await support.unreadOf(again, 'ben', 'channel'), how).to.include({ mentions: 0 })
    }
  })

  it('do not change when the text is the same, and keep their edit when a program changes them', async () => {
    const store = await opened(await temporaryDirectory())
    const [post] = await send(store, ['first'])
    const id = post?.id ?? ''
    const edited = await store.posts.edit(id, 'second')
    expect(await store.posts.edit(id, 'second')).to.deep.equal(edited)
    const props = { done: true }
    await store.adapters.posts.update(id, { props, version: 2 }, edited?.version ?? 0)
    const changed = await store.posts.byId(id)
    expect(changed).to.deep.include({ message: 'second', props, editAt: edited?.editAt })
    expect(await store.posts.edit('nowhere', 'third')).to.equal(null)
  })

  it('keep the last of several edits at once', async () => {
    const store = await opened(await temporaryDirectory())
    const [post] = await send(store, ['0'])
    const id = post?.id ?? ''
    await Promise.all(['1', '2', '3'].map((text) => store.posts.edit(id, text)))
    expect(await messages(store)).to.deep.equal(['3'])
  })
})

describe('store: deleted posts', () => {
  let directory: string
  let store: JsonStore
  beforeEach(async () => {
    directory = await temporaryDirectory()
    store = await opened(directory)
  })
  afterEach(support.cleanUp)

  const remove = async (post: { readonly id: string } | undefined): Promise<boolean> =>
    store.posts.delete(post?.id ?? '')

  it('are gone from lists and counts, across a restart too', async () => {
    const toBen = { mentions: { userIds: ['ben'], channelWide: null } }
    const toAll = { mentions: { userIds: ['ben'], channelWide: 'all' as const } }
    await send(store, ['one'])
    const [named] = await send(store, ['@ben'], toBen)
    const [wide] = await send(store, ['@all'], toAll)
    await send(store, ['@ben again'], toBen)
    expect(await support.unreadOf(store, 'ben', 'channel')).to.include({ posts: 4, mentions: 3 })
    expect(await remove(named)).to.equal(true)
    expect(await remove(named)).to.equal(false)
    await remove(wide)
    const changed = { message: 'x', version: 1 }
    expect(await store.adapters.posts.update(named?.id ?? '', changed, 0)).to.equal(null)
    expect(await store.posts.edit(named?.id ?? '', 'x')).to.equal(null)
    const check = async (how: string, found: ChatStore): Promise<void> => {
      expect(await messages(found), how).to.deep.equal(['one', '@ben again'])
      expect(await found.posts.byId(named?.id ?? ''), how).to.equal(null)
      expect(await found.adapters.posts.findById(wide?.id ?? ''), how).to.equal(null)
      expect(await support.unreadOf(found, 'ben', 'channel'), how).to.include({
        posts: 2,
        mentions: 1,
      })
    }
    await check('at once', store)
    for (const [how, again] of await restarts(directory, store)) await check(how, again)
  })

  it('take the replies to them with them, and leave the rest of a thread', async () => {
    const [root, other] = await send(store, ['root', 'other'])
    const reply = { rootId: root?.id ?? '' }
    const [first] = await send(store, ['first', 'second'], { ...reply, userId: 'ben' })
    await send(store, ['to the other'], { rootId: other?.id ?? '' })
    await remove(first)
    const repliesTo = async (from: ChatStore, id: string): Promise<number> =>
      (await from.posts.replies([id])).get(id)?.count ?? 0
    expect(await repliesTo(store, reply.rootId)).to.equal(1)
    expect((await store.posts.thread(reply.rootId)).map((post) => post.message)).to.deep.equal([
      'second',
      'root',
    ])
    await remove(root)
    for (const [how, again] of await restarts(directory, store)) {
      expect(await messages(again), how).to.deep.equal(['other', 'to the other'])
      expect(await again.posts.thread(reply.rootId), how).to.deep.equal([])
      expect(await repliesTo(again, reply.rootId), how).to.equal(0)
      expect(await repliesTo(again, other?.id ?? ''), how).to.equal(1)
    }
  })

  it('also remove a reply that is stored after its root was deleted', () => {
    const timeline = new Timeline()
    const at = (id: string, time: number, changes: object = {}): StoredPost => ({
      ...newPost(id),
      id,
      createAt: time,
      updateAt: time,
      ...changes,
    })
    timeline.put(at('root', 1))
    timeline.put(at('root', 2, { createAt: 1, deleteAt: 2 }))
    expect(timeline.put(at('late', 3, { rootId: 'root' }))).to.equal('known')
    expect(timeline.byId('late')).to.equal(null)
    expect(timeline.stored('late')).to.include({ message: '', deleteAt: 3 })
    expect(timeline.put(at('late', 3, { rootId: 'root' }))).to.equal('known')
    expect(timeline.page('channel', {})).to.deep.equal([])
  })

  it('lose their content, in memory and in the files of the next snapshot', async () => {
    const [secret] = await send(store, ['password123'], { props: { card: 'password456' } })
    await send(store, ['reply password789'], { rootId: secret?.id ?? '' })
    await remove(secret)
    await store.close()
    const files = [...(await readStore(directory))].filter(([path]) => /^posts.*json$/.test(path))
    expect(files).to.have.lengthOf(1)
    for (const [path, bytes] of files) expect(bytes.toString(), path).to.not.include('password')
  })

  it('are listed as changed since a time, without content, even if they are newer than it', async () => {
    const [a, b] = await send(store, ['a', 'b'], { props: { card: 'x' } })
    const [c] = await send(store, ['c'])
    const [d] = await send(store, ['reply'], { rootId: a?.id ?? '' })
    await remove(a)
    const since = async (found: ChatStore, time: number): Promise<unknown[]> =>
      (await found.posts.page('channel', { since: time })).map((post) => [
        post.id,
        post.message,
        post.deleteAt === undefined,
      ])
    const [last] = await store.posts.page('channel', { since: c?.createAt ?? 0 })
    expect(last).to.deep.include({ id: d?.id, message: '', props: {} })
    for (const [how, again] of await restarts(directory, store)) {
      expect(await since(again, (c?.createAt ?? 0) - 1), how).to.deep.equal([
        [d?.id, '', false],
        [c?.id, 'c', true],
        [a?.id, '', false],
      ])
      expect(await since(again, last?.deleteAt ?? 0), how).to.deep.equal([])
      const [newest] = await again.posts.page('channel', {})
      expect(newest?.id).to.equal(c?.id)
      expect(await messages(again), how).to.deep.equal([b?.message, 'c'])
    }
  })

  it('still work as `before` and `after` of a page', async () => {
    const posts = await send(store, Array.from('abcdef'))
    const c = posts[2]
    await remove(c)
    const page = async (query: PageQuery): Promise<string> =>
      (await store.posts.page('channel', query)).map((post) => post.message).join('')
    const id = c?.id ?? ''
    expect(await page({ before: id })).to.equal('ba')
    expect(await page({ after: id, perPage: 2 })).to.equal('ed')
    expect(await page({ after: id, perPage: 2, page: 1 })).to.equal('f')
    await send(store, ['elsewhere'], { channelId: 'other' })
    expect(await store.posts.page('other', { before: id })).to.deep.equal([])
  })

  it('notify listeners once each, and not for the replies that go with them', async () => {
    const teamId = await support.mainTeam(store)
    const { id: channelId } = await store.channels.create({
      teamId,
      type: 'public',
      name: 'open',
      displayName: 'open',
      creatorId: 'x',
    })
    const [root] = await send(store, ['root'], { channelId })
    const [, other] = await send(store, ['r1', 'r2'], { channelId, rootId: root?.id ?? '' })
    const told: string[] = []
    store.onPostDeleted((post, channel) => told.push(`${post.id} in ${channel.id}`))
    store.onPostChanged(() => told.push('a change'))
    store.onPosts(() => told.push('a new post'))
    await Promise.all([remove(other), remove(other)])
    await remove(root)
    expect(told).to.deep.equal([other, root].map((post) => `${post?.id ?? ''} in ${channelId}`))
  })

  it('still answer a repeated request, which stores no second post', async () => {
    const batch = { posts: [newPost('once')], once: onceFor('key') }
    const first = await store.adapters.posts.createBatch(batch)
    const post = first.stored ? first.posts[0] : undefined
    await remove(post)
    for (const [how, again] of await restarts(directory, store)) {
      const repeated = await again.adapters.posts.createBatch(batch)
      expect(repeated.stored, how).to.equal(false)
      const ids = repeated.stored ? [] : repeated.earlier.posts.map(({ id }) => id)
      expect(ids, how).to.deep.equal([post?.id])
      expect(await messages(again), how).to.deep.equal([])
    }
  })

  it('keep their places in the files, whatever a snapshot has written before', async () => {
    await store.close()
    const bounds = { segmentBounds: { posts: 3, bytes: 1e6 } }
    store = await opened(directory, bounds)
    const posts = await send(store, Array.from('abcdefgh'))
    const roots = await send(store, Array.from('xyz'), { rootId: posts[0]?.id ?? '' })
    await store.close()
    for (const post of [posts[4], posts[0], posts[7]]) {
      store = await opened(directory, bounds)
      await remove(post)
      await store.close()
    }
    store = await opened(directory, bounds)
    await send(store, ['later'])
    expect(await messages(store)).to.deep.equal([...Array.from('bcdfg'), 'later'])
    expect(roots).to.have.lengthOf(3)
  })

  it('in a store of format 2 are recorded in a journal of format 3, which older programs refuse', async () => {
    const [post] = await send(store, ['old'])
    await store.close()
    const records = ['{"journal":1,"version":2}', JSON.stringify([{ posts: [post] }])]
    const old = new Map([['journal-1', Buffer.concat(records.map(encodeRecord))]])
    directory = await support.storeOf(old)
    store = await opened(directory)
    expect(await messages(store)).to.deep.equal(['old'])
    await remove(post)
    const files = await readStore(directory)
    expect(files.get('journal-1')).to.deep.equal(old.get('journal-1'))
    expect(files.get('journal-2')?.toString()).to.include('{"journal":2,"version":3}')
    for (const [how, again] of await restarts(directory, store)) {
      expect(await messages(again), how).to.deep.equal([])
    }
  })

  it('need one small record of the journal for a thread of 20,000 replies', async () => {
    const [root] = await send(store, ['root'])
    const rootId = root?.id ?? ''
    const texts = Array.from({ length: 64 }, (_, n) => `reply ${n}`)
    for (let i = 0; i < 20_000; i += 64 * 50) {
      await Promise.all(Array.from({ length: 50 }, () => send(store, texts, { rootId })))
    }
    const before = store.health().journaledBytes
    await remove(root)
    expect(store.health().journaledBytes - before).to.be.below(1_000)
    expect(await messages(store)).to.deep.equal([])
  })
})
