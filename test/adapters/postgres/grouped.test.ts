import { mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { HookPost } from 'express-incoming-webhooks'
import { WebhookError } from '../../../lib/model/errors.js'
import {
  groupedAcrossChannels,
  groupedByChannel,
} from '../../../lib/adapters/postgres/chat/grouped.js'
import { written, type WrittenPost } from '../../../lib/adapters/postgres/chat/statements.js'
import type { Message } from '../../../lib/adapters/postgres/chat/waiting-line.js'
import { newPost } from '../../support/new-post.js'
import { useChatNodes } from './chat-nodes.js'

type Outcome = readonly HookPost[] | null | Error

/** A store whose statements end when a test says so. */
function heldStore() {
  const calls: { readonly ids: readonly string[]; end: (outcome?: Outcome) => void }[] = []
  const store = (posts: Message): Promise<readonly HookPost[] | null> =>
    new Promise((resolve, reject) => {
      const all = storedOf(posts)
      const end = (outcome: Outcome = all): void => {
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      calls.push({ ids: posts.map(idOf), end })
    })
  return { calls, send: groupedByChannel(store) }
}

function storedOf(posts: Message): readonly HookPost[] {
  return posts.map(({ post }) => ({ ...post, createAt: 1, updateAt: 1 }))
}

function idOf({ post }: WrittenPost): string {
  return post.id
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
  const send = groupedAcrossChannels(
    async (posts) => {
      await held(posts.map(idOf))
      return storedOf(posts)
    },
    async (posts) => {
      const free = [...posts].filter(([channelId]) => !inUse.includes(channelId))
      await held([...posts.values()].flat().map(idOf))
      return new Map(free.map(([channelId, mine]) => [channelId, storedOf(mine)]))
    },
  )
  return { calls, send }
}

/** A message of one post for the channel of that name. */
const messageTo = (channelId: string, id = `to ${channelId}`): Message => [
  written(newPost({ id, channelId })),
]

const message = (...ids: readonly string[]): Message => ids.map((id) => written(newPost({ id })))

/** All that can happen without the world outside. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
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
  it('share a statement if they come in turns of the loop that follow each other', async () => {
    const { calls, send } = heldStore()
    const all = [send(message('a')), send(message('b', 'c'))]
    await nextTurn()
    all.push(send(message('d')))
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a', 'b', 'c', 'd']])
    calls[0]?.end()
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['a'], ['b', 'c'], ['d']])
  })

  it('are gathered for some milliseconds at most, however many come', async () => {
    const { calls, send } = heldStore()
    const began = performance.now()
    // Messages without posts never fill it.
    void send([])
    for (let count = 0; calls.length === 0 && count < 1_000_000; count += 1) {
      void send([])
      await nextTurn()
    }
    expect(calls).to.have.lengthOf(1)
    expect(performance.now() - began).to.be.within(4, 1_000)
  })

  it('share the next statement while one is under way', async () => {
    const { calls, send } = heldStore()
    const all = [send(message('a'))]
    await settle()
    all.push(send(message('b', 'c')), send(message('d')))
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a']])
    calls[0]?.end()
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a'], ['b', 'c', 'd']])
    calls[1]?.end()
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['a'], ['b', 'c'], ['d']])
    void send(message('e'))
    await settle()
    expect(calls[2]?.ids).to.deep.equal(['e'])
  })

  it('do not wait for those of another channel', async () => {
    const { calls, send } = heldStore()
    void send(message('a'))
    void send(messageTo('other', 'b'))
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['a'], ['b']])
  })

  it('wait for a statement that hangs for a moment only', async () => {
    const { calls, send } = heldStore()
    void send(message('a'))
    await settle()
    const second = send(message('b'))
    while (calls.length < 2) await nextTurn()
    calls[1]?.end()
    expect(idsOf(await second)).to.deep.equal(['b'])
  })

  it('wait longer the more statements hang, which keep connections from other channels', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { calls, send } = heldStore()
      void send(message('first'))
      await settle()
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
    await settle()
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
    await settle()
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
    await settle()
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
      const all = Array.from({ length: count }, (_, index) =>
        send([written({ ...post, id: `p${index}` })]),
      )
      await settle()
      for (let ended = 0; ended < calls.length; ended += 1) {
        calls[ended]?.end()
        await settle()
      }
      expect(await Promise.all(all)).to.have.lengthOf(count)
      const sizes = calls.map(({ ids }) => ids.length)
      expect(sizes).to.deep.equal(count === 250 ? [100, 100, 50] : [2, 2, 1])
    }
  })
})

describe('messages for several channels', () => {
  it('share a statement while another is under way', async () => {
    const { calls, send } = heldStatements()
    const all = [send(messageTo('a'))]
    await settle()
    all.push(...['b', 'c'].map((channelId) => send(messageTo(channelId))))
    calls[0]?.end()
    await settle()
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['to a'], ['to b', 'to c']])
    calls[1]?.end()
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['to a'], ['to b'], ['to c']])
  })

  it('wait for no channel that others use', async () => {
    const { calls, send } = heldStatements(['busy'])
    const [busy, free] = ['busy', 'free'].map((channelId) => send(messageTo(channelId)))
    await settle()
    calls[0]?.end()
    expect(idsOf((await free) ?? null)).to.deep.equal(['to free'])
    await settle()
    const next = send(messageTo('next'))
    await settle()
    expect(calls.slice(1).map(({ ids }) => ids)).to.deep.equal([['to busy'], ['to next']])
    calls[2]?.end()
    expect(idsOf(await next)).to.deep.equal(['to next'])
    calls[1]?.end()
    expect(idsOf((await busy) ?? null)).to.deep.equal(['to busy'])
  })

  it('do not wait for a channel that is still in use at its next message', async () => {
    const { calls, send } = heldStatements(['busy'])
    for (const channelId of ['busy', 'free']) void send(messageTo(channelId))
    await settle()
    calls[0]?.end()
    await settle()
    void send(messageTo('busy', 'again'))
    const next = send(messageTo('next'))
    await settle()
    const ids = calls.slice(1).map((call) => call.ids)
    expect(ids).to.deep.equal([['to busy'], ['again'], ['to next']])
    calls[3]?.end()
    expect(idsOf(await next)).to.deep.equal(['to next'])
  })

  it('are all stored, even if two of them are for the same channel', async () => {
    const { calls, send } = heldStatements()
    const all = [send(messageTo('a')), send(messageTo('b', 'one')), send(messageTo('b', 'two'))]
    await settle()
    for (const { end } of calls) end()
    expect((await Promise.all(all)).map(idsOf)).to.deep.equal([['to a'], ['one'], ['two']])
    expect(calls.map(({ ids }) => ids)).to.deep.equal([['two'], ['to a', 'one']])
  })

  it('are tried one by one after a failure that may be the fault of one of them', async () => {
    const { calls, send } = heldStatements()
    const all = ['b', 'c'].map((channelId) => send(messageTo(channelId)))
    await settle()
    calls[0]?.end(new Error('a character that no text has'))
    await settle()
    expect(calls.slice(1).map(({ ids }) => ids)).to.deep.equal([['to b'], ['to c']])
    calls[1]?.end()
    const fault = new Error('this one')
    calls[2]?.end(fault)
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected'])
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
