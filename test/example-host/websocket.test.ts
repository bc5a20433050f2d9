import { mock } from 'node:test'
import { expect } from 'chai'
import request from 'supertest'
import {
  bodyOf,
  type Chat,
  idOf,
  member,
  PASSWORD,
  type Person,
  startChat,
  startPeopledChat,
} from './chat.js'
import { openSocket, postOf, type Socket, socketsForSuite } from './socket.js'

describe('the websocket of the example host', () => {
  let chat: Chat
  let alice: Person
  let bob: Person
  let open: string
  let closed: string
  const sockets = socketsForSuite()

  before(async () => {
    ;({ chat, alice, bob, open, closed } = await startPeopledChat())
  })

  after(() => chat.close())

  const opened = async (token?: string): Promise<Socket> => {
    const socket = await sockets.open(chat.port)
    if (token !== undefined) await socket.signIn(token)
    return socket
  }
  const post = (channelId: string, message: string) =>
    chat.api('post', '/posts', alice, { channel_id: channelId, message }).expect(201)
  const replies = ({ messages }: Socket) =>
    messages.filter((each) => member(each, 'seq_reply') !== undefined)

  it('says hello, answers the challenge and pongs, in this order', async () => {
    const socket = await opened()
    socket.send({ seq: 1, action: 'authentication_challenge', data: { token: alice.token } })
    socket.send({ seq: 2, action: 'ping' })
    await socket.reply(2)
    expect(
      socket.messages.map((each) => member(each, 'seq_reply') ?? member(each, 'event')),
    ).to.deep.equal(['hello', 1, 2])
    expect(socket.messages[1]).to.deep.equal({ status: 'OK', seq_reply: 1 })
    expect(socket.messages[2]).to.deep.include({ status: 'OK', data: { text: 'pong' } })
  })

  it('takes the token of the upgrade’s header', async () => {
    const socket = await sockets.open(chat.port, { Authorization: `bearer ${alice.token}` })
    await socket.wait('hello', 1)
  })

  it('tells of posts in the reference’s shape, numbered from hello on', async () => {
    const socket = await opened(bob.token)
    await post(open, 'first, @bob')
    await post(open, 'second')
    const events = await socket.wait('posted', 2)
    expect(events.map((each) => member(each, 'seq'))).to.deep.equal([1, 2])
    const data = member(events[0], 'data')
    expect(data).to.include({ channel_name: 'open', channel_type: 'O', sender_name: 'alice' })
    expect(member(data, 'mentions')).to.equal(undefined)
    expect(postOf(events[0])).to.include({ message: 'first, @bob', user_id: alice.id })
    expect(member(events[0], 'broadcast')).to.deep.equal({
      omit_users: null,
      user_id: '',
      channel_id: open,
      team_id: '',
    })
  })

  it('keeps private and direct channels among their members', async () => {
    const [mine, his, admins] = [
      await opened(alice.token),
      await opened(bob.token),
      await opened(chat.admin.token),
    ]
    await post(closed, 'between us, @alice')
    const direct = await chat.api('post', '/channels/direct', alice, [alice.id, bob.id])
    await post(idOf(direct), 'hello bob')
    expect(
      (await mine.wait('posted', 2)).map(postOf).map((each) => member(each, 'message')),
    ).to.deep.equal(['between us, @alice', 'hello bob'])
    expect(
      (await his.wait('posted', 1)).map(postOf).map((each) => member(each, 'message')),
    ).to.deep.equal(['hello bob'])
    await his.wait('direct_added', 1)
    expect(admins.events('posted')).to.deep.equal([])
  })

  it('tells of channels, members and edits', async () => {
    const [his, mine] = [await opened(bob.token), await opened(alice.token)]
    const id = await chat.addChannel('told', 'O', alice)
    await his.wait('channel_created', 1)
    await chat.api('post', `/channels/${id}/members`, alice, { user_id: bob.id }).expect(201)
    await his.wait('user_added', 2)
    const made = await chat.store.posts.byId(idOf(await post(id, 'befor')))
    if (!made) throw new Error('The post is missing')
    await chat.store.adapters.posts.update(made.id, { message: 'before', version: 1 }, 0)
    const [edit] = await his.wait('post_edited', 1)
    expect(postOf(edit)).to.include({ message: 'before' })
    await chat.api('delete', `/channels/${id}/members/${bob.id}`, alice).expect(200)
    const [left] = await his.wait('user_removed', 1)
    expect(member(left, 'data')).to.include({ channel_id: id, remover_id: alice.id })
    await mine.wait('user_removed', 1)
    await chat.api('delete', `/channels/${id}`, alice).expect(200)
    await his.wait('channel_deleted', 1)
  })

  it('refuses a wrong token and closes', async () => {
    const socket = await opened()
    socket.send({ seq: 7, action: 'authentication_challenge', data: { token: 'wrong' } })
    expect(await socket.closed()).to.equal(1008)
    expect(socket.messages).to.have.lengthOf(1)
    expect(socket.messages[0]).to.deep.include({ status: 'FAIL', seq_reply: 7 })
    expect(member(member(socket.messages[0], 'error'), 'id')).to.equal(
      'api.context.session_expired.app_error',
    )
  })

  it('refuses unknown actions, and everything before the challenge', async () => {
    const socket = await opened()
    socket.send({ seq: 1, action: 'ping' })
    await socket.signIn(alice.token)
    socket.send({ seq: 3, action: 'dance' })
    await socket.reply(3)
    expect(replies(socket).map((each) => member(each, 'status'))).to.deep.equal([
      'FAIL',
      'OK',
      'FAIL',
    ])
  })

  const unreadable: [what: string, message: string, code: number][] = [
    ['what is no JSON', '{', 1008],
    ['a message without action', '{"seq":1}', 1008],
    ['more than 16 KiB', `"${'x'.repeat(20_000)}"`, 1009],
  ]
  for (const [what, message, code] of unreadable) {
    it(`closes on ${what}`, async () => {
      const socket = await opened()
      socket.send(message)
      expect(await socket.closed()).to.equal(code)
    })
  }

  it('is cut when its session ends, and only then', async () => {
    const carol = await chat.addPerson('carol')
    const first = await opened(await chat.signIn('carol'))
    const second = await opened(carol.token)
    await chat.api('post', '/users/logout', carol, {}).expect(200)
    expect(await second.closed()).to.equal(1008)
    await post(open, 'still there?')
    await first.wait('posted', 1)
    const path = `/users/${carol.id}/password`
    await chat.api('put', path, chat.admin, { new_password: PASSWORD }).expect(200)
    expect(await first.closed()).to.equal(1008)
  })

  it('is cut when the account is deactivated, and its token opens no other one', async () => {
    const dave = await chat.addPerson('dave')
    const socket = await opened(dave.token)
    await chat.api('put', `/users/${dave.id}/active`, chat.admin, { active: false }).expect(200)
    expect(await socket.closed()).to.equal(1008)
    const again = await opened()
    again.send({ seq: 1, action: 'authentication_challenge', data: { token: dave.token } })
    expect(await again.reply(1)).to.include({ status: 'FAIL' })
    expect(await again.closed()).to.equal(1008)
  })

  it('shows posts of webhooks under their shown name, without the secrets of buttons', async () => {
    const socket = await opened(bob.token)
    const hook = bodyOf(
      await chat
        .api('post', '/hooks/incoming', alice, { channel_id: open, display_name: 'CI' })
        .expect(201),
    )
    const action = { name: 'Go', integration: { url: 'https://ci.example.test/secret' } }
    const attachments = [{ text: 'x', actions: [action] }]
    await request(chat.url)
      .post(`/hooks/${String(member(hook, 'key'))}`)
      .send({ text: 'built', attachments })
      .expect(200)
    const [event] = await socket.wait('posted', 1)
    expect(member(member(event, 'data'), 'sender_name')).to.equal('webhook')
    expect(JSON.stringify(event)).to.include('built').and.not.include('secret')
  })
})

describe('a websocket that does not authenticate', () => {
  it('is closed after 5 s', async () => {
    const chat = await startChat()
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const socket = await openSocket(chat.port)
      mock.timers.tick(4_999)
      socket.send({ seq: 1, action: 'ping' })
      expect(await socket.reply(1)).to.include({ status: 'FAIL' })
      mock.timers.tick(1)
      expect(await socket.closed()).to.equal(1008)
    } finally {
      mock.timers.reset()
      await chat.close()
    }
  })
})

describe('a closing example host', () => {
  it('says goodbye with 1001', async () => {
    const chat = await startChat()
    const socket = await openSocket(chat.port)
    await socket.signIn(chat.admin.token)
    await chat.close()
    expect(await socket.closed()).to.equal(1001)
  })
})
