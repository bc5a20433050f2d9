import { expect } from 'chai'
import { adminHost } from './admin-router.host.js'
import { hostWithoutList } from './host-without-list.js'

describe('lists over HTTP', () => {
  it('lists of a channel are filtered and counted by the server', async () => {
    const { send, webhookOf } = adminHost()
    for (const display_name of ['1', '2']) await webhookOf('alice', { display_name })
    await webhookOf('alice', { display_name: '3', channel_id: 'off-topic' })
    await webhookOf('bob', { display_name: '4' })
    const list = async (query: string, as: string): Promise<unknown> => {
      const path = `/hooks/incoming?${query}&include_total_count=true`
      const { incoming_webhooks, total_count } = (await send('get', path, as)).body as {
        incoming_webhooks: { display_name: string }[]
        total_count: number
      }
      return `${incoming_webhooks.map((record) => record.display_name).join()} of ${total_count}`
    }
    expect(await list('channel_id=alerts&per_page=1', 'admin')).to.equal('4 of 3')
    expect(await list('channel_id=alerts&per_page=1&page=1', 'admin')).to.equal('2 of 3')
    expect(await list('channel_id=alerts', 'alice')).to.equal('2,1 of 2')
    expect(await list('channel_id=off-topic&team_id=main', 'alice')).to.equal('3 of 1')
    expect(await list('channel_id=off-topic&team_id=other', 'alice')).to.equal(' of 0')
    expect(await list('channel_id=nowhere', 'admin')).to.equal(' of 0')
    const refused = await send('get', `/hooks/incoming?channel_id=${'x'.repeat(201)}`, 'admin')
    expect(refused.status).to.equal(400)
  })

  it('the formats are listed by name, ours first', async () => {
    const { send } = adminHost()
    const answer = await send('get', '/hooks/incoming/formats', 'alice')
    expect(answer.status).to.equal(200)
    expect((answer.body as object[])[0]).to.deep.equal({
      name: 'slack',
      title: 'Slack, Mattermost',
      aliases: ['mattermost'],
    })
    expect(answer.body).to.deep.include({
      name: 'teams',
      title: 'Microsoft Teams',
      aliases: ['msteams'],
    })
  })

  it('the picker of owners lists active users for administrators, without addresses', async () => {
    const { send, adapters } = adminHost()
    const [bob] = await adapters.users.findByIds(['bob'])
    if (bob) adapters.host.users.set('bob', { ...bob, displayName: 'Bob Builder' })
    const names = async (query: string): Promise<unknown> => {
      const answer = await send('get', `/hooks/incoming/users${query}`, 'admin')
      return (answer.body as { username: string }[]).map((user) => user.username)
    }
    expect(await names('')).to.deep.equal(['admin.name', 'alice.name', 'bob.name'])
    expect(await names('?q=LICE')).to.deep.equal(['alice.name'])
    const answer = await send('get', '/hooks/incoming/users?q=BUILD', 'admin')
    expect(answer.body).to.deep.equal([
      { id: 'bob', username: 'bob.name', display_name: 'Bob Builder' },
    ])
    expect((await send('get', '/hooks/incoming/users?q=%00', 'admin')).status).to.equal(400)
    expect((await send('get', '/hooks/incoming/users', 'bob')).status).to.equal(403)
  })

  it('deactivated users are not offered, whatever the adapter lists', async () => {
    const { adapters } = adminHost()
    const all = () => [...adapters.host.users.values()]
    const { send } = adminHost({
      adapters: { ...adapters, users: { ...adapters.users, listFor: all } },
    })
    const answer = await send('get', '/hooks/incoming/users', 'admin')
    expect(answer.text).to.include('alice').and.to.not.include('gone')
  })

  it('the picker of owners is no page of a host that does not list its users', async () => {
    const { send } = hostWithoutList()
    const answer = await send('get', '/hooks/incoming/users', 'admin')
    expect(answer.status).to.equal(404)
    expect(answer.body).to.have.property('id', 'api.context.404.app_error')
  })
})
