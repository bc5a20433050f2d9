import { expect } from 'chai'
import type { HookChannel } from 'express-incoming-webhooks'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import { NewPosts } from '../../../lib/adapters/postgres/chat/new-posts.js'
import { toPost } from '../../../lib/adapters/postgres/chat/statements.js'
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

let failures: number
let told: string[]

async function findChannel(): Promise<HookChannel> {
  await Promise.resolve()
  if (failures === 0) return CHANNEL
  failures -= 1
  throw new Error('no connection is free')
}

function tell(change: ChatChange): void {
  if (change.kind === 'posted') told.push(...change.posts.map(({ message }) => message))
}

describe('new posts of a channel', () => {
  let stored: number[]
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

describe('new posts that this node has stored', () => {
  /** What the channel has, by time. */
  let stored: number[]
  let reads: number
  let posts: NewPosts

  const query: PgQuery = async (text, values = []) => {
    await Promise.resolve()
    if (text.includes('chat_channels')) return [{ id: 'c', last_at: stored.at(-1) ?? 0 }]
    reads += 1
    const [, times] = values
    const after = Array.isArray(times) ? Number(times[0]) : 0
    return stored.filter((at) => at > after).map(row)
  }
  /** Stores posts at these times, after the one of that time. */
  const add = (times: readonly number[], after: number | null, rootId = ''): boolean => {
    stored.push(...times)
    return posts.add({ posts: times.map((at) => toPost({ ...row(at), root_id: rootId })), after })
  }

  beforeEach(async () => {
    stored = [1]
    reads = 0
    failures = 0
    told = []
    posts = new NewPosts({ query }, findChannel, true)
    await posts.follow(['c'], Infinity)
  })

  it('are told of without being read if they follow what was told', async () => {
    add([2, 3], 1)
    add([7], 3)
    await posts.read(tell)
    expect(told).to.deep.equal(['2', '3', '7'])
    expect(reads).to.equal(0)
  })

  it('are told of once if they are heard of too, before or after', async () => {
    add([2], 1)
    posts.expect('2 2 c')
    await posts.read(tell)
    add([3], 2)
    await posts.read(tell)
    posts.expect('3 3 c')
    await posts.read(tell)
    expect(told).to.deep.equal(['2', '3'])
    expect(reads).to.equal(1)
  })

  it('are read together with those of other nodes that came before', async () => {
    stored.push(2)
    add([3], 2)
    add([4], 3)
    await posts.read(tell)
    expect(told).to.deep.equal([])
    posts.expect('3 3 c')
    await posts.read(tell)
    expect(told).to.deep.equal(['2', '3', '4'])
    expect(reads).to.equal(1)
  })

  it('are read if a post was told to be changed or deleted before they are told', async () => {
    add([2], 1)
    posts.noteChange('c')
    stored = [1]
    await posts.read(tell)
    posts.expect('2 2 c')
    await posts.read(tell)
    expect(told).to.deep.equal([])
    add([4], 1)
    await posts.read(tell)
    expect(told).to.deep.equal(['4'])
  })

  it('are copies of those that their caller has', async () => {
    const post = toPost({ ...row(2), props: { attachments: [{ text: 'one' }] } })
    posts.add({ posts: [post], after: 1 })
    let props: unknown
    await posts.read((change) => {
      if (change.kind === 'posted') ({ props } = change.posts[0] ?? {})
    })
    expect(props).to.deep.equal(post.props)
    expect(props).not.to.equal(post.props)
  })

  it('are read with what another node has told of, whichever is the newer', async () => {
    add([2], 1)
    stored.push(3)
    posts.expect('3 3 c')
    await posts.read(tell)
    expect(told).to.deep.equal(['2', '3'])
    expect(reads).to.equal(1)
  })

  for (const { name, rootId, after } of [
    { name: 'they are replies, whose thread may have been deleted', rootId: 'post1', after: 1 },
    { name: 'it is not known what came before', rootId: '', after: null },
  ]) {
    it(`wait until they are heard of if ${name}`, async () => {
      expect(add([2], after, rootId)).to.equal(false)
      await posts.read(tell)
      expect(told).to.deep.equal([])
      posts.expect('2 2 c')
      await posts.read(tell)
      expect(told).to.deep.equal(['2'])
    })
  }

  it('are not kept for channels that nobody follows', async () => {
    posts.unfollow('c')
    expect(add([2], 1)).to.equal(false)
    await posts.read(tell)
    expect(told).to.deep.equal([])
  })

  it('are told of later if their channel cannot be found now', async () => {
    failures = 1
    add([2], 1)
    expect(await posts.read(tell).catch(() => 'failed')).to.equal('failed')
    posts.expect('2 2 c')
    await posts.read(tell)
    expect(told).to.deep.equal(['2'])
  })

  it('wait in memory, 1,000 of them at most', async () => {
    const added = Array.from({ length: 1_500 }, (_, index) => add([index + 2], index + 1))
    expect(added.filter(Boolean)).to.have.lengthOf(1_000)
    posts.expect('2 1501 c')
    await posts.read(tell)
    expect(told).to.deep.equal(stored.slice(1).map(String))
  })
})
