import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { StoreInUse } from '../../example-host/store/index.js'
import { AnotherChat, importStore } from '../../example-host/store/postgres/index.js'
import { usePostgresServer } from '../support/postgres.js'
import { ROOT } from '../support/root.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'
import { unsyncedFs } from './faults.js'
import * as support from './support.js'

const { failure, newPost, newIncident, newUser, newWebhook, onceFor, send } = support

const INCIDENT_KEY = 'with "quotes", \\ and \u{1f600}'

/** A store in which everything occurs once. */
async function fullStore(): Promise<string> {
  const directory = await support.temporaryDirectory()
  const store = await support.opened(directory, { fs: unsyncedFs })
  const teamId = await support.mainTeam(store)
  const anna = await newUser(store, 'anna', true)
  const ben = await newUser(store, 'ben')
  await store.users.claim(ben.id, 'github.com/octo-ben')
  const base = { teamId, type: 'public' as const, displayName: 'Open', creatorId: anna.id }
  const { id: channelId } = await store.channels.create({ ...base, name: 'open', purpose: 'All' })
  await store.channels.create({ ...base, name: 'closed', type: 'private' })
  await store.adapters.channels.createDirect(anna.id, ben.id, '')
  await store.channels.addMember(channelId, ben.id)
  const mentions = { userIds: [ben.id], channelWide: null }
  const [first] = await send(store, ['with "quotes", \\ and \u{1f600}'], { channelId, mentions })
  const root = await store.posts.create({ channelId, userId: anna.id, message: 'half \ud83d\0' })
  await store.posts.create({ channelId, userId: ben.id, message: 'a reply', rootId: root.id })
  const gone = await store.posts.create({ channelId, userId: ben.id, message: 'gone' })
  await store.posts.delete(gone.id)
  await store.posts.edit(first?.id ?? '', 'edited')
  const priority = {
    priority: 'urgent',
    requestedAck: true,
    persistentNotifications: false,
  } as const
  const props = { card: 'back\\slash', last: 1, first: 2 }
  const many = Array.from({ length: 64 }, (_, n) => newPost(`${n}`, { channelId, props, priority }))
  for (let n = 0; n < 20; n++) {
    const posts = many.map((post) => newPost(post.message, { channelId, props, priority }))
    await store.adapters.posts.createBatch({ posts })
  }
  const once = onceFor('key')
  await store.adapters.posts.createBatch({ posts: [newPost('once', { channelId })], once })
  await store.adapters.webhooks.create(newWebhook('hook', { channelId, userId: anna.id }))
  const incident = newIncident(INCIDENT_KEY, { channelId, title: 'half \ud83d\0' })
  const posts = [newPost('disk full', { channelId })]
  await store.adapters.posts.createBatch({ posts, incident: { incident, expectedVersion: null } })
  await store.adapters.settings.update({ consoleLevel: 'DEBUG' })
  const expiresAt = Date.now() + 3_600_000
  await store.adapters.sessions.create({ id: 'session', userId: anna.id, expiresAt })
  await store.close()
  return directory
}

describe('the import into PostgreSQL', () => {
  const url = usePostgresServer()
  let nodes: Nodes
  let from: string
  beforeEach(async () => {
    nodes = await openNodes(url())
    from = await fullStore()
  })
  afterEach(async () => {
    await support.cleanUp()
    await nodes.close()
  })

  it('keeps everything, with its ids and times', async () => {
    const { counts } = await importStore({ from, url: nodes.url })
    for (const { table, expected, found } of counts) {
      expect(found, table).to.equal(expected).and.be.above(0)
    }
    const before = await support.opened(from)
    const after = await nodes.open()
    const teamId = await support.mainTeam(before)
    expect(await support.mainTeam(after)).to.equal(teamId)
    const users = await before.users.list()
    const [anna, ben] = users
    expect(await after.users.list()).to.have.deep.members([...users])
    for (const { id } of users) {
      const own = await before.channels.channelsOf(id, teamId)
      expect(await after.channels.channelsOf(id, teamId)).to.have.deep.members([...own])
      const ids = own.map((channel) => channel.id)
      expect(await after.unread(id, ids)).to.deep.equal(await before.unread(id, ids))
    }
    const open = await before.channels.byName('open', teamId)
    const channelId = open?.id ?? ''
    const posts = await before.posts.page(channelId, { perPage: 5_000 })
    const imported = await after.posts.page(channelId, { perPage: 5_000 })
    const storable = posts.map((post) => ({
      version: 0,
      ...post,
      message: post.message.replace('\0', '\ufffd').toWellFormed(),
    }))
    expect(imported).to.deep.equal(storable)
    expect(JSON.stringify(imported[0]?.props)).to.equal(JSON.stringify(posts[0]?.props))
    expect(await after.posts.page(channelId, { since: 1 })).to.have.lengthOf(1_000)
    expect(await after.adapters.sessions.find('session')).to.include({ userId: anna?.id })
    // Files have the path to incidents under both of its names.
    const found = await before.adapters.webhooks.findById('hook')
    const { thingPath: _path, ...webhook } = { thingPath: '', ...found }
    expect(await after.adapters.webhooks.findById('hook')).to.deep.include({
      ...webhook,
    })
    expect(await after.adapters.settings.get()).to.include({ consoleLevel: 'DEBUG' })
    const batch = { posts: [newPost('once', { channelId })], once: onceFor('key') }
    expect((await after.adapters.posts.createBatch(batch)).stored).to.equal(false)
    const later = await after.posts.create({ channelId, userId: ben?.id ?? '', message: 'later' })
    expect(later.createAt).to.be.above(posts[0]?.createAt ?? Infinity)
  })

  it('keeps incidents, so that programs go on editing the posts of their incidents', async () => {
    await importStore({ from, url: nodes.url })
    const before = await support.opened(from)
    const after = await nodes.open()
    const page = { offset: 0, limit: 10 }
    const { items, total } = await before.adapters.posts.listIncidents('webhook', page)
    expect(total).to.equal(1)
    const storable = items.map((incident) => ({ ...incident, title: 'half \ufffd\ufffd' }))
    expect(await after.adapters.posts.listIncidents('webhook', page)).to.deep.equal({
      items: storable,
      total,
    })
    const [incident] = storable
    const [channelId, postId] = [String(incident?.channelId), String(incident?.postId)]
    const closed = newIncident(INCIDENT_KEY, { channelId, postId, state: 'closed', version: 2 })
    const result = await after.adapters.posts.createBatch({
      posts: [newPost('is over', { channelId })],
      edit: { id: postId, changes: { message: 'over', version: 1 }, expectedVersion: 0 },
      incident: { incident: closed, expectedVersion: 1 },
    })
    expect(result).to.include({ stored: true })
    expect(await after.posts.byId(postId)).to.include({ message: 'over' })
  })

  it('continues after an interruption, and does nothing when it was completed', async () => {
    const interrupted = importStore({
      from,
      url: nodes.url,
      onProgress: (table) => {
        if (table === 'chat_posts') throw new Error('interrupted')
      },
    })
    expect(String(await failure(interrupted))).to.include('interrupted')
    const second = await importStore({ from, url: nodes.url })
    expect(second.completedBefore).to.equal(null)
    for (const { table, expected, found } of second.counts) expect(found, table).to.equal(expected)
    const store = await nodes.open()
    await store.users.setActive((await store.users.byUsername('ben'))?.id ?? '', false)
    await newUser(store, 'carl')
    const third = await importStore({ from, url: nodes.url })
    expect(third.completedBefore).to.be.instanceOf(Date)
    expect(await store.users.count()).to.equal(3)
    expect((await store.users.byUsername('ben'))?.deleteAt).to.be.above(0)
  })

  it('refuses a database with another chat, a store in use and a directory without one', async () => {
    const node = await nodes.open()
    const anotherChat = await failure(importStore({ from, url: nodes.url }))
    expect(anotherChat).to.be.instanceOf(AnotherChat)
    expect(await node.users.count()).to.equal(0)
    await support.opened(from)
    expect(await failure(importStore({ from, url: nodes.url }))).to.be.instanceOf(StoreInUse)
    const empty = await support.temporaryDirectory()
    const nothing = await failure(importStore({ from: empty, url: nodes.url }))
    expect(String(nothing)).to.include('There is no store in')
  })

  it('is a program that says what it did, and exits with 1 where it did not succeed', async () => {
    const run = (env: Readonly<Record<string, string>>) => {
      const args = [join(ROOT, 'dist/example-host/import.js'), '--from', from]
      return spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    }
    const env = { DATABASE_URL: nodes.url }
    const first = run(env)
    expect(first.stdout).to.match(/chat_posts: 100 % \((\d+) of \1\)\n/)
    expect(first.stdout).to.match(/The import is complete\n$/)
    expect(first.status).to.equal(0)
    expect(run(env).stdout).to.include('nothing was changed')
    await support.opened(from)
    const inUse = run(env)
    expect(inUse.stderr).to.include('Stop the host')
    expect(inUse.status).to.equal(1)
    expect(run({}).status).to.equal(2)
  })
})
