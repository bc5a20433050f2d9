import { expect } from 'chai'
import { openWorld, type World } from './world.js'

const HOOKS = '/api/v4/hooks/incoming'

describe('a chat over SQL', () => {
  let world: World

  before(async () => {
    world = await openWorld()
  })
  after(() => world.close())

  const post = (payload: object, query = '') =>
    fetch(world.url + world.hookPath + query, { method: 'POST', body: JSON.stringify(payload) })
  const ids = (...names: string[]) => names.map((name) => world.people.get(name) ?? '')

  it('signs people in by its cookie, in any case of their login', async () => {
    const { status, body } = await world.call('GET', HOOKS, await world.cookieOf('Alice'))
    expect(status).to.equal(200)
    expect(Object.values(body)).to.have.lengthOf(1)
    expect((await world.call('GET', HOOKS, 'parley=forged')).status).to.equal(401)
  })

  it('shows its operators the webhooks of all, and others their own', async () => {
    const seenBy = async (login: string) =>
      Object.values((await world.call('GET', HOOKS, await world.cookieOf(login))).body).length
    expect([await seenBy('Olga'), await seenBy('bob')]).to.deep.equal([1, 0])
  })

  it('mentions by its numeric ids', async () => {
    const [bob = ''] = ids('bob')
    expect((await post({ text: `<${bob}> and <@${bob}>, <!here>` })).status).to.equal(200)
    const last = (await world.posts()).filter((each) => each.channel === 'alerts').at(-1)
    expect(last?.message).to.equal('@bob and @bob, @here')
    expect(last?.mentions).to.deep.equal({ userIds: [bob], channelWide: 'here' })
  })

  it('shows the attachments of a message in its text', async () => {
    await post({ attachments: [{ title: 'Disk full', title_link: 'https://a.example' }] })
    const room = (await world.posts()).find((each) => each.channel === 'alerts')?.channelId ?? ''
    const { body } = await world.call('GET', `/rooms/${room}/messages`, await world.cookieOf('bob'))
    expect(Object.values(body).at(-1)).to.deep.include({
      message: '',
      text: 'Disk full (https://a.example)',
    })
  })

  it('opens rooms of two by names and by numeric ids', async () => {
    const [carol, dave] = ids('carol', 'dave')
    await post({ text: 'by name', channel: '@OLGA' })
    await post({ text: 'by ids', channel: `${dave}__${carol}` })
    const direct = (await world.posts()).filter((each) => each.channel.startsWith('dm:'))
    expect(direct.map(({ channel, message }) => [channel, message])).to.deep.equal([
      ['dm:alice:olga', 'by name'],
      ['dm:carol:dave', 'by ids'],
    ])
  })

  it('replies in its threads', async () => {
    await post({ text: 'a root' })
    const root = (await world.posts()).find((each) => each.message === 'a root')
    expect(root).not.to.equal(undefined)
    await post({ text: 'a reply', root_id: root?.id })
    expect((await world.posts()).find((each) => each.message === 'a reply')?.rootId).to.equal(
      root?.id,
    )
    const { status } = await post({ text: 'nowhere', root_id: 'no-number' })
    expect(status).to.equal(400)
  })

  it('links to its own addresses', async () => {
    const answer = await post({ text: 'linked' }, '?wait=true')
    const { posts } = (await answer.json()) as { readonly posts: readonly { permalink: string }[] }
    expect(posts[0]?.permalink).to.match(/^http:\/\/localhost\/parley\/rooms\/\d+#m\d+$/)
  })

  it('shows messages to those who may read the room, with the mark of the webhook', async () => {
    await post({ text: 'marked' })
    const room = (await world.posts()).find((each) => each.channel === 'alerts')?.channelId ?? ''
    const path = `/rooms/${room}/messages`
    const { body } = await world.call('GET', path, await world.cookieOf('bob'))
    const [first] = Object.values(body)
    expect(first).to.have.nested.property('props.from_webhook', 'true')
    expect(first).to.deep.include({
      author: { name: 'webhook', iconUrl: null, iconEmoji: null, bot: true },
    })
    const stranger = await fetch(world.url + path)
    expect(stranger.status).to.equal(404)
  })
})
