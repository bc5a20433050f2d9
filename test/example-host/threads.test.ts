import { expect } from 'chai'
import { bodyOf, type Chat, idOf, member, type Person, startChat } from './chat.js'

describe('threads of the example host', () => {
  let chat: Chat
  let alice: Person
  let bob: Person
  let channel: string
  let root: string
  const replies: string[] = []

  before(async () => {
    chat = await startChat()
    alice = await chat.addPerson('alice')
    bob = await chat.addPerson('bob')
    channel = await chat.addChannel('talk', 'P', alice)
    root = await say(alice, 'root')
    replies.push(await say(alice, 'one', root), await say(chat.admin, 'two', root))
  })

  after(() => chat.close())

  async function say(person: Person, message: string, rootId = ''): Promise<string> {
    const body = { channel_id: channel, message, root_id: rootId }
    return idOf(await chat.api('post', '/posts', person, body).expect(201))
  }

  it('are read from their root or any reply, newest first', async () => {
    for (const id of [root, ...replies]) {
      const body = bodyOf(await chat.api('get', `/posts/${id}/thread`, alice).expect(200))
      expect(member(body, 'order')).to.deep.equal([...replies].reverse().concat(root))
    }
  })

  it('tell at their root how often, when last and by whom was answered', async () => {
    const body = bodyOf(await chat.api('get', `/channels/${channel}/posts`, alice).expect(200))
    const posts = member(body, 'posts')
    const last = member(posts, replies[1] ?? '')
    expect(member(posts, root)).to.deep.include({
      reply_count: 2,
      last_reply_at: member(last, 'create_at'),
      participants: [{ id: chat.admin.id }, { id: alice.id }],
    })
    expect(last).to.deep.include({ reply_count: 0, last_reply_at: 0, participants: null })
  })

  it('tell the same where the root is read alone', async () => {
    const body = bodyOf(await chat.api('get', `/posts/${root}`, alice).expect(200))
    expect(member(body, 'reply_count')).to.equal(2)
    expect(member(body, 'participants')).to.deep.equal([{ id: chat.admin.id }, { id: alice.id }])
  })

  it('are for readers of their channel', async () => {
    await chat.api('get', `/posts/${root}/thread`, bob).expect(404)
    await chat.api('get', `/posts/${root}/thread`, null).expect(401)
    await chat.api('get', `/posts/${'x'.repeat(26)}/thread`, alice).expect(404)
  })

  it('leave a count of people to whom the channel is open', async () => {
    const stats = bodyOf(await chat.api('get', `/channels/${channel}/stats`, alice).expect(200))
    expect(stats).to.deep.equal({ channel_id: channel, member_count: 1 })
    await chat.api('get', `/channels/${channel}/stats`, bob).expect(404)
  })

  it('name their authors from the list of users, page by page', async () => {
    const names = async (query: string): Promise<unknown[]> => {
      const body = bodyOf(await chat.api('get', `/users?${query}`, bob).expect(200))
      return Array.isArray(body) ? body.map((user) => member(user, 'username')) : []
    }
    expect(await names('')).to.deep.equal(['admin', 'alice', 'bob'])
    expect(await names('per_page=1&page=2')).to.deep.equal(['bob'])
    await chat.api('get', '/users', null).expect(401)
  })
})
