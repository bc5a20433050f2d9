import { expect } from 'chai'
import { bodyOf, type Chat, idOf, member, type Person, startChat } from './chat.js'

describe('posts of the example host', () => {
  let chat: Chat
  let alice: Person
  let channel: string
  const ids: string[] = []

  before(async () => {
    chat = await startChat()
    alice = await chat.addPerson('alice')
    channel = await chat.addChannel('talk', 'O', alice)
    for (const message of ['1', '2', '3', '4', '5']) ids.push(idOf(await post({ message })))
  })

  after(() => chat.close())

  const post = (body: object, status = 201) =>
    chat.api('post', '/posts', alice, { channel_id: channel, ...body }).expect(status)
  const list = async (query: string): Promise<unknown> => {
    const body = bodyOf(
      await chat.api('get', `/channels/${channel}/posts?${query}`, alice).expect(200),
    )
    return member(body, 'order')
  }

  it('are a person’s, with nothing that only the server writes', async () => {
    const props = { from_webhook: 'true', override_username: 'boss' }
    const forged = { message: 'x', props, type: 'system_join', user_id: chat.admin.id }
    const body = bodyOf(await post(forged))
    expect(body).to.deep.include({ user_id: alice.id, message: 'x', type: '', props: {} })
    ids.push(idOf({ body }))
  })

  const refused: [what: string, body: object][] = [
    ['no message', {}],
    ['an empty message', { message: '' }],
    ['spaces only', { message: ' \n ' }],
    ['16384 characters', { message: '🙂'.repeat(16_384) }],
    ['a root that is nowhere', { message: 'x', root_id: 'nowhere' }],
  ]
  for (const [what, body] of refused) {
    it(`are refused with ${what}`, async () => {
      await post(body, 400)
    })
  }

  it('are accepted up to 16383 code points', async () => {
    const id = idOf(await post({ message: '🙂'.repeat(16_383) }))
    ids.push(id)
  })

  it('are without NUL and half characters, which not every store can keep, also if edited', async () => {
    const made = await post({ message: 'a\0b \ud800 🙂' })
    expect(member(made.body, 'message')).to.equal('a\ufffdb \ufffd 🙂')
    const path = `/posts/${idOf(made)}/patch`
    const edited = await chat.api('put', path, alice, { message: '\udc00c\0' }).expect(200)
    expect(member(edited.body, 'message')).to.equal('\ufffdc\ufffd')
    ids.push(idOf(made))
  })

  it('answer in threads of their channel, one level deep', async () => {
    const root = ids[0] ?? ''
    const reply = await post({ message: 'reply', root_id: root })
    expect(member(reply.body, 'root_id')).to.equal(root)
    ids.push(idOf(reply))
    await post({ message: 'deeper', root_id: idOf(reply) }, 400)
    const elsewhere = await chat.addChannel('elsewhere', 'O', alice)
    await post({ channel_id: elsewhere, message: 'x', root_id: root }, 400)
  })

  it('are listed newest first, page by page', async () => {
    const newest = [...ids].reverse()
    expect(await list('')).to.deep.equal(newest)
    expect(await list('page=1&per_page=2')).to.deep.equal(newest.slice(2, 4))
    expect(await list('page=-1&per_page=x')).to.deep.equal(newest)
    expect(await list(`before=${ids[2] ?? ''}`)).to.deep.equal([ids[1], ids[0]])
    expect(await list(`after=${ids[2] ?? ''}&per_page=2`)).to.deep.equal([ids[4], ids[3]])
    const third = await chat.store.posts.byId(ids[2] ?? '')
    const since = await list(`since=${third?.createAt ?? 0}`)
    expect(since).to.deep.equal(newest.slice(0, -3))
  })

  it('are found one by one, where the reader may read', async () => {
    await chat.api('get', `/posts/${ids[0] ?? ''}`, alice).expect(200)
    await chat.api('get', '/posts/nowhere', alice).expect(404)
    const own = await chat.addChannel('own', 'P', chat.admin)
    const made = chat.api('post', '/posts', chat.admin, { channel_id: own, message: 'secret' })
    await chat.api('get', `/posts/${idOf(await made)}`, alice).expect(404)
    await chat.api('post', '/posts', alice, { channel_id: own, message: 'x' }).expect(404)
  })
})
