import { expect } from 'chai'
import { allOf } from '../../../example-host/store/memory/post-reader.js'
import type { ChatStore, PostReader, StoredPost } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import { newChannel, type OpenSession, withChannel } from './session.js'

/** More than what is read at a time. */
const LARGE = { card: 'x'.repeat(700_000) }
/** So much alike that it takes less than 2 kB of a database. */
const ALIKE = { card: 'x'.repeat(150_000) }

/** What every store does with lists that are read while they are sent. */
export function describeLists(open: OpenSession): void {
  let store: ChatStore
  let teamId: string
  let channelId: string
  beforeEach(async () => {
    ;({ store, teamId, channelId } = await withChannel(await open()))
  })

  const send = (texts: readonly string[], props = {}): ReturnType<typeof support.send> =>
    support.send(store, texts, { channelId, props })

  it('large posts are listed whole, one at a time, from either end', async () => {
    const sent = [
      ...(await send(['a', 'b'])),
      ...(await send(['c', 'd', 'e'], LARGE)),
      ...(await send(['f'])),
    ]
    for (const query of [{}, { after: sent[0]?.id ?? '' }, { before: sent[5]?.id ?? '' }]) {
      const list = await store.posts.list(channelId, query)
      const newest = await slicesOf(list, 'newest')
      const oldest = await slicesOf(list, 'oldest')
      const ids = newest.flat().map(({ id }) => id)
      expect(oldest.flat().map(({ id }) => id)).to.deep.equal(ids.toReversed())
      expect(ids).to.have.lengthOf(list.count)
      for (const post of newest.flat()) {
        expect(post).to.deep.equal(sent.find(({ id }) => id === post.id))
      }
      for (const slice of [...newest, ...oldest]) {
        const large = slice.filter(({ props }) => 'card' in props)
        expect(large.length).to.be.at.most(1)
      }
    }
  })

  it('users are listed by a part of their names, and those who have left by themselves', async () => {
    const { users } = store.adapters
    const newUser = (username: string) =>
      store.users.create({
        username,
        email: `${username}@example.test`,
        passwordHash: '',
        admin: false,
      })
    const alice = await newUser('alice')
    const { id } = await newUser('malice')
    const names = async (query: string): Promise<readonly string[] | undefined> =>
      (await users.listFor?.(alice, { query, limit: 10 }))?.map(({ username }) => username)
    expect(await names('lic')).to.deep.equal(['alice', 'malice'])
    expect(await names('lic\u0000')).to.deep.equal([])
    await store.users.setActive(id, false)
    expect(await names('lic')).to.deep.equal(['alice'])
    const left = await users.listDeactivated?.(10)
    expect(left?.map(({ username }) => username)).to.deep.equal(['malice'])
  })

  it('posts that compress well are read a few at a time too', async () => {
    for (let n = 0; n < 20; n++) await send([String(n)], ALIKE)
    const slices = await slicesOf(await store.posts.list(channelId), 'newest')
    expect(slices.flat()).to.have.lengthOf(20)
    for (const slice of slices) expect(slice.length).to.be.at.most(2)
  })

  it('slices whose posts have all been deleted are left out', async () => {
    const sent = await send(['a', 'b', 'c'], LARGE)
    const list = await store.posts.list(channelId)
    await store.posts.delete(sent[1]?.id ?? '')
    const slices = await slicesOf(list, 'oldest')
    expect(slices.map((slice) => slice.map(({ message }) => message))).to.deep.equal([['a'], ['c']])
  })

  it('threads of large posts are listed whole, and before a post', async () => {
    const [root] = await send(['root'], LARGE)
    const thread = { channelId, rootId: root?.id ?? '', props: LARGE }
    const replies = await support.send(store, ['a', 'b', 'c'], thread)
    const [, , c] = replies
    const texts = async (before?: string): Promise<string> => {
      const list = await store.posts.thread(root?.id ?? '', before)
      return (await allOf(list)).map(({ message }) => message).join(' ')
    }
    expect(await texts()).to.equal('c b a root')
    expect(await texts(c?.id)).to.equal('b a root')
    expect(await texts(root?.id)).to.equal('')
    expect(await texts('unknown')).to.equal('')
  })

  it('lists leave out what is deleted before it is read, but not where deletions are asked for', async () => {
    const sent = await send(['a', 'b', 'c', 'd'], LARGE)
    const list = await store.posts.list(channelId)
    const since = await store.posts.list(channelId, { since: 1 })
    await store.posts.delete(sent[0]?.id ?? '')
    expect(list.count).to.equal(4)
    const left = (await allOf(list)).map(({ message }) => message)
    expect(left).to.deep.equal(['d', 'c', 'b'])
    const [gone] = (await allOf(since)).toReversed()
    expect(gone).to.include({ id: sent[0]?.id, message: '' })
  })

  it('some posts of several channels are listed in the order of time, if they are there', async () => {
    const { id: otherId } = await store.channels.create(newChannel(teamId, 'other'))
    const [a, b] = await send(['a', 'b'])
    const [c] = await support.send(store, ['c'], { channelId: otherId, props: LARGE })
    const [d] = await send(['d'], LARGE)
    await store.posts.delete(b?.id ?? '')
    const ids = [d, a, c, b].map((post) => post?.id ?? '')
    const list = await store.posts.byIds([...ids, 'unknown'])
    expect((await allOf(list)).map(({ message }) => message)).to.deep.equal(['d', 'c', 'a'])
    expect(await allOf(await store.posts.byIds([]))).to.deep.equal([])
  })
}

async function slicesOf(
  list: PostReader,
  from: 'newest' | 'oldest',
): Promise<(readonly StoredPost[])[]> {
  const slices: (readonly StoredPost[])[] = []
  for await (const { posts } of list.slices(from)) slices.push(posts)
  return slices
}
