import { expect } from 'chai'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import { openCutProxy } from '../../support/cut-proxy.js'
import { fillPosts } from '../../support/fill-chat.js'
import { newIncident } from '../../support/new-incident.js'
import { until } from '../../support/until.js'
import { messagesTold, postTo, useChatNodes } from './chat-nodes.js'

describe('nodes on one PostgreSQL, which hear of each other', () => {
  const { schema, alice, channel, start, startTwo, hookOf, post } = useChatNodes()

  it('are told of posts by all of them, each batch together and each channel in order', async () => {
    const [first, second] = await startTwo()
    const nodes = [first, second]
    const texts = Array.from({ length: 40 }, (_, number) => `message ${number}`)
    await Promise.all(
      texts.map(async (message, number) =>
        nodes[number % 2]?.chat.adapters.posts.createBatch({
          posts: [post({ id: `${number}a`, message }), post({ id: `${number}b`, message })],
        }),
      ),
    )
    const { rows } = await schema().pool.query<{ readonly message: string }>(
      'SELECT message FROM chat_posts ORDER BY create_at',
    )
    const inOrder = rows.map(({ message }) => message)
    expect(inOrder).to.have.lengthOf(80)
    for (const node of nodes) {
      await until('all are told', () => messagesTold(node).length >= 80)
      expect(messagesTold(node)).to.deep.equal(inOrder)
    }
  })

  it('are told of the parts of a long message in one piece', async () => {
    const [first, second] = await startTwo()
    const { path } = await hookOf(first)
    await postTo(first, path, 'word '.repeat(8000)).expect(200)
    await until('it is told', () => second.told.length > 0)
    const [change] = second.told
    expect(change?.kind === 'posted' && change.posts.length).to.be.greaterThan(1)
    expect(second.told).to.have.lengthOf(1)
  })

  it('are told of edits, deletions, channels, members and ended sessions', async () => {
    const [first, second] = await startTwo()
    const { posts, channels, sessions } = first.chat.adapters
    const stored = post({ id: 'one' })
    await posts.createBatch({ posts: [stored] })
    await posts.update('one', { message: 'changed', version: 1 }, 0)
    // A node that reads a change late finds only the last state. Posts may be told later than edits.
    await until('the post and its edit are told', () => second.told.length >= 2)
    await schema().pool.query(
      `UPDATE chat_posts SET delete_at = update_at + 1, update_at = update_at + 1`,
    )
    const direct = await channels.createDirect(alice().id, alice().id, '')
    await until('the member is told', () => second.told.some(({ kind }) => kind === 'memberAdded'))
    await first.chat.transaction(async (query) => {
      await query(`SELECT set_config('chat.by_user_id', 'bob', true)`, [])
      await query('DELETE FROM chat_members WHERE channel_id = $1', [direct.id])
    })
    await sessions.create({ id: 's', userId: alice().id, expiresAt: Date.now() + 60_000 })
    await sessions.deleteForUser(alice().id)
    await until('all are told', () => second.told.length >= 7)
    const place = { channelId: direct.id }
    expect(second.told.filter(({ kind }) => kind !== 'posted')).to.deep.equal([
      { kind: 'edited', channelId: channel().id, postId: 'one' },
      { kind: 'deleted', channelId: channel().id, postId: 'one' },
      { kind: 'channelCreated', ...place },
      { kind: 'memberAdded', ...place, userId: alice().id, byUserId: '' },
      { kind: 'memberRemoved', ...place, userId: alice().id, byUserId: 'bob' },
      { kind: 'signedOut', userId: alice().id },
    ])
  })

  it('are told of an edit and a reply that are stored with their incident', async () => {
    const [first, second] = await startTwo()
    const { posts } = first.chat.adapters
    const write = { incident: newIncident(), expectedVersion: null }
    await posts.createBatch({ posts: [post({ id: 'root' })], incident: write })
    await posts.createBatch({
      posts: [post({ id: 'reply', rootId: 'root', message: 'is over' })],
      edit: { id: 'root', changes: { message: 'over', version: 1 }, expectedVersion: 0 },
      incident: { incident: newIncident({ postId: 'root', version: 2 }), expectedVersion: 1 },
    })
    await until('all are told', () => second.told.length >= 3)
    const edited = second.told.filter(({ kind }) => kind !== 'posted')
    expect(edited).to.deep.equal([{ kind: 'edited', channelId: channel().id, postId: 'root' }])
    expect(messagesTold(second)).to.have.lengthOf(2).and.to.include('is over')
  })

  it('store a post and its incident once where the connection is lost after the commit', async () => {
    const proxy = await openCutProxy(schema().url)
    const { chat } = start({ port: proxy.port })
    const { posts } = chat.adapters
    proxy.cutAt('COMMIT', 'after', 1)
    const write = { incident: newIncident(), expectedVersion: null }
    const result = await posts.createBatch({ posts: [post({ id: 'one' })], incident: write })
    expect(result.stored && result.posts.map(({ id }) => id)).to.deep.equal(['one'])
    const { rows } = await schema().pool.query('SELECT id FROM chat_posts')
    expect(rows).to.deep.equal([{ id: 'one' }])
    await proxy.close()
  })

  it('are told once of what happened while they were cut off', async () => {
    const proxy = await openCutProxy(schema().url)
    const cut = start({ port: proxy.port })
    const direct = start()
    await Promise.all([cut.chat.caughtUp(), direct.chat.caughtUp()])
    await direct.chat.adapters.posts.createBatch({ posts: [post({ id: 'before' })] })
    await until('the first is told', () => messagesTold(cut).length === 1)
    proxy.freeze()
    for (const id of ['b', 'c']) {
      await direct.chat.adapters.posts.createBatch({ posts: [post({ id, message: id })] })
    }
    await direct.chat.adapters.posts.update('b', { message: 'B', version: 1 }, 0)
    await until('the edit is told', () => cut.told.some(({ kind }) => kind === 'edited'))
    expect(messagesTold(cut)).to.deep.equal([post().message, 'B', 'c'])
    await proxy.close()
  }).timeout(60_000)

  it('are told of all that was posted in many channels while they were cut off, in order', async () => {
    const proxy = await openCutProxy(schema().url)
    const cut = start({ port: proxy.port })
    await cut.chat.caughtUp()
    const place = { displayName: 'Alerts', type: 'public', archived: false } as const
    const ids: string[] = []
    for (let n = 0; n < 60; n += 1) {
      ids.push((await schema().seed.seedChannel({ ...place, name: `alerts-${n}` })).id)
    }
    // More than are read at once.
    await fillPosts(schema().pool, ids, 60 * 150)
    proxy.cutAt('pg_backend_pid', 'before', 1)
    await until('all are told', () => messagesTold(cut).length >= 60 * 150)
    const told = cut.told.flatMap((change) => (change.kind === 'posted' ? change.posts : []))
    for (const id of ids) {
      const times = told.filter((post) => post.channelId === id).map(({ createAt }) => createAt)
      expect(times).to.have.lengthOf(150)
      expect(times).to.deep.equal([...new Set(times)].sort((a, b) => a - b))
    }
    await proxy.close()
  })

  it('are told of nothing that was posted while nobody listened', async () => {
    const [first, second] = await startTwo()
    const { chat } = schema().node()
    const told: ChatChange[] = []
    const end = chat.onChange((change) => told.push(change))
    await chat.caughtUp()
    await first.chat.adapters.posts.createBatch({ posts: [post({ id: 'a', message: 'a' })] })
    await until('the first is told', () => told.length === 1)
    end()
    await first.chat.adapters.posts.createBatch({ posts: [post({ id: 'b', message: 'b' })] })
    await until('others are told', () => messagesTold(second).length === 2)
    // It has heard of it by now, too.
    await chat.caughtUp()
    chat.onChange((change) => told.push(change))
    await chat.caughtUp()
    await first.chat.adapters.posts.createBatch({ posts: [post({ id: 'c', message: 'c' })] })
    await until('the last is told', () => messagesTold({ told }).includes('c'))
    expect(messagesTold({ told })).to.deep.equal(['a', 'c'])
    await chat.close()
  })
})
