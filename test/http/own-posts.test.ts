import { expect } from 'chai'
import request from 'supertest'
import type { ClientPost } from 'express-incoming-webhooks'
import { keyDigest, makeKey } from '../../lib/rules/keys.js'
import {
  type HookHost,
  hookHost,
  type HookHostOptions,
  id,
  webhookOf,
} from '../support/hook-host.js'

const OTHER_KEY = makeKey(Uint8Array.from({ length: 15 }, (_, index) => index + 1))
const CARD = { title: 'Disk', text: '91 %', color: '#ff0000' }

/** A host with a post of its webhook, and another webhook of the same owner. */
async function hostWithPost(
  given: HookHostOptions = {},
): Promise<HookHost & { readonly postId: string }> {
  const host = hookHost(given)
  const other = webhookOf({ id: id('other'), keyDigest: keyDigest(OTHER_KEY) })
  host.adapters.host.webhooks.set(other.id, other)
  await request(host.app)
    .post(host.path)
    .send({ text: 'first', attachments: [CARD] })
    .expect(200)
  const [post] = host.posts()
  return { ...host, postId: post?.id ?? '' }
}

function change(host: HookHost & { readonly postId: string }, body: object, query = '') {
  return request(host.app).patch(`${host.path}/posts/${host.postId}${query}`).send(body)
}

function shown({ app: _app, ...host }: HookHost): Pick<ClientPost, 'message'> & { cards: unknown } {
  const [post] = host.posts()
  return { message: post?.message ?? '', cards: post?.props['attachments'] }
}

describe('a sender that has kept the id of its post', () => {
  it('changes the text, and what it does not name stays', async () => {
    const host = await hostWithPost()
    const before = shown(host)
    await change(host, { text: 'second' }).expect(200, 'ok')
    expect(shown(host)).to.deep.equal({ ...before, message: 'second' })
  })

  it('changes the attachments, and removes them with an empty list', async () => {
    const host = await hostWithPost()
    await change(host, { attachments: [{ text: '20 %' }] }).expect(200)
    expect(JSON.stringify(shown(host).cards)).to.include('20 %')
    await change(host, { attachments: [] }).expect(200)
    expect(shown(host)).to.deep.equal({ message: 'first', cards: undefined })
  })

  it('changes text and attachments with blocks', async () => {
    const host = await hostWithPost()
    const text = { type: 'mrkdwn', text: '*20 %* are used' }
    await change(host, { blocks: [{ type: 'section', text }] }).expect(200)
    expect(shown(host)).to.deep.equal({ message: '**20 %** are used', cards: undefined })
  })

  it("changes the attachments with Mattermost's blocks, and removes them with an empty list", async () => {
    const host = await hostWithPost()
    await change(host, { props: { mm_blocks: [{ type: 'text', text: '20 %' }] } }).expect(200)
    expect(shown(host)).to.deep.equal({
      message: 'first',
      cards: [{ continues: true, text: '20 %' }],
    })
    await change(host, { props: { mm_blocks: [] } }).expect(200)
    expect(shown(host)).to.deep.equal({ message: 'first', cards: undefined })
  })

  for (const show of ['text', 'markdown'] as const) {
    it(`changes the whole message where attachments are shown as ${show}`, async () => {
      const host = await hostWithPost({ options: { show } })
      expect(shown(host).message).to.include('91 %')
      await change(host, { attachments: [{ text: '20 %' }] }).expect(200)
      expect(shown(host)).to.deep.equal({ message: '20 %', cards: undefined })
    })
  }

  it('keeps who the post is from', async () => {
    const host = await hostWithPost()
    const [before] = host.posts()
    await change(host, { text: 'second', username: 'somebody', channel: 'off-topic' }).expect(200)
    const [after] = host.posts()
    expect(after?.props['override_username']).to.equal(before?.props['override_username'])
    expect(after?.channel_id).to.equal(before?.channel_id)
  })

  it('notifies nobody by a change', async () => {
    const host = await hostWithPost()
    await change(host, { text: 'second @bob' }).expect(200)
    const [post] = [...host.adapters.host.posts.values()]
    expect(post?.mentions.userIds).to.deep.equal([])
  })

  it('is not told that others change the post meanwhile, and looks up its mentions once', async () => {
    let tries = 0
    const lookedUp: string[][] = []
    const host = await hostWithPost({
      adapt: ({ posts, users, ...adapters }) => ({
        ...adapters,
        users: {
          ...users,
          findByUsernames: (names) => {
            lookedUp.push(names)
            return users.findByUsernames(names)
          },
        },
        posts: {
          ...posts,
          update: async (id, changes, version) => {
            tries += 1
            if (tries < 3) await posts.update(id, { props: { by: tries }, version: tries }, version)
            return posts.update(id, changes, version)
          },
        },
      }),
    })
    await change(host, { text: 'second @bob' }).expect(200, 'ok')
    const [post] = [...host.adapters.host.posts.values()]
    expect(post).to.deep.include({ message: 'second @bob', props: { by: 2 }, version: 3 })
    expect(lookedUp).to.deep.equal([['bob']])
  })

  it('gets a receipt', async () => {
    const host = await hostWithPost()
    const { text } = await change(host, { text: 'second' }, '?wait=true').expect(200)
    expect(text).to.include(`"id":"${host.postId}"`).and.include('"action":"edited"')
  })

  for (const [title, body, status] of [
    ['changes nothing', {}, 400],
    ['says nothing', { text: '', attachments: null, username: 'x' }, 400],
    ['is longer than a post', { text: 'x '.repeat(9_000) }, 413],
    ['has members of wrong types', { text: 5 }, 400],
  ] as const) {
    it(`is refused a change that ${title}`, async () => {
      const host = await hostWithPost()
      const before = shown(host)
      await change(host, body).expect(status)
      expect(shown(host)).to.deep.equal(before)
    })
  }

  it('is refused a change that leaves nothing to show', async () => {
    const host = hookHost()
    await request(host.app)
      .post(host.path)
      .send({ attachments: [CARD] })
      .expect(200)
    const before = shown(host)
    const [post] = host.posts()
    await change({ ...host, postId: post?.id ?? '' }, { attachments: [] }).expect(400)
    expect(shown(host)).to.deep.equal(before)
  })

  it('deletes the post', async () => {
    const told: string[] = []
    const host = await hostWithPost({ options: { onPosts: ({ change: how }) => told.push(how) } })
    await request(host.app).delete(`${host.path}/posts/${host.postId}`).expect(200, 'ok')
    expect(host.posts()).to.deep.equal([])
    expect(told).to.deep.equal(['posted', 'deleted'])
    await change(host, { text: 'ghost' }).expect(404)
  })

  const strangers: readonly (readonly [string, (host: HookHost) => Promise<void> | void])[] = [
    [
      'of nobody',
      ({ adapters }) => {
        adapters.host.posts.clear()
      },
    ],
    [
      'of a person',
      ({ adapters }) => {
        const [post] = [...adapters.host.posts.values()]
        if (post) adapters.host.posts.set(post.id, { ...post, webhookId: '' })
      },
    ],
    [
      'in a channel that is archived',
      ({ adapters }) => {
        const channel = adapters.host.channels.get(id('alerts'))
        if (channel) adapters.host.channels.set(channel.id, { ...channel, deleteAt: 5 })
      },
    ],
    [
      'in a channel that its owner may no longer read',
      ({ adapters }) => {
        const channel = adapters.host.channels.get(id('alerts'))
        if (channel) adapters.host.channels.set(channel.id, { ...channel, type: 'private' })
      },
    ],
  ]
  for (const [title, prepare] of strangers) {
    for (const method of ['patch', 'delete'] as const) {
      it(`gets 404 for ${method.toUpperCase()} of a post ${title}`, async () => {
        const host = await hostWithPost()
        await prepare(host)
        const answer = await request(host.app)
          [method](`${host.path}/posts/${host.postId}`)
          .send({ text: 'stolen' })
        expect(answer.status).to.equal(404)
        expect(answer.body).to.deep.include({ id: 'web.incoming_webhook.post.app_error' })
      })
    }
  }

  it('gets 404 for posts of another webhook', async () => {
    const host = await hostWithPost()
    const path = `/hooks/${OTHER_KEY}/posts/${host.postId}`
    await request(host.app).patch(path).send({ text: 'stolen' }).expect(404)
    await request(host.app).delete(path).expect(404)
    expect(shown(host).message).to.equal('first')
  })

  it('is told which methods there are', async () => {
    const host = await hostWithPost()
    await request(host.app)
      .post(`${host.path}/posts/${host.postId}`)
      .send({ text: 'x' })
      .expect(405)
      .expect('Allow', 'PATCH, DELETE')
  })

  it('cannot delete where the host has no method for it', async () => {
    const host = await hostWithPost({
      adapt: ({ posts: { delete: _delete, ...posts }, ...adapters }) => ({ ...adapters, posts }),
    })
    const path = `${host.path}/posts/${host.postId}`
    await request(host.app).delete(path).expect(405).expect('Allow', 'PATCH')
    await request(host.app).patch(path).send({ text: 'second' }).expect(200)
  })
})
