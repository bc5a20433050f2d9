import { expect } from 'chai'
import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import {
  type ChatChange,
  createPostgresPool,
  type Following,
} from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { shardOf } from '../../../lib/adapters/postgres/shards.js'
import { openCutProxy } from '../../support/cut-proxy.js'
import type { ChatNode, ChatSchema } from '../../support/postgres-chat.js'
import { until } from '../../support/until.js'
import { messagesTold, type Node, record, useChatNodes } from './chat-nodes.js'

/** A node that is told only of what it follows. */
interface Follower extends ChatNode {
  readonly told: ChatChange[]
  readonly following: Following
}

describe('nodes that follow some channels and users', () => {
  const { schema, alice, channel, start, post } = useChatNodes()
  const open: Follower[] = []
  let writer: Node
  let bob: HookUser

  beforeEach(async () => {
    writer = start()
    await writer.chat.caughtUp()
    const person = { email: 'b@example.org', admin: false, active: true, passwordHash: '' }
    bob = await schema().seed.seedUser({ ...person, username: 'bob' })
  })

  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()))
  })

  const follower = async (options: Parameters<ChatSchema['node']>[0] = {}): Promise<Follower> => {
    const node = schema().node(options)
    const told: ChatChange[] = []
    const following = node.chat.follow((change) => told.push(change))
    open.push({ ...node, told, following })
    await node.chat.caughtUp()
    return { ...node, told, following }
  }
  const newChannel = (name: string): Promise<HookChannel> =>
    Promise.resolve(
      schema().seed.seedChannel({ name, displayName: name, type: 'public', archived: false }),
    )
  const say = async (message: string, channelId = channel().id): Promise<void> => {
    await writer.chat.adapters.posts.createBatch({
      posts: [post({ id: message, message, channelId })],
    })
  }
  /** Everything that has been committed is told, or never. */
  const settle = async (...nodes: readonly Follower[]): Promise<void> => {
    await say('last')
    await until('the writer is told', () => messagesTold(writer).includes('last'))
    await Promise.all(nodes.map(({ chat }) => chat.caughtUp()))
  }

  it('are told of posts in them, and of no others', async () => {
    const node = await follower()
    const other = await newChannel('other')
    await node.following.add([other.id])
    await say('in another')
    await say('one', other.id)
    await say('two', other.id)
    await until('both are told', () => messagesTold(node).length >= 2)
    await settle(node)
    expect(messagesTold(node)).to.deep.equal(['one', 'two'])
  })

  it('are told of what they store themselves once each, and of no text after its deletion', async () => {
    const node = await follower()
    await node.following.add([channel().id])
    const { posts } = node.chat.adapters
    const names = Array.from({ length: 80 }, (_, number) => `own ${number}`)
    const isDeleted = (name: string): boolean => Number(name.slice(4)) % 2 === 0
    await Promise.all(
      names.map(async (message) => {
        await posts.createBatch({ posts: [post({ id: message, message })] })
        if (isDeleted(message)) await posts.delete(message)
        else await say(`beside ${message}`)
      }),
    )
    await settle(node)
    const { rows } = await schema().pool.query<{ readonly message: string }>(
      'SELECT message FROM chat_posts WHERE delete_at = 0 ORDER BY create_at',
    )
    const kept = messagesTold(node).filter((message) => !names.filter(isDeleted).includes(message))
    expect(kept).to.deep.equal(rows.map(({ message }) => message))
    const gone = new Set<string>()
    for (const change of node.told) {
      if (change.kind === 'deleted') gone.add(change.postId)
      if (change.kind !== 'posted') continue
      for (const { id } of change.posts) expect(gone.has(id), id).to.equal(false)
    }
    expect([...gone].sort()).to.deep.equal(names.filter(isDeleted).sort())
  })

  it('are told of most that they have stored themselves without reading it', async () => {
    const node = await follower()
    const other = await newChannel('other')
    await node.following.add([channel().id, other.id])
    const statements = record(node.pool)
    let stored = 0
    for (let round = 0; round < 20; round += 1) {
      const channelIds = round % 2 === 0 ? [other.id] : [other.id, channel().id]
      await Promise.all(
        channelIds.map(async (channelId) => {
          const id = `${round} ${channelId}`
          await node.chat.adapters.posts.createBatch({ posts: [post({ id, channelId })] })
        }),
      )
      stored += channelIds.length
      await until('they are told', () => messagesTold(node).length === stored)
    }
    // What nodes tell of sooner is read, such as while its channel is looked up.
    const reads = statements.filter((text) => text.includes('AS begin'))
    expect(reads.length).to.be.lessThan(8)
  })

  it('receive and read nothing of the others', async () => {
    const other = await channelOnAnotherShard(newChannel, [channel().id, alice().id])
    const notifications: unknown[] = []
    const poolOf = (url: string): pg.Pool =>
      createPostgresPool({ url, max: 3 }).on('connect', (client) =>
        client.on('notification', (notification) => notifications.push(notification)),
      )
    const node = await follower({ poolOf })
    await node.following.add([channel().id, alice().id])
    const statements = record(node.pool)
    for (let n = 0; n < 20; n += 1) await say(`${n}`, other.id)
    await writer.chat.adapters.posts.update('1', { message: 'changed', version: 1 }, 0)
    await writer.chat.adapters.posts.delete('2')
    await until('all are told elsewhere', () =>
      writer.told.some((change) => change.kind === 'deleted'),
    )
    await node.chat.caughtUp()
    expect(notifications).to.deep.equal([])
    expect(statements.filter((text) => !/pg_backend_pid/.test(text))).to.deep.equal([])
    expect(node.told).to.deep.equal([])
  })

  it('read nothing of another channel on the same shard', async () => {
    const node = await follower()
    await node.following.add([alice().id])
    const statements = record(node.pool)
    await say('not for this node')
    // As if it were on the shard of the user.
    const text = `SELECT pg_notify('incoming_webhooks_' || md5(current_schema() || '.') || '_' || $1, $2)`
    for (const told of [`posts 1 1 ${channel().id}`, `change 1 ${channel().id} `]) {
      await schema().pool.query(text, [shardOf(alice().id), told])
    }
    await node.chat.caughtUp()
    expect(statements.filter((each) => !each.includes('pg_backend_pid'))).to.deep.equal([])
  })

  it('are told of a channel from when they follow it, once', async () => {
    const proxy = await openCutProxy(schema().url)
    const node = await follower({ port: proxy.port })
    await say('before')
    await writer.chat.adapters.posts.update('before', { message: 'changed', version: 1 }, 0)
    await node.following.add([channel().id])
    for (let n = 0; n < 5; n += 1) await say(`${n}`)
    await until('all are told', () => messagesTold(node).length >= 5)
    await node.following.add([channel().id])
    // A new connection begins with a look for what was not told.
    const statements = record(node.pool)
    proxy.cutAt('pg_backend_pid', 'before', 1)
    await until('it has looked', () => statements.some((text) => text.includes('AS of_all')))
    await settle(node)
    await proxy.close()
    expect(messagesTold(node)).to.deep.equal(['0', '1', '2', '3', '4', 'last'])
    expect(node.told.filter(({ kind }) => kind !== 'posted')).to.deep.equal([])
  })

  it('are told of posts since a time, if that is wanted', async () => {
    const node = await follower()
    await say('before')
    await node.following.add([channel().id], 0)
    await say('after')
    await until('both are told', () => messagesTold(node).length >= 2)
    expect(messagesTold(node)).to.deep.equal(['before', 'after'])
  })

  it('miss nothing that is posted while they begin to follow, in whatever order they are told', async () => {
    const node = await follower()
    const other = start()
    await other.chat.caughtUp()
    let isOver = false
    const posting = [writer, other].map(async ({ chat }, which) => {
      for (let n = 0; !isOver; n += 1) {
        const message = `${which}-${n}`
        await chat.adapters.posts.createBatch({ posts: [post({ id: message, message })] })
      }
    })
    await until('some are posted', () => messagesTold(writer).length > 10)
    await node.following.add([channel().id])
    const before = messagesTold(node).length
    await until('some more are told', () => messagesTold(node).length > before + 20)
    isOver = true
    await Promise.all(posting)
    await settle(node)
    const { rows } = await schema().pool.query<{ readonly message: string }>(
      'SELECT message FROM chat_posts ORDER BY create_at',
    )
    await until('the last is told', () => messagesTold(node).includes('last'))
    const told = messagesTold(node)
    expect(told).to.deep.equal(rows.map(({ message }) => message).slice(-told.length))
  })

  it('are told of no more once they do not follow it any more, and again when they do', async () => {
    const node = await follower()
    await node.following.add([channel().id])
    await say('one')
    await until('it is told', () => messagesTold(node).length === 1)
    node.following.delete([channel().id])
    await say('two')
    await settle(node)
    await node.following.add([channel().id])
    await say('three')
    await until('it is told', () => messagesTold(node).includes('three'))
    expect(messagesTold(node)).to.deep.equal(['one', 'three'])
  })

  it('are told of edits, deletions and members of channels', async () => {
    const node = await follower()
    const other = await newChannel('other')
    await node.following.add([channel().id])
    for (const { id } of [channel(), other]) {
      await say(`in ${id}`, id)
      await writer.chat.adapters.posts.update(`in ${id}`, { message: 'changed', version: 1 }, 0)
      await schema().seed.addMember(id, alice().id)
      await schema().pool.query('DELETE FROM chat_members')
    }
    await settle(node)
    const channelId = channel().id
    const userId = alice().id
    expect(
      node.told.filter(({ kind }) => !['posted', 'channelCreated'].includes(kind)),
    ).to.deep.equal([
      { kind: 'edited', channelId, postId: `in ${channelId}` },
      { kind: 'memberAdded', channelId, userId, byUserId: '' },
      { kind: 'memberRemoved', channelId, userId, byUserId: '' },
    ])
  })

  it('are told of memberships and ended sessions of users, and of all channels as such', async () => {
    const node = await follower()
    await node.following.add([alice().id])
    const { id } = await newChannel('other')
    for (const user of [bob, alice()]) {
      await schema().seed.addMember(id, user.id)
      await writer.chat.adapters.sessions.create({
        id: user.id,
        userId: user.id,
        expiresAt: Date.now() + 60_000,
      })
      await writer.chat.adapters.sessions.deleteForUser(user.id)
    }
    await settle(node)
    expect(node.told).to.deep.equal([
      { kind: 'channelCreated', channelId: id },
      { kind: 'memberAdded', channelId: id, userId: alice().id, byUserId: '' },
      { kind: 'signedOut', userId: alice().id },
    ])
  })

  it('are told once of what happened while they were cut off', async () => {
    const proxy = await openCutProxy(schema().url)
    const node = await follower({ port: proxy.port })
    const other = await newChannel('other')
    await node.following.add([channel().id])
    await say('before')
    await until('the first is told', () => messagesTold(node).length === 1)
    proxy.freeze()
    await say('elsewhere', other.id)
    for (const message of ['b', 'c']) await say(message)
    await writer.chat.adapters.posts.update('b', { message: 'B', version: 1 }, 0)
    await until('the edit is told', () => node.told.some(({ kind }) => kind === 'edited'))
    expect(messagesTold(node)).to.deep.equal(['before', 'B', 'c'])
    await proxy.close()
  }).timeout(60_000)

  it('follow although what is newest could not be asked before', async () => {
    const proxy = await openCutProxy(schema().url)
    proxy.cutAt('AS change', 'before', 6)
    const node = schema().node({ port: proxy.port })
    const told: ChatChange[] = []
    const following = node.chat.follow((change) => told.push(change))
    open.push({ ...node, told, following })
    await following.add([channel().id])
    await say('after')
    await until('it is told', () => told.some(({ kind }) => kind === 'posted'))
    await proxy.close()
  })

  it('follow as soon as a database can be asked', async () => {
    const proxy = await openCutProxy(schema().url)
    const node = await follower({ port: proxy.port })
    // Each statement is tried twice.
    proxy.cutAt('last_at FROM', 'before', 2)
    await node.following.add([channel().id])
    await say('after')
    await until('it is told', () => messagesTold(node).includes('after'))
    await proxy.close()
  })
})

/** A channel on another shard than these ids. */
async function channelOnAnotherShard(
  newChannel: (name: string) => Promise<HookChannel>,
  ids: readonly string[],
): Promise<HookChannel> {
  const made = await newChannel(`other-${Math.random()}`)
  const isSame = ids.map(shardOf).includes(shardOf(made.id))
  return isSame ? channelOnAnotherShard(newChannel, ids) : made
}
