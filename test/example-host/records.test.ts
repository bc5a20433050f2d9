import { expect } from 'chai'
import { bodyOf, type Chat, idOf, member, startChat } from './chat.js'
import { openSocket, postOf } from './socket.js'

/** What clients with a type for each record insist on; the names are the reference's. */
const TEAM = {
  name: 'main',
  type: 'O',
  description: '',
  email: '',
  company_name: '',
  allowed_domains: '',
  invite_id: '',
  allow_open_invite: true,
  scheme_id: '',
  group_constrained: false,
}
const POST = {
  message: 'typed',
  edit_at: 0,
  is_pinned: false,
  original_id: '',
  hashtags: '',
  pending_post_id: '',
  reply_count: 0,
  last_reply_at: 0,
  participants: null,
  metadata: {},
}

describe('records of the example host', () => {
  let chat: Chat
  let channel: string

  before(async () => {
    chat = await startChat()
    channel = await chat.addChannel('talk', 'O', chat.admin)
  })

  after(() => chat.close())

  const read = async (path: string) => bodyOf(await chat.api('get', path, chat.admin).expect(200))

  it('hold every member of a team, wherever one is read', async () => {
    expect(await read(`/teams/${chat.teamId}`)).to.deep.include(TEAM)
    expect(await read('/teams/name/main')).to.deep.include(TEAM)
    for (const path of ['/teams', '/users/me/teams']) {
      expect(member(await read(path), '0'), path).to.deep.include(TEAM)
    }
  })

  it('hold every member of a post, answered, read, listed and sent to listeners', async () => {
    const socket = await openSocket(chat.port)
    await socket.signIn(chat.admin.token)
    const body = { channel_id: channel, message: 'typed' }
    const made = await chat.api('post', '/posts', chat.admin, body).expect(201)
    expect(made.body).to.deep.include(POST)
    const id = idOf(made)
    expect(await read(`/posts/${id}`)).to.deep.include(POST)
    for (const path of [`/channels/${channel}/posts`, `/posts/${id}/thread`]) {
      expect(member(member(await read(path), 'posts'), id), path).to.deep.include(POST)
    }
    expect(postOf((await socket.wait('posted', 1))[0])).to.deep.include(POST)
    await chat.api('post', '/posts', chat.admin, { ...body, root_id: id }).expect(201)
    await chat.store.adapters.posts.update(id, { message: 'edited', version: 1 }, 0)
    const edited = postOf((await socket.wait('post_edited', 1))[0])
    expect(edited).to.have.all.keys(Object.keys(made.body as object))
    expect(edited).to.deep.include({ message: 'edited', reply_count: 1 })
  })
})
