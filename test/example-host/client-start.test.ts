import { createRequire } from 'node:module'
import type * as MattermostClient from '@mattermost/client'
import { expect } from 'chai'
import { until } from '../support/until.js'
import { bodyOf, type Chat, member, PASSWORD, type Person, startPeopledChat } from './chat.js'
import { socketsForSuite } from './socket.js'

// The package is CommonJS of a kind that cannot be imported by name.
const { Client4 } = createRequire(import.meta.url)('@mattermost/client') as typeof MattermostClient

describe('what clients request when they sign in', () => {
  let chat: Chat
  let alice: Person
  let bob: Person
  const client = new Client4()
  const sockets = socketsForSuite()

  before(async () => {
    ;({ chat, alice, bob } = await startPeopledChat())
    client.setUrl(chat.url)
    await client.login('alice', PASSWORD)
  })

  after(() => chat.close())

  it('includes preferences, which are empty', async () => {
    expect(await client.getMyPreferences()).to.deep.equal([])
    expect(await client.getUserPreferences(alice.id)).to.deep.equal([])
    await chat.api('get', `/users/${bob.id}/preferences`, alice).expect(403)
    await chat.api('get', `/users/${bob.id}/preferences`, chat.admin).expect(200, [])
    await chat.api('get', '/users/me/preferences', null).expect(401)
  })

  it('includes statuses: online with an open websocket', async () => {
    const statusOf = async ({ id }: Person) => (await client.getStatus(id)).status
    expect(await statusOf(bob)).to.equal('offline')
    const socket = await sockets.open(chat.port)
    await socket.signIn(bob.token)
    expect(await statusOf(bob)).to.equal('online')
    const listed = await client.getStatusesByIds([alice.id, bob.id, 'nobody', bob.id])
    expect(listed.map(({ user_id, status }) => [user_id, status])).to.deep.equal([
      [alice.id, 'offline'],
      [bob.id, 'online'],
      ['nobody', 'offline'],
    ])
    socket.ws.close()
    await until('the status', async () => (await statusOf(bob)) === 'offline')
    await chat.api('get', '/users/me/status', bob).expect(200, {
      user_id: bob.id,
      status: 'offline',
      manual: false,
      last_activity_at: 0,
      dnd_end_time: 0,
    })
    await chat.api('get', '/users/nobody/status', alice).expect(404)
    await chat.api('post', '/users/status/ids', alice, { ids: [] }).expect(400)
    await chat.api('post', '/users/status/ids', null, []).expect(401)
  })

  it('includes the roles of users and members', async () => {
    const { roles } = await client.getMe()
    const [role, ...others] = await client.getRolesByNames([...roles.split(' '), 'nothing'])
    expect(others).to.deep.equal([])
    expect(role).to.include({ name: 'system_user', delete_at: 0, built_in: true })
    const admin = await client.getRolesByNames(['system_admin', 'system_user'])
    expect(admin.map(({ name }) => name)).to.deep.equal(['system_admin', 'system_user'])
    expect(admin[0]?.permissions).to.include.members([...(role?.permissions ?? []), 'create_post'])
    await chat.api('post', '/roles/names', null, []).expect(401)
  })

  it('includes who may manage webhooks', async () => {
    const mayManage = async (role: string) =>
      (await client.getRolesByNames([role]))[0]?.permissions.includes('manage_incoming_webhooks')
    expect([await mayManage('team_user'), await mayManage('system_admin')]).to.deep.equal([
      true,
      true,
    ])
    const only = { ServiceSettings: { EnableOnlyAdminIntegrations: true } }
    await chat.api('put', '/config/patch', chat.admin, only).expect(200)
    expect([await mayManage('team_user'), await mayManage('system_admin')]).to.deep.equal([
      false,
      true,
    ])
  })

  it('includes custom emoji, of which there are none', async () => {
    expect(await client.getCustomEmojis()).to.deep.equal([])
    expect(await client.getCustomEmojisByNames(['party'])).to.deep.equal([])
    expect(await client.searchCustomEmoji('party')).to.deep.equal([])
    const body = bodyOf(await chat.api('get', '/emoji/name/party', alice).expect(404))
    expect(member(body, 'detailed_error')).to.equal('no such custom emoji')
    await chat.api('post', '/emoji/search', alice, {}).expect(400)
    await chat.api('get', '/emoji', null).expect(401)
  })
})
