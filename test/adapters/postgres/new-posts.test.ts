import { expect } from 'chai'
import type { HookChannel } from 'express-incoming-webhooks'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import { NewPosts } from '../../../lib/adapters/postgres/chat/new-posts.js'
import type { PgQuery } from '../../../lib/adapters/postgres/transactions.js'

const CHANNEL: HookChannel = {
  id: 'c',
  teamId: 't',
  type: 'public',
  name: 'alerts',
  displayName: 'Alerts',
}

/** A row of a post; its place is its time. */
function row(at: number): Record<string, unknown> {
  return {
    place: at,
    id: `post${at}`,
    channel_id: CHANNEL.id,
    user_id: 'u',
    webhook_id: '',
    root_id: '',
    message: `${at}`,
    type: '',
    props: {},
    priority: null,
    mentioned: [],
    channel_wide: null,
    create_at: at,
    update_at: at,
    version: 0,
  }
}

describe('new posts of a channel', () => {
  let stored: number[]
  let failures: number
  let told: string[]
  let posts: NewPosts

  const query: PgQuery = async (text, values = []) => {
    await Promise.resolve()
    if (text.includes('GROUP BY channel_id')) {
      const since = stored.filter((at) => at > Number(values[0]))
      if (since.length === 0) return []
      return [{ channel_id: 'c', from_at: Math.min(...since), to_at: Math.max(...since) }]
    }
    const [, times] = values
    const after = Array.isArray(times) ? Number(times[0]) : 0
    const [, limit] = /LIMIT (\d+)\) AS post$/.exec(text) ?? []
    return stored
      .filter((at) => at > after)
      .slice(0, Number(limit))
      .map(row)
  }
  const findChannel = async (): Promise<HookChannel> => {
    await Promise.resolve()
    if (failures === 0) return CHANNEL
    failures -= 1
    throw new Error('no connection is free')
  }
  const tell = (change: ChatChange): void => {
    if (change.kind === 'posted') told.push(...change.posts.map(({ message }) => message))
  }

  beforeEach(() => {
    stored = []
    failures = 0
    told = []
    posts = new NewPosts({ query }, findChannel)
  })

  it('are told of once, however often they are heard of', async () => {
    await posts.look(0)
    stored = [1, 2]
    posts.expect('1 1 c')
    posts.expect('2 2 c')
    await posts.read(tell)
    posts.expect('1 1 c')
    await posts.look(0)
    await posts.read(tell)
    expect(told).to.deep.equal(['1', '2'])
  })

  it('are told of later if the database fails meanwhile', async () => {
    await posts.look(0)
    stored = [1]
    failures = 1
    posts.expect('1 1 c')
    const failed = await posts.read(tell).catch(() => 'failed')
    expect(failed).to.equal('failed')
    await posts.read(tell)
    expect(told).to.deep.equal(['1'])
  })

  it('are told of only when it is known what was before', async () => {
    stored = [1, 2]
    posts.expect('2 2 c')
    await posts.read(tell)
    expect(told).to.deep.equal([])
    await posts.look(1)
    await posts.read(tell)
    expect(told).to.deep.equal(['2'])
  })

  it('are not told of again by looks that begin before or behind them', async () => {
    await posts.look(0)
    stored = [1]
    posts.expect('1 1 c')
    await posts.read(tell)
    for (const begin of [0, 1, 1]) {
      await posts.look(begin)
      await posts.read(tell)
    }
    stored = [1, 2]
    posts.expect('2 2 c')
    await posts.read(tell)
    expect(told).to.deep.equal(['1', '2'])
  })

  it('are all told of at once, however many there are', async () => {
    await posts.look(0)
    stored = Array.from({ length: 300 }, (_, index) => index + 1)
    posts.expect('1 300 c')
    await posts.read(tell)
    expect(told).to.deep.equal(stored.map(String))
  })

  it('are found if nobody told of them', async () => {
    await posts.look(0)
    stored = [1, 2]
    await posts.look(0)
    await posts.read(tell)
    expect(told).to.deep.equal(['1', '2'])
  })
})
