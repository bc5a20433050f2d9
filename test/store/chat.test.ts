import { expect } from 'chai'
import type { ChatChannel, ChatStore, PageQuery } from '../../example-host/store/index.js'
import * as support from './support.js'

const { failure, newUser, opened, send, temporaryDirectory } = support

describe('store: chat', () => {
  let store: ChatStore
  let directory: string
  let teamId: string
  beforeEach(async () => {
    directory = await temporaryDirectory()
    store = await opened(directory)
    teamId = await support.mainTeam(store)
  })
  afterEach(support.cleanUp)

  const channel = async (name: string, creatorId = 'x'): Promise<ChatChannel> =>
    store.channels.create({ teamId, type: 'public', name, displayName: name, creatorId })

  it('ids are 26 characters', async () => {
    const anna = await newUser(store, 'anna')
    const { id } = await channel('open', anna.id)
    const post = await store.posts.create({ channelId: id, userId: anna.id, message: 'hello' })
    for (const value of [teamId, anna.id, id, post.id]) {
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
    expect(channels.map((result) => result.status)).to.deep.equal(['fulfilled', 'rejected'])
  })

  it('members come and go, and see their own and direct channels', async () => {
    const anna = await newUser(store, 'anna')
    const ben = await newUser(store, 'ben')
    const open = await channel('open', anna.id)
    const added: string[] = []
    store.onMemberAdded((member) => added.push(member.userId))
    const direct = await store.adapters.channels.createDirect(anna.id, ben.id, '')
    expect(await store.channels.addMember(open.id, ben.id)).to.include({ userId: ben.id })
    await store.channels.addMember(open.id, ben.id)
    expect(await store.channels.addMember(open.id, 'nobody')).to.equal(null)
    expect(added).to.deep.equal([anna.id, ben.id, ben.id])
    const own = await store.channels.channelsOf(ben.id, teamId)
    expect(own.map((c) => c.id)).to.have.members([direct.id, open.id])
    expect(await store.channels.removeMember(open.id, ben.id, anna.id)).to.equal(true)
    expect(await store.channels.removeMember(open.id, ben.id, anna.id)).to.equal(false)
    expect(await store.channels.isMember(open.id, ben.id)).to.equal(false)
    expect(await store.channels.listPublic(teamId)).to.have.lengthOf(1)
  })

  it('pages go from the newest, and from either side of a post', async () => {
    const posts = await send(store, Array.from('abcdefgh'))
    await send(store, ['elsewhere'], { channelId: 'other' })
    const page = async (query: PageQuery): Promise<string> =>
      (await store.posts.page('channel', query)).map((post) => post.message).join('')
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
    expect(await store.posts.page('other', { before: e })).to.deep.equal([])
    expect(await page({ since: posts[5]?.createAt ?? 0 })).to.equal('hg')
  })

  it('what was changed since is told with what is new, across a restart too', async () => {
    const [a, b, c] = await send(store, ['a', 'b', 'c'])
    const since = (c?.createAt ?? 0) - 1
    const changed: string[] = []
    store.onPostChanged((post) => changed.push(post.message))
    await store.adapters.posts.update(b?.id ?? '', { message: 'B', version: 1 }, 0)
    await store.adapters.posts.update(a?.id ?? '', { message: 'A', version: 1 }, 0)
    const told = async (from: ChatStore): Promise<string[]> =>
      (await from.posts.page('channel', { since })).map((post) => post.message)
    expect(await told(store)).to.deep.equal(['c', 'B', 'A'])
    await store.close()
    expect(await told(await opened(directory))).to.deep.equal(['c', 'B', 'A'])
  })

  it('members are told what they have not seen and where they are mentioned', async () => {
    const anna = await newUser(store, 'anna')
    const ben = await newUser(store, 'ben')
    const { id: channelId } = await channel('open', anna.id)
    await send(store, ['before ben came'], { channelId })
    await store.channels.addMember(channelId, ben.id)
    const userIds = [ben.id]
    await send(store, ['plain'], { channelId })
    await send(store, ['@ben'], { channelId, mentions: { userIds, channelWide: null } })
    await send(store, ['@all @ben'], { channelId, mentions: { userIds, channelWide: 'all' } })
    expect(await support.unreadOf(store, ben.id, channelId)).to.include({ posts: 3, mentions: 2 })
    expect(await support.unreadOf(store, anna.id, channelId)).to.include({ posts: 4, mentions: 1 })
    await store.markViewed(ben.id, channelId)
    await store.posts.create({ channelId, userId: anna.id, message: 'mine' })
    const again = await opened(await support.copyOf(directory))
    expect(await support.unreadOf(again, ben.id, channelId)).to.include({ posts: 1, mentions: 0 })
    expect(await support.unreadOf(again, anna.id, channelId)).to.include({ posts: 0, mentions: 0 })
  })

  it('a listener that throws harms nobody, one that left hears nothing', async () => {
    const { id: channelId } = await channel('open')
    const heard: string[] = []
    store.onPosts(() => {
      throw new Error('listener')
    })
    const leave = store.onPosts((posts) => heard.push(...posts.map((post) => post.message)))
    await send(store, ['one'], { channelId })
    leave()
    await send(store, ['two'], { channelId })
    expect(heard).to.deep.equal(['one'])
  })
})
