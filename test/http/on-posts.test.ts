import type { OnPosts } from '../../lib/adapters/types.js'
import { expect } from 'chai'
import type { PostsEvent } from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost, type HookHost, id } from '../support/hook-host.js'
import { buttonsSite, closeReceivers } from './buttons-site.js'

describe('onPosts', () => {
  afterEach(closeReceivers)

  const post = ({ app, path }: HookHost, body: object): request.Test =>
    request(app).post(path).send(body)
  const events: PostsEvent[] = []
  const onPosts: OnPosts = (event) => {
    events.push(event)
  }
  beforeEach(() => events.splice(0))

  it('gets a message with its channel once it is stored', async () => {
    const host = hookHost({ options: { onPosts } })
    await post(host, { text: 'Deployed' }).expect(200)
    const [event] = events
    expect(event?.change).to.equal('posted')
    expect(event?.channel).to.include({ id: id('alerts'), name: 'alerts' })
    expect(event?.posts).to.deep.equal([...host.adapters.host.posts.values()])
    expect(events).to.have.lengthOf(1)
  })

  it('gets copies, so that nothing it does to them reaches the response', async () => {
    const greedy: OnPosts = ({ posts }) => {
      for (const one of posts) Object.assign(one, { id: 'another', message: 'another' })
      Object.assign(posts, { length: 0 })
    }
    const host = hookHost({ options: { onPosts: greedy } })
    const answer = await request(host.app).post(`${host.path}?wait=true`).send({ text: 'Deployed' })
    const [stored] = host.adapters.host.posts.values()
    expect(answer.body).to.have.nested.property('posts[0].id', stored?.id)
    expect(stored?.message).to.equal('Deployed')
  })

  it('gets all parts of a long message together, in order', async () => {
    const host = hookHost({ options: { onPosts, maxPostLength: 100 } })
    await post(host, { text: 'word '.repeat(50) }).expect(200)
    expect(events).to.have.lengthOf(1)
    expect(events[0]?.posts.length).to.be.above(2)
    expect(events[0]?.posts).to.deep.equal([...host.adapters.host.posts.values()])
  })

  it('gets the direct channel that a message has created', async () => {
    const host = hookHost({ options: { onPosts } })
    await post(host, { text: 'Hello', channel: '@bob' }).expect(200)
    const [event] = events
    expect(event?.channel.type).to.equal('direct')
    expect(event?.posts[0]?.channelId).to.equal(event?.channel.id)
  })

  it('gets messages sent without HTTP, too', async () => {
    const host = hookHost({ options: { onPosts } })
    await host.webhooks.deliver(host.key, { text: 'Deployed' })
    expect(events.map(({ change }) => change)).to.deep.equal(['posted'])
  })

  it('gets no retry of a stored request, and no rejected one', async () => {
    const host = hookHost({ options: { onPosts } })
    const send = (): request.Test => post(host, { text: 'once' }).set('Idempotency-Key', 'k')
    await send().expect(200)
    await send().expect(200)
    await post(host, { text: 'where', channel: 'nowhere' }).expect(404)
    expect(events).to.have.lengthOf(1)
  })

  it('gets a post that a button has edited', async () => {
    const site = await buttonsSite({ update: { message: 'Done' } }, onPosts)
    const postId = await site.post([{ id: 'yes', name: 'Yes' }])
    await site.press(postId, 'yes')
    const [, edited] = events
    expect(edited?.change).to.equal('edited')
    expect(edited?.channel.id).to.equal(id('alerts'))
    expect(edited?.posts).to.have.lengthOf(1)
    expect(edited?.posts[0]).to.include({ id: postId, message: 'Done' })
  })

  const failing: readonly (readonly [string, OnPosts])[] = [
    ['throws', () => fail()],
    ['rejects', async () => Promise.reject(new Error('sockets are down'))],
  ]
  for (const [fails, failingOnPosts] of failing) {
    it(`changes no response when it ${fails}, and is logged once`, async () => {
      const lines: unknown[] = []
      const log = (level: string, _message: string, fields?: object): void => {
        lines.push([level, fields])
      }
      const host = hookHost({ options: { onPosts: failingOnPosts, log } })
      await post(host, { text: 'one' }).expect(200)
      await post(host, { text: 'two' }).expect(200)
      expect(host.posts()).to.have.lengthOf(2)
      expect(host.hostErrors).to.deep.equal([])
      expect(lines).to.have.lengthOf(1)
      expect(lines[0]).to.have.deep.nested.property('[1].code', 'EIW_ON_POSTS_FAILED')
      expect(lines[0]).to.have.nested.property('[1].error.message', 'sockets are down')
    })
  }

  it('must be a function', () => {
    expect(() => hookHost({ options: { onPosts: JSON.parse('"emit"') as OnPosts } })).to.throw(
      TypeError,
      'onPosts: expected a function',
    )
  })
})

function fail(): never {
  throw new Error('sockets are down')
}
