import { expect } from 'chai'
import type { ChatChannel, ChatStore, PageQuery } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import {
  type ChannelSession,
  newChannel,
  type OpenSession,
  risingClock,
  withChannel,
} from './session.js'

const { failure, newUser, send } = support

/** What every store of a chat does. */
export function describeChat(open: OpenSession): void {
  let session: ChannelSession
  let store: ChatStore
  let channelId: string
  beforeEach(async () => {
    session = await withChannel(await open({ clock: risingClock() }))
    ;({ store, channelId } = session)
  })

  const channel = async (name: string, creatorId = 'x'): Promise<ChatChannel> =>
    store.channels.create(newChannel(session.teamId, name, creatorId))

  it('ids are 26 characters', async () => {
    const anna = await newUser(store, 'anna')
    const { id } = await channel('open', anna.id)
    const post = await store.posts.create({ channelId: id, userId: anna.id, message: 'hello' })
    for (const value of [session.teamId, anna.id, id, post.id]) {
      expect(value).to.match(/^[ybndrfg8ejkmcpqxot1uwisza345h769]{26}$/)
    }
  })

  it('names and addresses are unique in any case, also when asked at once', async () => {
    const results = await Promise.allSettled(
      ['anna', 'ANNA', 'Anna'].map(async (name) => newUser(store, name)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).to.have.lengthOf(1)
    expect(await store.users.count()).to.equal(1)
    const same = { username: 'ben', email: 'ANNA@example.com', passwordHash: '', admin: false }
    expect(await failure(store.users.create(same))).to.include({ field: 'email' })
    const channels = await Promise.allSettled([channel('open'), channel('open')])
    expect(channels.map((result) => result.status)).to.have.members(['fulfilled', 'rejected'])
    expect(await failure(channel('open'))).to.include({ field: 'name' })
  })

  it("a login at a forge is one person's, also when it is claimed at once", async () => {
    const [anna, ben] = [await newUser(store, 'anna'), await newUser(store, 'ben')]
    const claimed = await Promise.all(
      [anna, ben, anna].map(async ({ id }) => store.users.claim(id, 'git.example/x')),
    )
    const [isAnnas] = claimed
    expect(claimed).to.deep.equal([isAnnas, !isAnnas, isAnnas])
    const [first, other] = isAnnas ? [anna, ben] : [ben, anna]
    await store.users.claim(first.id, 'git.example/y')
    for (const [where, again] of [['here', store] as const, ...(await session.again())]) {
      const logins = await again.users.logins(first.id)
      expect(logins, where).to.have.members(['git.example/x', 'git.example/y']).and.have.lengthOf(2)
    }
    expect(await store.users.release(other.id, 'git.example/x')).to.equal(false)
    expect(await store.users.release(first.id, 'git.example/x')).to.equal(true)
    expect(await store.users.release(first.id, 'git.example/x')).to.equal(false)
    expect(await store.users.claim(other.id, 'git.example/x')).to.equal(true)
    expect(await store.users.logins(first.id)).to.deep.equal(['git.example/y'])
  })

  it('credentials are found by name in any case and by address, of active users only', async () => {
    const user = await newUser(store, 'Anna')
    const expected = { userId: user.id, passwordHash: 'hash of Anna' }
    const find = async (id: string): Promise<unknown> => store.adapters.users.findCredentials(id)
    expect(await find('ANNA')).to.deep.equal(expected)
    expect(await find('anna@EXAMPLE.com')).to.deep.equal(expected)
    expect(await store.users.setPasswordHash(user.id, 'another')).to.equal(true)
    expect(await find('anna')).to.deep.equal({ ...expected, passwordHash: 'another' })
    expect(await store.users.setPasswordHash('nobody', 'another')).to.equal(false)
    expect(await store.users.setActive('nobody', false)).to.equal(false)
    await store.users.setActive(user.id, false)
    expect(await find('anna')).to.equal(null)
    expect(await store.adapters.users.findByIds([user.id])).to.have.lengthOf(1)
    expect(JSON.stringify(await store.users.list())).to.not.contain('another')
  })

  it('lists of users, members and channels come in pages, in order', async () => {
    const users = []
    for (const name of ['anna', 'ben', 'carl']) users.push(await newUser(store, name))
    const [anna, ben, carl] = users.map(({ id }) => id)
    const { id } = await channel('open', anna)
    for (const userId of [ben, carl]) await store.channels.addMember(id, userId ?? '')
    const page = { page: 1, perPage: 2 }
    expect((await store.users.list(page)).map((user) => user.id)).to.deep.equal([carl])
    expect(await store.users.list()).to.have.lengthOf(3)
    const members = await store.channels.members(id, page)
    expect(members.map(({ userId }) => userId)).to.deep.equal([carl])
    expect(await store.channels.countMembers(id)).to.equal(3)
    const among = await store.channels.membersAmong(channelId, [anna ?? ''])
    expect(among).to.deep.equal([])
    expect(await store.channels.membersAmong(id, ['x', ben ?? ''])).to.deep.equal([ben])
    const channels = await store.channels.listPublic(session.teamId, { page: 1, perPage: 1 })
    expect(channels.map(({ name }) => name)).to.deep.equal(['open'])
  })

  it('members come and go, and see their own and direct channels', async () => {
    const anna = await newUser(store, 'anna')
    const ben = await newUser(store, 'ben')
    const open = await channel('open', anna.id)
    await session.told()
    const seen: string[] = []
    const followed = [open.id, anna.id, ben.id]
    await support.listen(store, followed, 'memberAdded', ({ userId }) => seen.push(`+${userId}`))
    await support.listen(
      store,
      followed,
      'memberRemoved',
      ({ userId, channel: { name }, byUserId }) =>
        seen.push(`-${userId} from ${name} by ${byUserId}`),
    )
    await session.told()
    const direct = await store.adapters.channels.createDirect(anna.id, ben.id, '')
    expect(await store.channels.addMember(open.id, ben.id)).to.include({ userId: ben.id })
    await store.channels.addMember(open.id, ben.id)
    expect(await store.channels.addMember(open.id, 'nobody')).to.equal(null)
    const own = await store.channels.channelsOf(ben.id, session.teamId)
    expect(own.map((c) => c.id)).to.have.members([direct.id, open.id])
    expect(await store.channels.removeMember(open.id, ben.id, anna.id)).to.equal(true)
    expect(await store.channels.removeMember(open.id, ben.id, anna.id)).to.equal(false)
    expect(await store.channels.isMember(open.id, ben.id)).to.equal(false)
    await session.told()
    expect(seen.slice(0, 2)).to.have.members([`+${anna.id}`, `+${ben.id}`])
    expect(seen.slice(2)).to.deep.equal([`+${ben.id}`, `-${ben.id} from open by ${anna.id}`])
  })

  it('what a channel is for is kept, and each change of it told', async () => {
    const anna = await newUser(store, 'anna')
    const made = newChannel(session.teamId, 'open', anna.id)
    const { id } = await store.channels.create({ ...made, purpose: 'Roll-outs' })
    await session.told()
    const changed: unknown[] = []
    await support.listen(store, [], 'channelChanged', ({ channel: each }) =>
      changed.push([each.id, each.purpose]),
    )
    await session.told()
    expect(await store.channels.byId(id)).to.include({ purpose: 'Roll-outs' })
    expect(await store.channels.setPurpose(id, 'News')).to.include({ id, purpose: 'News' })
    await store.channels.setPurpose(id, 'News')
    for (const [which, again] of await session.again()) {
      expect(await again.channels.byId(id), which).to.include({ purpose: 'News' })
    }
    // A change that is read late is told with the last state.
    await session.told()
    await store.channels.archive(id)
    expect(await store.channels.setPurpose(id, '')).to.not.have.property('purpose')
    expect(await store.channels.byId(channelId)).to.not.have.property('purpose')
    expect(await store.channels.setPurpose('nowhere', 'News')).to.equal(null)
    await session.told()
    expect(changed).to.deep.equal([
      [id, 'News'],
      [id, undefined],
    ])
  })

  it('archived channels are listed nowhere, and their listeners told once', async () => {
    const anna = await newUser(store, 'anna')
    const { id } = await channel('open', anna.id)
    const archived: unknown[] = []
    await support.listen(store, [], 'channelArchived', ({ channel: each }) =>
      archived.push([each.id, each.deleteAt]),
    )
    await session.told()
    const first = await store.channels.archive(id)
    expect(first?.deleteAt).to.be.above(0)
    expect(await store.channels.archive(id)).to.deep.equal(first)
    expect(await store.channels.archive('nowhere')).to.equal(null)
    expect(await store.channels.byId(id)).to.deep.equal(first)
    expect(await store.channels.byName('open', session.teamId)).to.deep.equal(first)
    expect(await store.channels.channelsOf(anna.id, session.teamId)).to.deep.equal([])
    const left = await store.channels.listPublic(session.teamId)
    expect(left.map((each) => each.id)).to.deep.equal([channelId])
    await session.told()
    expect(archived).to.deep.equal([[id, first?.deleteAt]])
  })

  it('restored channels are listed again, and their listeners told once', async () => {
    const anna = await newUser(store, 'anna')
    const { id } = await channel('open', anna.id)
    await store.channels.archive(id)
    await session.told()
    const restored: unknown[] = []
    await support.listen(store, [], 'channelChanged', ({ channel: each }) =>
      restored.push([each.id, each.deleteAt]),
    )
    await session.told()
    expect(await store.channels.restore(id)).to.include({ id, deleteAt: 0 })
    await store.channels.restore(id)
    expect(await store.channels.restore('nowhere')).to.equal(null)
    const [listed] = await store.channels.channelsOf(anna.id, session.teamId)
    expect(listed).to.include({ id, deleteAt: 0 })
    await session.told()
    expect(restored).to.deep.equal([[id, 0]])
  })

  it('ended sessions are told of, expired ones are not', async () => {
    const anna = await newUser(store, 'anna')
    const ended: string[] = []
    await support.listen(store, [anna.id], 'signedOut', ({ userId }) => ended.push(userId))
    await session.told()
    const { sessions } = store.adapters
    const expiresAt = Date.now() + 60_000
    for (const id of ['a', 'b']) await sessions.create({ id, userId: anna.id, expiresAt })
    await sessions.delete('a')
    await session.told()
    expect(ended).to.deep.equal([anna.id])
    await sessions.deleteForUser(anna.id)
    await sessions.delete('b')
    await session.told()
    expect(ended).to.deep.equal([anna.id, anna.id])
  })

  it('users are online from their first connection to the end of the last', async () => {
    const online = async (): Promise<string[]> => [...(await store.presence.online(['a', 'b']))]
    store.presence.note('a', true)
    expect(await online()).to.deep.equal(['a'])
    store.presence.note('a', false)
    expect(await online()).to.deep.equal([])
  })

  it('no text that a client may send is a failure', async () => {
    const odd = 'odd \0 \ud800'
    expect(await store.users.byId(odd)).to.equal(null)
    expect(await store.users.byUsername(odd)).to.equal(null)
    expect(await store.adapters.users.findCredentials(odd)).to.equal(null)
    expect(await store.channels.byId(odd)).to.equal(null)
    expect(await store.channels.byName(odd, session.teamId)).to.equal(null)
    expect(await store.posts.byId(odd)).to.equal(null)
    expect(await store.posts.page(channelId, { before: odd })).to.deep.equal([])
    expect(await store.channels.removeMember(channelId, odd, odd)).to.equal(false)
    const post = await store.posts.create({ channelId, userId: 'x', message: odd })
    expect(post.message).to.match(/^odd /)
    expect((await store.posts.edit(post.id, `${odd}!`))?.message).to.match(/!$/)
  })

  it('pages go from the newest, and from either side of a post', async () => {
    const posts = await send(store, Array.from('abcdefgh'), { channelId })
    const { id: other } = await channel('other')
    await send(store, ['elsewhere'], { channelId: other })
    const page = async (query: PageQuery): Promise<string> =>
      (await store.posts.page(channelId, query)).map((post) => post.message).join('')
    const e = posts[4]?.id ?? ''
    expect(await page({})).to.equal('hgfedcba')
    expect(await page({ perPage: 3 })).to.equal('hgf')
    expect(await page({ perPage: 3, page: 2 })).to.equal('ba')
    expect(await page({ perPage: 3, page: 3 })).to.equal('')
    expect(await page({ before: e, perPage: 2 })).to.equal('dc')
    expect(await page({ before: e, perPage: 2, page: 1 })).to.equal('ba')
    expect(await page({ after: e, perPage: 2 })).to.equal('gf')
    expect(await page({ after: e, perPage: 2, page: 1 })).to.equal('h')
    expect(await page({ before: 'unknown' })).to.equal('')
    expect(await store.posts.page(other, { before: e })).to.deep.equal([])
    expect(await page({ since: posts[5]?.createAt ?? 0 })).to.equal('hg')
  })

  it('what was changed since is listed with what is new, in another store too', async () => {
    const [a, b, c] = await send(store, ['a', 'b', 'c'], { channelId })
    const since = (c?.createAt ?? 0) - 1
    await store.adapters.posts.update(b?.id ?? '', { message: 'B', version: 1 }, 0)
    await store.posts.edit(a?.id ?? '', 'A')
    const listed = async (from: ChatStore): Promise<string[]> =>
      (await from.posts.page(channelId, { since })).map((post) => post.message)
    expect(await listed(store)).to.deep.equal(['c', 'B', 'A'])
    for (const [which, again] of await session.again()) {
      expect(await listed(again), which).to.deep.equal(['c', 'B', 'A'])
    }
  })

  it('members are told what they have not seen and where they are mentioned', async () => {
    const anna = await newUser(store, 'anna')
    const ben = await newUser(store, 'ben')
    const { id } = await channel('open', anna.id)
    const place = { channelId: id }
    await send(store, ['before ben came'], place)
    await store.channels.addMember(id, ben.id)
    const userIds = [ben.id]
    await send(store, ['plain'], place)
    await send(store, ['@ben'], { ...place, mentions: { userIds, channelWide: null } })
    await send(store, ['@all @ben'], { ...place, mentions: { userIds, channelWide: 'all' } })
    expect(await support.unreadOf(store, ben.id, id)).to.include({ posts: 3, mentions: 2 })
    expect(await support.unreadOf(store, anna.id, id)).to.include({ posts: 4, mentions: 1 })
    const both = await store.unread(ben.id, [id, channelId])
    expect(both.get(id)).to.include({ posts: 3 })
    expect(both.get(channelId)).to.deep.equal({
      posts: 0,
      mentions: 0,
      viewedAt: 0,
      lastPostAt: 0,
    })
    await store.markViewed(ben.id, id)
    const mine = await store.posts.create({ ...place, userId: anna.id, message: 'mine' })
    const read = { posts: 0, mentions: 0, viewedAt: mine.createAt, lastPostAt: mine.createAt }
    for (const [which, again] of await session.again()) {
      const ofBen = await support.unreadOf(again, ben.id, id)
      expect(ofBen, which).to.include({ posts: 1, mentions: 0 })
      expect(await support.unreadOf(again, anna.id, id), which).to.deep.equal(read)
    }
  })

  it('the posts of a batch are consecutive under concurrency, and events tell them in order', async () => {
    await send(store, ['before'], { channelId })
    await session.told()
    const told: string[] = ['before']
    await support.listen(store, [channelId], 'posted', ({ posts, channel: where }) => {
      expect(where.id).to.equal(channelId)
      told.push(...posts.map((post) => post.message))
    })
    await session.told()
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) =>
        send(store, [`${i} a`, `${i} b`, `${i} c`], { channelId }),
      ),
    )
    const found = await support.messages(store, channelId)
    await session.told()
    expect(told).to.deep.equal(found)
    for (let i = 1; i < found.length; i += 3) {
      const number = found[i]?.split(' ')[0] ?? ''
      expect(found.slice(i, i + 3)).to.deep.equal(
        ['a', 'b', 'c'].map((part) => `${number} ${part}`),
      )
    }
  })

  it('a listener that throws harms nobody, one that left hears nothing', async () => {
    const heard: string[] = []
    const throwing = store.follow(() => {
      throw new Error('listener')
    })
    await throwing.add([channelId])
    const leave = await support.listen(store, [channelId], 'posted', ({ posts }) =>
      heard.push(...posts.map((post) => post.message)),
    )
    await session.told()
    await send(store, ['one'], { channelId })
    await session.told()
    leave()
    await send(store, ['two'], { channelId })
    await session.told()
    expect(heard).to.deep.equal(['one'])
  })
}
