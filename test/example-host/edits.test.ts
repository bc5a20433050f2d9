import { expect } from 'chai'
import request from 'supertest'
import { bodyOf, type Chat, idOf, member, type Person, startPeopledChat } from './chat.js'
import { postOf, type Socket, socketsForSuite } from './socket.js'

describe('edits and deletions of posts', () => {
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

  const write = async (
    message: string,
    as = alice,
    channel = open,
    rootId = '',
  ): Promise<string> => {
    const body = { channel_id: channel, message, root_id: rootId }
    return idOf(await chat.api('post', '/posts', as, body).expect(201))
  }
  const patch = (id: string, as: Person | null, body: object = { message: 'edited' }) =>
    chat.api('put', `/posts/${id}/patch`, as, body)
  const remove = (id: string, as: Person | null) => chat.api('delete', `/posts/${id}`, as)
  const read = async (id: string, as = alice): Promise<unknown> =>
    bodyOf(await chat.api('get', `/posts/${id}`, as).expect(200))
  const listed = async (query: string): Promise<unknown> =>
    bodyOf(await chat.api('get', `/channels/${open}/posts?${query}`, alice).expect(200))
  const idOfError = ({ body }: { readonly body: unknown }): unknown => member(body, 'id')
  const listening = async (who: Person): Promise<Socket> => {
    const socket = await sockets.open(chat.port)
    await socket.signIn(who.token)
    socket.send({ seq: 2, action: 'presence', data: { channel_id: open } })
    await socket.reply(2)
    return socket
  }

  it('a patch answers the record with its new text and times', async () => {
    const id = await write('first')
    const before = await read(id)
    expect(before).to.include({ edit_at: 0 })
    const answer = bodyOf(
      await patch(id, alice, { message: 'second', props: { x: 1 } }).expect(200),
    )
    expect(answer).to.deep.include({ id, message: 'second', props: {}, user_id: alice.id })
    expect(member(answer, 'create_at')).to.equal(member(before, 'create_at'))
    expect(member(answer, 'edit_at')).to.equal(member(answer, 'update_at'))
    expect(member(answer, 'update_at')).to.be.above(Number(member(before, 'update_at')))
    expect(await read(id)).to.deep.equal(answer)
    expect(member(member(await listed(''), 'posts'), id)).to.deep.equal(answer)
  })

  it('the same patch again changes nothing', async () => {
    const id = await write('first')
    const once = bodyOf(await patch(id, alice).expect(200))
    expect(bodyOf(await patch(id, alice).expect(200))).to.deep.equal(once)
  })

  const refused: [what: string, body: object][] = [
    ['no message', {}],
    ['an empty message', { message: '' }],
    ['spaces only', { message: ' \n' }],
    ['a message that is no text', { message: 7 }],
    ['16384 characters', { message: '🙂'.repeat(16_384) }],
  ]
  for (const [what, body] of refused) {
    it(`a patch with ${what} is refused and changes nothing`, async () => {
      const id = await write('first')
      const answer = await patch(id, alice, body).expect(400)
      expect(idOfError(answer)).to.equal('api.context.invalid_body_param.app_error')
      expect(await read(id)).to.include({ message: 'first', edit_at: 0 })
    })
  }

  it('a patch takes 16383 characters', async () => {
    await patch(await write('first'), alice, { message: '🙂'.repeat(16_383) }).expect(200)
  })

  it('people edit their own posts only, and administrators too', async () => {
    const id = await write('mine')
    for (const other of [bob, chat.admin]) {
      expect(idOfError(await patch(id, other).expect(403))).to.equal(
        'api.context.permissions.app_error',
      )
    }
    await patch(id, null).expect(401)
    expect(await read(id)).to.include({ message: 'mine' })
  })

  it('people delete their own posts, and administrators any', async () => {
    const [mine, another] = [await write('mine'), await write('another')]
    await remove(mine, bob).expect(403)
    await remove(mine, null).expect(401)
    expect(bodyOf(await remove(mine, alice).expect(200))).to.deep.equal({ status: 'OK' })
    expect(bodyOf(await remove(another, chat.admin).expect(200))).to.deep.equal({ status: 'OK' })
  })

  it('a deleted post is no longer found, and deleting it again is answered 404', async () => {
    const id = await write('gone')
    await remove(id, alice).expect(200)
    await chat.api('get', `/posts/${id}`, alice).expect(404)
    await chat.api('get', `/posts/${id}/thread`, alice).expect(404)
    await remove(id, alice).expect(404)
    await patch(id, alice).expect(404)
    const reply = { channel_id: open, message: 'x', root_id: id }
    await chat.api('post', '/posts', alice, reply).expect(400)
    expect(member(await listed(''), 'order')).to.not.include(id)
  })

  it('posts that the caller may not read are answered 404, like unknown ones', async () => {
    const hidden = await write('hidden', alice, closed)
    const direct = idOf(await chat.api('post', '/channels/direct', alice, [alice.id, bob.id]))
    const whispered = await write('whispered', alice, direct)
    for (const [id, as] of [
      [hidden, bob],
      [whispered, chat.admin],
      ['nowhere', alice],
    ] as const) {
      await patch(id, as).expect(404)
      await remove(id, as).expect(404)
    }
    await remove(hidden, chat.admin).expect(200)
  })

  it('posts of an archived channel stay as they are', async () => {
    const old = await chat.addChannel('old', 'O', alice)
    const id = await write('kept', alice, old)
    await chat.api('delete', `/channels/${old}`, alice).expect(200)
    for (const answer of [await patch(id, alice), await remove(id, chat.admin)]) {
      expect(answer.status).to.equal(404)
      expect(member(bodyOf(answer), 'detailed_error')).to.equal('the channel is archived')
    }
    expect(await read(id)).to.include({ message: 'kept' })
  })

  it('a deleted root takes its replies with it, a deleted reply is no longer counted', async () => {
    const root = await write('root')
    const [first, second] = [
      await write('first', bob, open, root),
      await write('second', alice, open, root),
    ]
    await remove(first, bob).expect(200)
    expect(await read(root)).to.deep.include({ reply_count: 1, participants: [{ id: alice.id }] })
    await remove(root, alice).expect(200)
    await chat.api('get', `/posts/${second}`, alice).expect(404)
    expect(member(await listed(''), 'order')).to.not.include(second)
  })

  it('a deleted post no longer counts as unread', async () => {
    const room = await chat.addChannel('room', 'O', alice)
    await chat.api('post', `/channels/${room}/members`, alice, { user_id: bob.id }).expect(201)
    const [named] = [await write('@bob', alice, room), await write('plain', alice, room)]
    const unread = async (): Promise<unknown> =>
      bodyOf(await chat.api('get', `/users/me/channels/${room}/unread`, bob).expect(200))
    expect(await unread()).to.include({ msg_count: 2, mention_count: 1 })
    await patch(named, alice, { message: 'nobody' }).expect(200)
    expect(await unread()).to.include({ msg_count: 2, mention_count: 1 })
    await remove(named, alice).expect(200)
    expect(await unread()).to.include({ msg_count: 1, mention_count: 0 })
  })

  it('a list with `since` holds deleted posts without their text', async () => {
    const id = await write('secret text')
    const since = Number(member(await read(id), 'create_at'))
    await remove(id, alice).expect(200)
    const body = await listed(`since=${since}`)
    expect(member(body, 'order')).to.deep.equal([id])
    const post = member(member(body, 'posts'), id)
    expect(post).to.deep.include({ message: '', props: {}, channel_id: open })
    expect(member(post, 'delete_at')).to.equal(member(post, 'update_at')).and.be.above(since)
  })

  it('posts of a webhook are its owner’s, and stay marked as a webhook’s', async () => {
    const hook = await chat.api('post', '/hooks/incoming', alice, {
      channel_id: open,
      display_name: 'builds',
    })
    const url = new URL(String(member(bodyOf(hook), 'url')))
    const post = async (): Promise<string> => {
      const sent = await request(chat.url).post(`${url.pathname}?wait=true`).send({ text: 'built' })
      const [made] = member(bodyOf(sent), 'posts') as readonly unknown[]
      return String(member(made, 'id'))
    }
    const id = await post()
    const before = await read(id)
    await patch(id, bob).expect(403)
    const edited = bodyOf(await patch(id, alice, { message: 'broken' }).expect(200))
    expect(edited).to.deep.include({ message: 'broken', props: member(before, 'props') })
    expect(member(member(edited, 'props'), 'from_webhook')).to.equal('true')
    await remove(id, bob).expect(403)
    await remove(id, alice).expect(200)
    await remove(await post(), chat.admin).expect(200)
  })

  it('a repeated request to a webhook returns the ids of its deleted posts and posts nothing', async () => {
    const hook = await chat.api('post', '/hooks/incoming', alice, {
      channel_id: open,
      display_name: 'once',
    })
    const url = new URL(String(member(bodyOf(hook), 'url')))
    const send = () =>
      request(chat.url)
        .post(`${url.pathname}?wait=true`)
        .set('Idempotency-Key', 'the-key')
        .send({ text: 'only once' })
        .expect(200)
    const first = bodyOf(await send())
    const [made] = member(first, 'posts') as readonly unknown[]
    await remove(String(member(made, 'id')), alice).expect(200)
    const again = await send()
    expect(again.get('Idempotent-Replayed')).to.equal('true')
    expect(member(bodyOf(again), 'posts')).to.deep.equal(member(first, 'posts'))
  })

  it('are sent over the websocket to those who have the channel open', async () => {
    const [his, mine] = [await listening(bob), await listening(alice)]
    const hidden = await write('hidden', alice, closed)
    const shown = await write('shown')
    for (const id of [hidden, shown]) {
      await patch(id, alice).expect(200)
      await remove(id, alice).expect(200)
    }
    const [edit] = await his.wait('post_edited', 1)
    const [deletion] = await his.wait('post_deleted', 1)
    expect(postOf(edit)).to.include({ id: shown, message: 'edited' })
    expect(member(postOf(edit), 'edit_at')).to.be.above(0)
    const gone = postOf(deletion)
    expect(gone).to.deep.include({ id: shown, channel_id: open, message: '', props: {} })
    expect(member(gone, 'delete_at')).to.be.above(0)
    expect(member(member(deletion, 'broadcast'), 'channel_id')).to.equal(open)
    const told = (await mine.wait('post_deleted', 2)).map(postOf).map((each) => member(each, 'id'))
    expect(told).to.deep.equal([hidden, shown])
    expect(his.events('post_edited')).to.have.lengthOf(1)
    expect(his.events('post_deleted')).to.have.lengthOf(1)
  })

  it('of a whole thread are sent as one event, for its root', async () => {
    const socket = await listening(bob)
    const root = await write('root')
    const reply = await write('reply', alice, open, root)
    await remove(reply, alice).expect(200)
    await write('another', alice, open, root)
    await remove(root, alice).expect(200)
    await write('afterwards')
    await socket.wait('posted', 4)
    const told = socket.events('post_deleted').map(postOf)
    expect(told.map((each) => [member(each, 'id'), member(each, 'root_id')])).to.deep.equal([
      [reply, root],
      [root, ''],
    ])
  })
})
