import { expect } from 'chai'
import { DEFAULT_WEBHOOK } from 'express-incoming-webhooks/adapters'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { createHostAdapters } from '../../lib/host/host-adapters.js'
import { newPost } from '../support/new-post.js'

const NAMES = {
  keyDigest: 'digest',
  keyHint: 'hint',
  userId: 'user',
  channelId: 'channel',
  teamId: '',
  displayName: 'Webhook',
}

describe('an adapter that throws instead of rejecting', () => {
  it('rejects, so that no promise of a list is left without a handler', async () => {
    const adapters = createMemoryAdapters()
    const fail = (): never => {
      throw new Error('SQLITE_BUSY')
    }
    const { users, posts } = createHostAdapters(0, () => undefined).checked({
      ...adapters,
      users: { findByIds: fail, findByUsernames: fail },
      posts: { ...adapters.posts, findById: fail, newIds: () => [] },
    })
    const messages = [
      messageOf(users.findByIds(['a'])),
      messageOf(posts.findById('b')),
      messageOf(posts.newIds(2)),
    ]
    expect(await Promise.all(messages)).to.deep.equal([
      'SQLITE_BUSY',
      'SQLITE_BUSY',
      'posts.newIds did not return 2 different string ids, but a list of 0',
    ])
  })
})

describe('an adapter that finds another record than it was asked for', () => {
  const adapters = createMemoryAdapters()
  const user = { id: '7', username: 'seven', createAt: 1, deleteAt: 0 }
  const channel = { id: '7', teamId: '', type: 'public', name: 'seven', deleteAt: 0 } as const
  const post = { ...newPost({ id: '7' }), createAt: 1, updateAt: 1, version: 0 }
  const webhook = { ...DEFAULT_WEBHOOK, ...NAMES, id: '7', createAt: 1, updateAt: 1 }
  const { users, channels, posts, webhooks } = createHostAdapters(0, () => undefined).checked({
    ...adapters,
    users: { ...adapters.users, findByIds: () => [user] },
    channels: { ...adapters.channels, findById: () => channel },
    posts: { ...adapters.posts, findById: () => post },
    webhooks: { ...adapters.webhooks, findById: () => webhook },
  })
  const idsFor = async (id: string): Promise<readonly unknown[]> => [
    ...(await users.findByIds([id])).map((found) => found.id),
    (await channels.findById(id))?.id,
    (await posts.findById(id))?.id,
    (await webhooks.findById(id))?.id,
  ]

  it('has found nothing: some databases find 7 for "7abc"', async () => {
    expect(await idsFor('7abc')).to.deep.equal([undefined, undefined, undefined])
    expect(await idsFor('7')).to.deep.equal(['7', '7', '7', '7'])
  })
})

async function messageOf(result: unknown): Promise<unknown> {
  try {
    return await result
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}
