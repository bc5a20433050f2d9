import { expect } from 'chai'
import type { HookPost } from '../../lib/model/records.js'
import { id } from '../support/hook-host.js'
import { postsOfPayload } from '../support/translation.js'
import { pipeline, refuses } from './pipeline.js'

async function posted(payload: object): Promise<readonly HookPost[]> {
  return (await pipeline().send(payload)).posts
}

async function only(payload: object): Promise<HookPost> {
  const [post, ...more] = await posted(payload)
  if (!post || more.length > 0) throw new Error('not one post')
  return post
}

describe('the type', () => {
  for (const type of [
    'custom_',
    'custom_a_1',
    `custom_${'x'.repeat(19)}`,
    'slack_attachment',
    'me',
  ]) {
    it(`may be ${type}`, async () => {
      expect((await only({ text: 't', type })).type).to.equal(type)
    })
  }

  for (const type of [
    'system_x',
    'SYSTEM_join',
    'system_',
    'default',
    'Me',
    `custom_${'x'.repeat(20)}`,
    'custom_A',
    'custom-x',
    'xcustom_x',
    ' me',
    'burn_on_read',
  ]) {
    it(`may not be ${type}, beside attachments neither`, async () => {
      for (const attachments of [[], [{ text: 'x' }]]) {
        const error = await refuses({ text: 't', type, attachments }, 'invalid_param')
        expect(error.message).to.equal('Invalid post.type parameter')
        expect(error.detail).to.equal(
          'type: expected "me", or "custom_" followed by up to 19 characters from a-z, 0-9 and _',
        )
      }
    })
  }

  it('of a message that is meant for Teams is refused with the end of the URL', async () => {
    const { detail } = await refuses({ text: 't', type: 'message' }, 'invalid_param')
    expect(detail).to.include('end the URL with /teams')
  })

  it('is none without one, and slack_attachment with attachments', async () => {
    expect((await only({ text: 't' })).type).to.equal('')
    expect(
      (await only({ text: 't', type: 'custom_x', attachments: [{ text: 'x' }] })).type,
    ).to.equal('slack_attachment')
  })
})

describe('priority', () => {
  it('is kept', async () => {
    for (const priority of ['', 'important', 'urgent'] as const) {
      const { posts, warnings } = await pipeline().send({
        text: 't',
        priority: { priority, requested_ack: true },
      })
      expect(warnings).to.deep.equal([])
      expect(posts[0]?.priority).to.deep.equal({
        priority,
        requestedAck: true,
        persistentNotifications: false,
      })
    }
    expect((await only({ text: 't' })).priority).to.equal(null)
  })

  for (const priority of ['standard', 'high', 'Urgent']) {
    it(`is the standard one for any other word, with a warning: ${priority}`, async () => {
      const { posts, warnings } = await pipeline().send({ text: 't', priority: { priority } })
      expect(posts[0]?.priority).to.include({ priority: '' })
      expect(warnings).to.deep.equal([
        { path: 'priority.priority', reason: 'unknown priority: posted with standard priority' },
      ])
    })
  }

  for (const priority of [
    {},
    { priority: null },
    { priority: 1 },
    { priority: false },
    { requested_ack: true },
  ]) {
    it(`is refused: ${JSON.stringify(priority)}`, async () => {
      const error = await refuses({ text: 't', priority }, 'invalid_param')
      expect(error.message).to.equal('Invalid webhook.priority.priority parameter')
      expect(error.detail).to.equal('priority.priority: expected a string')
    })
  }
})

describe('root_id', () => {
  it('makes a reply to a post of the same channel', async () => {
    const { send } = pipeline()
    const [root] = (await send({ text: 'root' })).posts
    const [reply] = (await send({ text: 'reply', root_id: root?.id })).posts
    expect(reply?.rootId).to.equal(root?.id)
  })

  it('is refused for a missing, a foreign or a reply root, and for a new direct channel', async () => {
    const { send, posts } = pipeline()
    const [root] = (await send({ text: 'root' })).posts
    const [reply] = (await send({ text: 'reply', root_id: root?.id })).posts
    const wrong = [
      { root_id: 'x' },
      { root_id: reply?.id },
      { root_id: root?.id, channel: 'off-topic' },
      { root_id: root?.id, channel: '@bob' },
    ]
    for (const members of wrong) {
      const refused = await send({ text: 't', ...members }).catch((error: unknown) => error)
      expect(refused).to.include({
        code: 'invalid_param',
        message: 'Invalid root_id parameter',
        detail: 'root_id: not the first post of a thread in this channel',
      })
    }
    expect(posts()).to.have.lengthOf(2)
  })

  it('is refused where the host has no threads', async () => {
    const { send } = pipeline({}, (adapters) => ({
      ...adapters,
      guarantees: ['once'],
    }))
    const [root] = (await send({ text: 'root' })).posts
    const refused = await send({ text: 't', root_id: root?.id }).catch((error: unknown) => error)
    expect(refused).to.include({ message: 'Invalid root_id parameter' })
  })
})

describe('the order of refusals', () => {
  const bad = { type: 'system_x', priority: { priority: 1 }, root_id: 'x' }
  const ladder: readonly (readonly [string, object, string])[] = [
    ['JSON before the text', { text: 1, ...bad, channel: 'nope' }, 'Unable to parse incoming data'],
    ['the text before the channel', { text: '', ...bad, channel: 'nope' }, 'No text specified'],
    [
      'the channel before the type',
      { text: 't', ...bad, channel: 'nope' },
      "Couldn't find the channel",
    ],
    [
      'the user before the type',
      { text: 't', ...bad, channel: '@nobody' },
      "Couldn't find the user",
    ],
    ['the type before the priority', { text: 't', ...bad }, 'Invalid post.type parameter'],
    [
      'the priority before the root',
      { text: 't', ...bad, type: 'me' },
      'Invalid webhook.priority.priority parameter',
    ],
    ['the root at last', { text: 't', root_id: 'x' }, 'Invalid root_id parameter'],
  ]
  for (const [title, payload, message] of ladder) {
    it(`is ${title}`, async () => {
      const { send, posts } = pipeline()
      const refused = await send(payload).catch((error: unknown) => error)
      expect(refused).to.include({ message })
      expect(posts()).to.deep.equal([])
    })
  }

  it('is the lock before the type', async () => {
    await refuses({ text: 't', ...bad, channel: 'off-topic' }, 'channel_locked', {
      webhook: { channelLocked: true },
    })
  })

  it('leaves no direct channel behind', async () => {
    await refuses({ text: 't', type: 'system_x', channel: '@carol' }, 'invalid_param')
    await refuses(
      { text: 't', root_id: 'x', channel: `${id('bob')}__${id('carol')}` },
      'invalid_param',
    )
    await refuses({ text: 'x'.repeat(16383 * 64 + 1), channel: '@carol' }, 'body_too_large')
  })
})

describe('the parts of a long text', () => {
  it('all carry name, type, props and priority, and say which part they are', async () => {
    const { send } = pipeline()
    const { posts } = await send(
      {
        text: 'x'.repeat(16383 * 2 + 1),
        type: 'custom_x',
        username: 'ci',
        props: { k: 'v' },
        priority: { priority: 'urgent' },
      },
      { settings: { enablePostUsernameOverride: true } },
    )
    expect(posts.map((post) => post.message.length)).to.deep.equal([16383, 16383, 1])
    for (const [index, post] of posts.entries()) {
      expect(post.type).to.equal('custom_x')
      expect(post.priority?.priority).to.equal('urgent')
      expect(post.props).to.deep.include({ k: 'v', override_username: 'ci', from_webhook: 'true' })
      expect(post.props['webhook_part']).to.deep.equal({ index, count: 3, first_id: posts[0]?.id })
    }
  })

  it('leave the id of the first one to the store', () => {
    const { posts } = postsOfPayload({ text: 'x'.repeat(16384) })
    expect(posts.map(({ props }) => props['webhook_part'])).to.deep.equal([
      { index: 0, count: 2, first_id: '' },
      { index: 1, count: 2, first_id: '' },
    ])
  })

  it('are none of a text that fits', async () => {
    const { props } = await only({ text: 'x'.repeat(16383) })
    expect(props).not.to.have.property('webhook_part')
    expect(props).not.to.have.property('attachments')
  })

  it('are 64 at most', async () => {
    expect(await posted({ text: 'x'.repeat(16383 * 64) })).to.have.lengthOf(64)
    const error = await refuses({ text: 'x'.repeat(16383 * 64 + 1) }, 'body_too_large')
    expect(error.detail).to.equal('the message needs more than 64 posts')
  })

  it('are made after names have been put in', async () => {
    const { send, adapters } = pipeline({ maxPostLength: 100 })
    const bob = adapters.host.users.get(id('bob'))
    if (bob) adapters.host.users.set(bob.id, { ...bob, username: 'b'.repeat(60) })
    const { posts } = await send({ text: `${'x'.repeat(73)}<@${id('bob')}>` })
    expect(posts.map((post) => post.message)).to.deep.equal(['x'.repeat(73), `@${'b'.repeat(60)}`])
  })
})
