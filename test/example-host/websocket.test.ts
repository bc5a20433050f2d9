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
    const socket = await opened(alice.token)
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

  /** Opens a channel on a websocket, as a page does. */
  const openOn = async (socket: Socket, channelId: string, seq = 2): Promise<unknown> => {
    socket.send({ seq, action: 'presence', data: { channel_id: channelId } })
    return member(await socket.reply(seq), 'status')
  }
  const texts = (socket: Socket): readonly unknown[] =>
    socket.events('posted').map((event) => member(postOf(event), 'message'))

  it('sends the events of a public channel to its members and to whoever has it open', async () => {
    const [hers, his, admins] = [
      await opened(alice.token),
      await opened(bob.token),
      await opened(chat.admin.token),
    ]
    expect(await openOn(his, open)).to.equal('OK')
    await post(open, 'while it is open')
    await his.wait('posted', 1)
    expect(await openOn(his, '', 3)).to.equal('OK')
    await post(open, 'while it is not')
    await hers.wait('posted', 2)
    expect(texts(his)).to.deep.equal(['while it is open'])
    expect(texts(admins)).to.deep.equal([])
  })

  it('sends an event once to a member who has the channel open', async () => {
    const socket = await opened(alice.token)
    await openOn(socket, open)
    await post(open, 'one')
    await post(open, 'two')
    await socket.wait('posted', 2)
    expect(texts(socket)).to.deep.equal(['one', 'two'])
  })

  it('opens a private channel for its members and administrators only', async () => {
    const [hers, his, admins] = [
      await opened(alice.token),
      await opened(bob.token),
      await opened(chat.admin.token),
    ]
    expect(await openOn(his, closed)).to.equal('FAIL')
    expect(await openOn(hers, closed)).to.equal('OK')
    expect(await openOn(admins, closed)).to.equal('OK')
    expect(await openOn(his, 'unknown', 3)).to.equal('FAIL')
    await post(closed, 'secret')
    await admins.wait('posted', 1)
    expect(texts(his)).to.deep.equal([])
  })

  it('sends a member who was removed nothing more, though the channel is still open', async () => {
    const [hers, his] = [await opened(alice.token), await opened(bob.token)]
    const path = `/channels/${closed}/members`
    await chat.api('post', path, alice, { user_id: bob.id }).expect(201)
    await his.wait('user_added', 1)
    await openOn(his, closed)
    await post(closed, 'as a member')
    await his.wait('posted', 1)
    await chat.api('delete', `${path}/${bob.id}`, alice).expect(200)
    await his.wait('user_removed', 1)
    await post(closed, 'afterwards')
    await hers.wait('posted', 2)
    expect(texts(his)).to.deep.equal(['as a member'])
  })

  it('names whom a post mentions, the members of the channel if it mentions all', async () => {
    const id = await chat.addChannel('mentions', 'O', alice)
    await chat.api('post', `/channels/${id}/members`, alice, { user_id: bob.id }).expect(201)
    const [hers, his, admins] = [
      await opened(alice.token),
      await opened(bob.token),
      await opened(chat.admin.token),
    ]
    await openOn(admins, id)
    await post(id, 'hello @bob')
    await post(id, 'hello @all')
    for (const socket of [hers, his, admins]) {
      const [one, all] = (await socket.wait('posted', 2)).map(mentionsOf)
      expect(one).to.deep.equal([bob.id])
      expect(all).to.have.members([alice.id, bob.id])
    }
  })

  it('sends the events of a restored channel to members who connected while it was archived', async () => {
    const id = await chat.addChannel('back', 'P', alice)
    await chat.api('delete', `/channels/${id}`, alice).expect(200)
    const hers = await opened(alice.token)
    await chat.api('post', `/channels/${id}/restore`, chat.admin, {}).expect(200)
    await hers.wait('channel_updated', 1)
    await post(id, 'again')
    await hers.wait('posted', 1)
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
    const [added] = await his.wait('user_added', 1)
    expect(member(added, 'data')).to.include({ channel_id: id, user_id: bob.id })
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
    await openOn(first, open)
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
    const socket = await opened(alice.token)
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

function mentionsOf(event: unknown): unknown {
  return JSON.parse(String(member(member(event, 'data'), 'mentions')))
}
