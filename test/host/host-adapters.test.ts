import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { HostAdapters } from '../../lib/host/host-adapters.js'

describe('an adapter that throws instead of rejecting', () => {
  it('rejects, so that no promise of a list is left without a handler', async () => {
    const adapters = createMemoryAdapters()
    const fail = (): never => {
      throw new Error('SQLITE_BUSY')
    }
    const { users, posts } = new HostAdapters(0, () => undefined).checked({
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

async function messageOf(result: unknown): Promise<unknown> {
  try {
    return await result
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}
