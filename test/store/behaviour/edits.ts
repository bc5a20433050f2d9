import { expect } from 'chai'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import type { ChatStore, PageQuery } from '../../../example-host/store/index.js'
import { allOf } from '../../../example-host/store/memory/post-reader.js'
import * as support from '../support.js'
import { type ChannelSession, newChannel, type OpenSession, withChannel } from './session.js'

const { newPost, onceFor } = support

/** What every store does with posts that are edited or deleted. */
export function describeEdits(open: OpenSession): void {
  let session: ChannelSession
  let store: ChatStore
  let channelId: string
  beforeEach(async () => {
    session = await withChannel(await open())
    ;({ store, channelId } = session)
  })

  const send = (
    to: ChatStore,
    texts: readonly string[],
    changes: Partial<NewPost> = {},
  ): ReturnType<typeof support.send> => support.send(to, texts, { channelId, ...changes })
  const remove = async (post: { readonly id: string } | undefined): Promise<boolean> =>
    store.posts.delete(post?.id ?? '')
  const unread = (from: ChatStore, userId: string): ReturnType<typeof support.unreadOf> =>
    support.unreadOf(from, userId, channelId)
  const messages = (from: ChatStore): Promise<string[]> => support.messages(from, channelId)
  const eachStore = async (
    check: (from: ChatStore, which: string) => Promise<void>,
  ): Promise<void> => {
    await check(store, 'at once')
    for (const [which, again] of await session.again()) await check(again, which)
  }

  it('edited posts keep the new text, its time and the old mentions', async () => {
    const mentions = { userIds: ['anna'], channelWide: null }
    const [post] = await send(store, ['hello @anna'], { mentions })
    const id = post?.id ?? ''
    const edited = await store.posts.edit(id, 'hello @ben')
    expect(edited).to.deep.include({ message: 'hello @ben', mentions, createAt: post?.createAt })
    expect(edited?.editAt)
      .to.equal(edited?.updateAt)
      .and.be.above(post?.createAt ?? Infinity)
    await eachStore(async (from, which) => {
      expect(await from.posts.byId(id), which).to.deep.equal(edited)
      expect(await unread(from, 'anna'), which).to.include({ mentions: 1 })
      expect(await unread(from, 'ben'), which).to.include({ mentions: 0 })
    })
  })

  it('edited posts do not change when the text is the same, and keep their edit when a program changes them', async () => {
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

  it('edits have rising times, also when several are made at once', async () => {
    const posts = await send(store, ['0', '0', '0'])
    const edits = await Promise.all(posts.map(({ id }) => store.posts.edit(id, '1')))
    const times = [...posts.map(({ createAt }) => createAt), ...edits.map((each) => each?.updateAt)]
    expect(new Set(times).size).to.equal(6)
    const [later] = await send(store, ['later'])
    expect(later?.createAt).to.be.above(Math.max(...times.map(Number)))
    const [first] = posts
    await Promise.all(['2', '3', '4'].map((text) => store.posts.edit(first?.id ?? '', text)))
    expect((await store.posts.byId(first?.id ?? ''))?.version).to.equal(4)
  })

  it('deleted posts are gone from lists and counts', async () => {
    const toBen = { mentions: { userIds: ['ben'], channelWide: null } }
    const toAll = { mentions: { userIds: ['ben'], channelWide: 'all' as const } }
    await send(store, ['one'])
    const [named] = await send(store, ['@ben'], toBen)
    const [wide] = await send(store, ['@all'], toAll)
    await send(store, ['@ben again'], toBen)
    expect(await unread(store, 'ben')).to.include({ posts: 4, mentions: 3 })
    expect(await remove(named)).to.equal(true)
    expect(await remove(named)).to.equal(false)
    await remove(wide)
    const changed = { message: 'x', version: 1 }
    expect(await store.adapters.posts.update(named?.id ?? '', changed, 0)).to.equal(null)
    expect(await store.posts.edit(named?.id ?? '', 'x')).to.equal(null)
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal(['one', '@ben again'])
      expect(await from.posts.byId(named?.id ?? ''), which).to.equal(null)
      expect(await from.adapters.posts.findById(wide?.id ?? ''), which).to.equal(null)
      expect(await unread(from, 'ben'), which).to.include({ posts: 2, mentions: 1 })
    })
  })

  it('threads tell their latest authors, a webhook apart from the person who owns it', async () => {
    const [root] = await send(store, ['root'])
    const rootId = root?.id ?? ''
    const replies = [
      ['gone', ''],
      ['user', 'webhook'],
      ['user', ''],
      ['new owner', 'webhook'],
      ['ben', ''],
    ] as const
    for (const [userId, webhookId] of replies) {
      await send(store, ['reply'], { rootId, userId, webhookId })
    }
    await eachStore(async (from, which) => {
      const { authors } = (await from.posts.replies([rootId])).get(rootId) ?? {}
      expect(authors, which).to.deep.equal([
        { userId: 'ben', webhookId: '' },
        { userId: 'new owner', webhookId: 'webhook' },
        { userId: 'user', webhookId: '' },
      ])
    })
  })

  it('deleted posts take the replies to them with them, and leave the rest of a thread', async () => {
    const [root, other] = await send(store, ['root', 'other'])
    const rootId = root?.id ?? ''
    const [first] = await send(store, ['first', 'second'], { rootId, userId: 'ben' })
    const [last] = await send(store, ['to the other'], { rootId: other?.id ?? '' })
    await remove(first)
    const repliesIn = async (from: ChatStore): Promise<Record<string, unknown>> =>
      Object.fromEntries(await from.posts.replies([rootId, other?.id ?? '', 'unknown']))
    const replied = {
      count: 1,
      lastAt: last?.createAt,
      authors: [{ userId: 'user', webhookId: 'webhook' }],
    }
    expect(await repliesIn(store)).to.deep.include({ [other?.id ?? '']: replied })
    expect(Object.keys(await repliesIn(store))).to.have.members([rootId, other?.id])
    const thread = await allOf(await store.posts.thread(rootId))
    expect(thread.map((post) => post.message)).to.deep.equal(['second', 'root'])
    await remove(root)
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal(['other', 'to the other'])
      expect(await allOf(await from.posts.thread(rootId)), which).to.deep.equal([])
      expect(await repliesIn(from), which).to.deep.equal({ [other?.id ?? '']: replied })
    })
  })

  it('deleted posts are listed as changed since a time, without content, even if they are newer than it', async () => {
    const [a, b] = await send(store, ['a', 'b'], { props: { card: 'x' } })
    const [c] = await send(store, ['c'])
    const [d] = await send(store, ['reply'], { rootId: a?.id ?? '' })
    await remove(a)
    const since = async (from: ChatStore, time: number): Promise<unknown[]> =>
      (await from.posts.page(channelId, { since: time })).map((post) => [
        post.id,
        post.message,
        post.deleteAt === undefined,
      ])
    const [last] = await store.posts.page(channelId, { since: c?.createAt ?? 0 })
    expect(last).to.deep.include({ id: d?.id, message: '', props: {} })
    await eachStore(async (from, which) => {
      expect(await since(from, (c?.createAt ?? 0) - 1), which).to.deep.equal([
        [d?.id, '', false],
        [c?.id, 'c', true],
        [a?.id, '', false],
      ])
      expect(await since(from, last?.deleteAt ?? 0), which).to.deep.equal([])
      const [newest] = await from.posts.page(channelId, {})
      expect(newest?.id).to.equal(c?.id)
      expect(await messages(from), which).to.deep.equal([b?.message, 'c'])
    })
  })

  it('deleted posts still work as `before` and `after` of a page', async () => {
    const posts = await send(store, Array.from('abcdef'))
    await remove(posts[2])
    const id = posts[2]?.id ?? ''
    const page = async (query: PageQuery): Promise<string> =>
      (await store.posts.page(channelId, query)).map((post) => post.message).join('')
    expect(await page({ before: id })).to.equal('ba')
    expect(await page({ after: id, perPage: 2 })).to.equal('ed')
    expect(await page({ after: id, perPage: 2, page: 1 })).to.equal('f')
    const other = await store.channels.create(newChannel(session.teamId, 'other'))
    await send(store, ['elsewhere'], { channelId: other.id })
    expect(await store.posts.page(other.id, { before: id })).to.deep.equal([])
  })

  it('listeners are told once of each change, and not of the replies that are deleted with their root', async () => {
    const [root] = await send(store, ['root'])
    const [, other] = await send(store, ['r1', 'r2'], { rootId: root?.id ?? '' })
    await session.told()
    const told: string[] = []
    await support.listen(store, [channelId], 'deleted', ({ post, channel }) =>
      told.push(`${post.id} in ${channel.id}`),
    )
    await support.listen(store, [channelId], 'edited', ({ post }) => told.push(post.message))
    await support.listen(store, [channelId], 'posted', () => told.push('a new post'))
    await session.told()
    await store.posts.edit(root?.id ?? '', 'edited')
    // An event shows a post as it is when it is sent.
    await session.told()
    await Promise.all([remove(other), remove(other)])
    await remove(root)
    await session.told()
    const deleted = [other, root].map((post) => `${post?.id ?? ''} in ${channelId}`)
    expect(told).to.deep.equal(['edited', ...deleted])
  })

  it('a repeated request stores no second post after the first was deleted', async () => {
    const batch = { posts: [newPost('once', { channelId })], once: onceFor('key') }
    const first = await store.adapters.posts.createBatch(batch)
    const post = first.stored ? first.posts[0] : undefined
    await remove(post)
    await eachStore(async (from, which) => {
      const repeated = await from.adapters.posts.createBatch(batch)
      expect(repeated.stored, which).to.equal(false)
      const ids = support.postsOf(repeated).map(({ id }) => id)
      expect(ids, which).to.deep.equal([post?.id])
      expect(await messages(from), which).to.deep.equal([])
    })
  })
}
