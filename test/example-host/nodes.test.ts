import { expect } from 'chai'
import { createPostgresPool } from 'express-incoming-webhooks/postgres'
import request from 'supertest'
import { usePostgresServer } from '../support/postgres.js'
import { until } from '../support/until.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'
import { bodyOf, type Chat, idOf, member, type Person, startChat } from './chat.js'
import { postOf, socketsForSuite } from './socket.js'

describe('the example host on PostgreSQL', () => {
  const url = usePostgresServer()
  const sockets = socketsForSuite()
  let nodes: Nodes
  let here: Chat
  let there: Chat
  let alice: Person
  let bob: Person
  beforeEach(async () => {
    nodes = await openNodes(url())
    here = await startChat({ store: await nodes.open() })
    there = await startChat({ store: await nodes.open() })
    alice = await here.addPerson('alice')
    bob = await here.addPerson('bob')
  })
  afterEach(async () => {
    await here.close()
    await there.close()
    await nodes.close()
  })

  it('shows on each node what is done on another', async () => {
    const socket = await sockets.open(there.port)
    await socket.signIn(alice.token)
    const channelId = await here.addChannel('closed', 'P', alice)
    await socket.wait('channel_created', 1)
    const hook = { channel_id: channelId, display_name: 'Builds' }
    const made = await here.api('post', '/hooks/incoming', alice, hook).expect(201)
    const hookPath = new URL(String(member(bodyOf(made), 'url'))).pathname
    await request(there.url).post(hookPath).send({ text: 'from a program' }).expect(200)
    const body = { channel_id: channelId, message: 'hello @bob' }
    await here.api('post', `/channels/${channelId}/members`, alice, { user_id: bob.id }).expect(201)
    const id = idOf(await here.api('post', '/posts', alice, body).expect(201))
    const posted = await socket.wait('posted', 2)
    expect(posted.map((each) => member(postOf(each), 'message'))).to.deep.equal([
      'from a program',
      'hello @bob',
    ])
    await here.api('put', `/posts/${id}/patch`, alice, { message: 'changed' }).expect(200)
    const [edited] = await socket.wait('post_edited', 1)
    expect(postOf(edited)).to.include({ message: 'changed' })
    const reply = { channel_id: channelId, message: 'a reply', root_id: id }
    await there.api('post', '/posts', bob, reply).expect(201)
    const unread = await there
      .api('get', `/users/me/teams/${there.teamId}/channels/members`, bob)
      .expect(200)
    expect(firstOf(bodyOf(unread))).to.include({ unread_count: 0, mention_count: 0 })
    const list = await there.api('get', `/channels/${channelId}/posts`, alice).expect(200)
    expect(member(bodyOf(list), 'order')).to.have.lengthOf(3)
    await there.api('delete', `/posts/${id}`, alice).expect(200)
    await socket.wait('post_deleted', 1)
    await here.api('delete', `/channels/${channelId}/members/${bob.id}`, alice).expect(200)
    const [removed] = await socket.wait('user_removed', 1)
    expect(member(removed, 'data')).to.include({ user_id: bob.id, remover_id: alice.id })
    await here.api('delete', `/channels/${channelId}`, alice).expect(200)
    await socket.wait('channel_deleted', 1)
  })

  it('shows a public channel on each node to whoever has it open', async () => {
    const channelId = await here.addChannel('open', 'O', alice)
    const socket = await sockets.open(there.port)
    await socket.signIn(bob.token)
    socket.send({ seq: 2, action: 'presence', data: { channel_id: channelId } })
    await socket.reply(2)
    await here.store.posts.create({ channelId, userId: alice.id, message: 'live' })
    const [posted] = await socket.wait('posted', 1)
    expect(postOf(posted)).to.include({ message: 'live' })
  })

  it('begins a direct channel on another node with its first message', async () => {
    const socket = await sockets.open(there.port)
    await socket.signIn(bob.token)
    const direct = await here.api('post', '/channels/direct', alice, [alice.id, bob.id])
    const body = { channel_id: idOf(direct), message: 'hello bob' }
    await here.api('post', '/posts', alice, body).expect(201)
    const [posted] = await socket.wait('posted', 1)
    expect(postOf(posted)).to.include({ message: 'hello bob' })
  })

  it('sends a post on no node to whoever does not read its channel', async () => {
    const channelId = await here.addChannel('elsewhere', 'O', alice)
    const [bobs, alices] = [await sockets.open(there.port), await sockets.open(there.port)]
    await bobs.signIn(bob.token)
    await alices.signIn(alice.token)
    await here.store.posts.create({ channelId, userId: alice.id, message: 'x' })
    await alices.wait('posted', 1)
    expect(bobs.events('posted')).to.deep.equal([])
  })

  it('keeps one of two webhooks with one slug that are stored on two nodes at once', async () => {
    const channelId = await here.addChannel('builds', 'O', alice)
    const hook = { channel_id: channelId, display_name: 'Builds', slug: 'builds' }
    const pool = createPostgresPool({ url: nodes.url, max: 1 })
    try {
      // Both find no such webhook before either can store its own.
      await pool.query('BEGIN; LOCK TABLE incoming_webhooks IN SHARE MODE')
      const create = (node: Chat) => node.api('post', '/hooks/incoming', alice, hook)
      const asked = Promise.all([here, there].map(async (node) => create(node)))
      await until('both wait', async () => {
        const { rows } = await pool.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'incoming_webhooks'::regclass`,
        )
        return rows.length === 2
      })
      await pool.query('COMMIT')
      const answers = await asked
      expect(answers.map(({ status }) => status)).to.have.members([201, 409])
      const [refused] = answers.filter(({ status }) => status === 409)
      expect(refused?.body).to.include({
        detailed_error: 'slug: another webhook of this team has it',
      })
    } finally {
      await pool.end()
    }
    expect(bodyOf(await there.api('get', '/hooks/incoming', alice))).to.have.lengthOf(1)
  })

  it('finds the words of a card', async () => {
    const channelId = await here.addChannel('alerts', 'O', alice)
    const attachments = [{ title: 'Latency over 2 s', fields: [{ title: 'Region', value: 'eu' }] }]
    for (const props of [{ attachments }, {}]) {
      await here.store.posts.create({ channelId, userId: alice.id, message: 'x', props })
    }
    const found = await there.api('post', '/posts/search', alice, { terms: 'latency region' })
    expect(member(bodyOf(found), 'order')).to.have.lengthOf(1)
  })

  it('knows on each node who is online, and cuts websockets whose session ends on another', async () => {
    const status = async (): Promise<unknown> =>
      member(bodyOf(await there.api('get', `/users/${bob.id}/status`, alice)), 'status')
    expect(await status()).to.equal('offline')
    const socket = await sockets.open(here.port)
    await socket.signIn(bob.token)
    await until('bob is online', async () => (await status()) === 'online')
    await there.api('put', `/users/${bob.id}/active`, there.admin, { active: false }).expect(200)
    expect(await socket.closed()).to.equal(1008)
    await until('bob is offline', async () => (await status()) === 'offline')
    await here.api('get', '/users/me', bob).expect(401)
  })
})

function firstOf(list: unknown): unknown {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items[0]
}
