import { mock } from 'node:test'
import { expect } from 'chai'
import type { HookPost } from 'express-incoming-webhooks'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import { WebhookError } from '../../../lib/model/errors.js'
import {
  groupedAcrossChannels,
  groupedByChannel,
} from '../../../lib/adapters/postgres/chat/grouped.js'
import { newPost } from '../../support/new-post.js'
import { useChatNodes } from './chat-nodes.js'

type Outcome = readonly HookPost[] | null | Error

/** A store whose statements end when a test says so. */
function heldStore() {
  const calls: { readonly ids: readonly string[]; end: (outcome?: Outcome) => void }[] = []
  const store = (posts: readonly NewPost[]): Promise<readonly HookPost[] | null> =>
    new Promise((resolve, reject) => {
      const all = posts.map((post): HookPost => ({ ...post, createAt: 1, updateAt: 1 }))
      const end = (outcome: Outcome = all): void => {
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      calls.push({ ids: posts.map(({ id }) => id), end })
    })
  return { calls, send: groupedByChannel(store) }
}

/** The same for statements of several channels, of which some are in use by others. */
function heldStatements(inUse: readonly string[] = []) {
  const calls: { readonly ids: readonly string[]; readonly end: (error?: Error) => void }[] = []
  const held = (ids: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        if (error) reject(error)
        else resolve()
      }
      calls.push({ ids, end })
    })
  const storedOf = (posts: readonly NewPost[]): readonly HookPost[] =>
    posts.map((post) => ({ ...post, createAt: 1, updateAt: 1 }))
  const send = groupedAcrossChannels(
    {
      store: async (_query, posts) => {
        await held(posts.map(({ id }) => id))
        return storedOf(posts)
      },
      storeFree: async (_query, posts) => {
        const free = [...posts].filter(([channelId]) => !inUse.includes(channelId))
        await held([...posts.values()].flat().map(({ id }) => id))
        return new Map(free.map(([channelId, mine]) => [channelId, storedOf(mine)]))
      },
    },
    () => Promise.resolve([]),
  )
  return { calls, send }
}

/** A message of one post for the channel of that name. */
const messageTo = (channelId: string, id = `to ${channelId}`): readonly NewPost[] => [
  newPost({ id, channelId }),
]

const message = (...ids: readonly string[]): readonly NewPost[] => ids.map((id) => newPost({ id }))

/** All that can happen without the world outside. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

function idsOf(stored: readonly HookPost[] | null): readonly string[] | null {
  return stored && stored.map(({ id }) => id)
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('messages for one channel', () => {
  it('are stored at once when none is under way, and share the next statement otherwise', async () => {
    const { calls, send } = heldStore()
    const all = [send(message('a')), send(message('b', 'c')), send(message('d'))]
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a']])
    calls[0]?.end()
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a'], ['b', 'c', 'd']])
    calls[1]?.end()
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['a'], ['b', 'c'], ['d']])
    void send(message('e'))
    expect(calls[2]?.ids).to.deep.equal(['e'])
  })

  it('do not wait for those of another channel', () => {
    const { calls, send } = heldStore()
    void send(message('a'))
    void send([newPost({ id: 'b', channelId: 'other' })])
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a'], ['b']])
  })

  it('wait for a statement that hangs for a moment only', async () => {
    const { calls, send } = heldStore()
    void send(message('a'))
    const second = send(message('b'))
    while (calls.length < 2) await new Promise((resolve) => setImmediate(resolve))
    calls[1]?.end()
    expect(idsOf(await second)).to.deep.equal(['b'])
  })

  it('wait longer the more statements hang, which keep connections from other channels', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { calls, send } = heldStore()
      void send(message('first'))
      const sentAfter: number[] = []
      for (let waited = 0; waited < 10_000; waited += 200) {
        void send(message(`after ${waited}`))
        const before = calls.length
        mock.timers.tick(200)
        await settle()
        if (calls.length > before) sentAfter.push(waited + 200)
      }
      expect(sentAfter).to.deep.equal([200, 600, 1_400, 3_000, 5_000, 7_000, 9_000])
    } finally {
      mock.timers.reset()
    }
  })

  it('are tried one by one after a failure that may be the fault of one of them', async () => {
    const { calls, send } = heldStore()
    void send(message('a'))
    const good = send(message('b'))
    const bad = failureOf(send(message('c')))
    calls[0]?.end()
    await settle()
    calls[1]?.end(new Error('a character that no text has'))
    await settle()
    expect(calls.slice(2).map(({ ids }) => ids)).to.deep.equal([['b'], ['c']])
    calls[2]?.end()
    const fault = new Error('this one')
    calls[3]?.end(fault)
    expect(idsOf(await good)).to.deep.equal(['b'])
    expect(await bad).to.equal(fault)
  })

  it('fail together when the database is away', async () => {
    const { calls, send } = heldStore()
    void send(message('a'))
    const both = [failureOf(send(message('b'))), failureOf(send(message('c')))]
    calls[0]?.end()
    await settle()
    const away = new WebhookError('storage_unavailable')
    calls[1]?.end(away)
    expect(await Promise.all(both)).to.deep.equal([away, away])
    expect(calls).to.have.lengthOf(2)
  })

  it('learn that there is no such channel', async () => {
    const { calls, send } = heldStore()
    const first = send(message('a'))
    const both = [send(message('b')), send(message('c'))]
    calls[0]?.end(null)
    await settle()
    calls[1]?.end(null)
    expect(await Promise.all([first, ...both])).to.deep.equal([null, null, null])
  })

  it('make no statement of more than about 100 posts or a million characters', async () => {
    for (const [count, post] of [
      [250, newPost()],
      [5, newPost({ props: { attachments: [{ text: 'x'.repeat(600_000) }] } })],
    ] as const) {
      const { calls, send } = heldStore()
      const all = Array.from({ length: count }, (_, index) => send([{ ...post, id: `p${index}` }]))
      for (let ended = 0; ended < calls.length; ended += 1) {
        calls[ended]?.end()
        await settle()
      }
      expect(await Promise.all(all)).to.have.lengthOf(count)
      const sizes = calls.map(({ ids }) => ids.length)
      expect(sizes).to.deep.equal(count === 250 ? [1, 100, 100, 49] : [1, 2, 2])
    }
  })
})

describe('messages for several channels', () => {
  it('share a statement while another is under way', async () => {
    const { calls, send } = heldStatements()
    const all = ['a', 'b', 'c'].map((channelId) => send(messageTo(channelId)))
    calls[0]?.end()
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['to a'], ['to b', 'to c']])
    calls[1]?.end()
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['to a'], ['to b'], ['to c']])
  })

  it('wait for no channel that others use', async () => {
    const { calls, send } = heldStatements(['busy'])
    const [, busy, free] = ['first', 'busy', 'free'].map((channelId) => send(messageTo(channelId)))
    calls[0]?.end()
    await settle()
    calls[1]?.end()
    expect(idsOf((await free) ?? null)).to.deep.equal(['to free'])
    await settle()
    const next = send(messageTo('next'))
    expect(calls.slice(2).map(({ ids }) => ids)).to.deep.equal([['to busy'], ['to next']])
    calls[3]?.end()
    expect(idsOf(await next)).to.deep.equal(['to next'])
    calls[2]?.end()
    expect(idsOf((await busy) ?? null)).to.deep.equal(['to busy'])
  })

  it('do not wait for a channel that is still in use at its next message', async () => {
    const { calls, send } = heldStatements(['busy'])
    for (const channelId of ['first', 'busy', 'free']) void send(messageTo(channelId))
    calls[0]?.end()
    await settle()
    calls[1]?.end()
    await settle()
    void send(messageTo('busy', 'again'))
    const next = send(messageTo('next'))
    const ids = calls.slice(2).map((call) => call.ids)
    expect(ids).to.deep.equal([['to busy'], ['again'], ['to next']])
    calls[4]?.end()
    expect(idsOf(await next)).to.deep.equal(['to next'])
  })

  it('are all stored, even if two of them are for the same channel', async () => {
    const { calls, send } = heldStatements()
    const all = [send(messageTo('a')), send(messageTo('b', 'one')), send(messageTo('b', 'two'))]
    for (let ended = 0; ended < 3; ended += 1) {
      calls[ended]?.end()
      await settle()
    }
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['to a'], ['one'], ['two']])
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['to a'], ['two'], ['one']])
  })

  it('are tried one by one after a failure that may be the fault of one of them', async () => {
    const { calls, send } = heldStatements()
    const all = ['a', 'b', 'c'].map((channelId) => send(messageTo(channelId)))
    calls[0]?.end()
    await settle()
    calls[1]?.end(new Error('a character that no text has'))
    await settle()
    expect(calls.slice(2).map(({ ids }) => ids)).to.deep.equal([['to b'], ['to c']])
    calls[2]?.end()
    const fault = new Error('this one')
    calls[3]?.end(fault)
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
  })
})

describe('messages for one channel on PostgreSQL', () => {
  const { startTwo, post, channel, schema } = useChatNodes()

  it('are all stored, the posts of each together, whichever node and statement takes them', async () => {
    const nodes = await startTwo()
    const sent = Array.from({ length: 120 }, (_, index) =>
      ['first', 'second'].map((part) => post({ id: `${index}-${part}`, message: part })),
    )
    const results = await Promise.all(
      sent.map(async (posts, index) =>
        nodes[index % 2 === 0 ? 0 : 1].chat.adapters.posts.createBatch({ posts }),
      ),
    )
    for (const [index, result] of results.entries()) {
      const stored = result.stored ? result.posts : []
      expect(stored.map(({ id }) => id)).to.deep.equal([`${index}-first`, `${index}-second`])
      expect(Number(stored[1]?.createAt) - Number(stored[0]?.createAt)).to.equal(1)
    }
    const { rows } = await schema().pool.query<{ readonly id: string; readonly create_at: string }>(
      'SELECT id, create_at FROM chat_posts WHERE channel_id = $1 ORDER BY create_at',
      [channel().id],
    )
    expect(rows).to.have.lengthOf(240)
    expect(new Set(rows.map(({ create_at }) => create_at)).size).to.equal(240)
    for (let at = 0; at < rows.length; at += 2) {
      expect(rows[at]?.id.replace('first', 'second')).to.equal(rows[at + 1]?.id)
    }
  })

  it('are stored although one among them cannot be', async () => {
    const [node] = await startTwo()
    const { posts } = node.chat.adapters
    const results = await Promise.allSettled(
      ['a', 'b', 'a\0b', 'c'].map(async (message, index) =>
        posts.createBatch({ posts: [post({ id: `post-${index}`, message })] }),
      ),
    )
    expect(results.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})

describe('messages for several channels on PostgreSQL', () => {
  const { startTwo, post, schema } = useChatNodes()

  async function seedChannels(count: number): Promise<readonly string[]> {
    const place = { type: 'public', archived: false } as const
    const seeded = Array.from({ length: count }, async (_, index) =>
      schema().seed.seedChannel({ ...place, name: `c${index}`, displayName: `C ${index}` }),
    )
    return (await Promise.all(seeded)).map(({ id }) => id)
  }

  it('are all stored in the order of their channels, whichever node takes them', async () => {
    const nodes = await startTwo()
    const channelIds = await seedChannels(20)
    const sent = Array.from({ length: 200 }, (_, index) => {
      const channelId = channelIds[index % channelIds.length] ?? ''
      return ['first', 'second'].map((part) => post({ id: `${index}-${part}`, channelId }))
    })
    const results = await Promise.all(
      sent.map(async (posts, index) =>
        nodes[index % 3 === 0 ? 0 : 1].chat.adapters.posts.createBatch({ posts }),
      ),
    )
    const stored = results.flatMap((result) => (result.stored ? result.posts : []))
    expect(stored).to.have.lengthOf(400)
    const { rows } = await schema().pool.query<{
      readonly id: string
      readonly channel_id: string
      readonly create_at: string
    }>('SELECT id, channel_id, create_at FROM chat_posts ORDER BY channel_id, create_at')
    const kept = new Map(rows.map((row) => [row.id, row]))
    expect(kept.size).to.equal(400)
    for (const { id, channelId, createAt } of stored) {
      expect(kept.get(id)).to.deep.equal({
        id,
        channel_id: channelId,
        create_at: String(createAt),
      })
    }
    expect(new Set(rows.map((row) => `${row.channel_id} ${row.create_at}`)).size).to.equal(400)
    for (let at = 0; at < rows.length; at += 2) {
      expect(rows[at]?.id.replace('first', 'second')).to.equal(rows[at + 1]?.id)
    }
  })

  it('wait for a transaction in their own channel only', async () => {
    const [node] = await startTwo()
    const { posts } = node.chat.adapters
    const [busy = '', ...others] = await seedChannels(4)
    const client = await schema().pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('UPDATE chat_channels SET last_at = last_at WHERE id = $1', [busy])
      const send = async (channelId: string): Promise<unknown> =>
        posts.createBatch({ posts: [post({ id: `in ${channelId}`, channelId })] })
      const first = send(others[0] ?? '')
      let isStored = false
      const waiting = send(busy).then(() => {
        isStored = true
      })
      await Promise.all([first, ...others.slice(1).map(send)])
      expect(isStored).to.equal(false)
      await client.query('COMMIT')
      await waiting
    } finally {
      client.release()
    }
  })

  it('fail alone if their channel does not exist', async () => {
    const [node] = await startTwo()
    const [a = '', b = ''] = await seedChannels(2)
    const outcomes = await Promise.allSettled(
      [a, 'nowhere', b].map(async (channelId) =>
        node.chat.adapters.posts.createBatch({
          posts: [post({ id: `in ${channelId}`, channelId })],
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})
