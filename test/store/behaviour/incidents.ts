import { expect } from 'chai'
import type { PostBatch } from 'express-incoming-webhooks/adapters'
import type { ChatStore } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import type { OpenSession } from './session.js'
import {
  CHANGED,
  edit,
  find,
  later,
  openIncidents,
  type IncidentSession,
} from './incident-session.js'

const { onceFor, postsOf } = support
type Incident = support.Incident

/** Incidents that programs report about, as a store has them after a restart too. */
export function describeIncidents(open: OpenSession): void {
  let session: IncidentSession
  let store: ChatStore
  let channelId: string
  let begin: IncidentSession['begin']
  let write: IncidentSession['write']
  let eachStore: IncidentSession['eachStore']
  beforeEach(async () => {
    session = await openIncidents(open)
    ;({ store, channelId, begin, write, eachStore } = session)
  })

  const list = async (from: ChatStore, offset = 0, limit = 100): Promise<unknown[]> => {
    const { items, total } = await from.adapters.posts.listIncidents('webhook', { offset, limit })
    return [...items.map(({ key }) => key), `of ${total}`]
  }
  const messages = (from: ChatStore): Promise<string[]> => support.messages(from, channelId)

  it('an incident is stored with its first post, which shows it', async () => {
    const incident = await begin('db-1', { state: 'closed', until: 7, at: 5, title: 'Ä "disk" 💾' })
    const [post] = await store.posts.page(channelId)
    expect(incident.postId).to.equal(post?.id)
    await eachStore(async (from, which) => {
      expect(await find(from, incident), which).to.deep.equal(incident)
      expect(await list(from), which).to.deep.equal(['db-1', 'of 1'])
    })
  })

  it('of several first events at once one is stored, and one post', async () => {
    const first = { incident: session.incidentOf('db-1'), expectedVersion: null }
    const results = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) => write([text], { incident: first })),
    )
    const [stored] = results.filter((result) => result.stored)
    expect(results.filter((result) => !result.stored)).to.deep.equal(Array(4).fill(CHANGED))
    const [post] = stored ? postsOf(stored) : []
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal([post?.message])
      expect(await find(from, first.incident), which).to.include({ postId: post?.id })
    })
  })

  it('of several changes of one version one is stored, with its edit and its reply', async () => {
    const incident = await begin('db-1')
    const texts = ['1', '2', '3', '4', '5']
    const results = await Promise.all(
      texts.map((title) =>
        write([`reply ${title}`], {
          edit: edit(incident.postId, title),
          incident: later(incident, { title }),
        }),
      ),
    )
    const winners = texts.filter((_, index) => results[index]?.stored)
    expect(winners).to.have.lengthOf(1)
    const [title = ''] = winners
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal([title, `reply ${title}`])
      expect(await find(from, incident), which).to.include({ title, count: 2, version: 2 })
    })
  })

  it('nothing of a batch is stored if its incident or the post it edits is not as expected', async () => {
    const incident = await begin('db-1')
    const id = incident.postId
    const once = onceFor('key')
    const wrong: readonly Omit<PostBatch, 'posts'>[] = [
      { incident: { incident, expectedVersion: null } },
      { incident: { incident, expectedVersion: 0 }, edit: edit(id, 'edited') },
      { incident: { incident, expectedVersion: 2 } },
      {
        incident: { incident: session.incidentOf('other'), expectedVersion: 1 },
        edit: edit(id, 'edited'),
      },
      { incident: later(incident), edit: edit(id, 'edited', 2) },
      {
        incident: { incident: session.incidentOf('other'), expectedVersion: null },
        edit: edit(id, 'x', 2),
      },
      { edit: edit(id, 'edited', 3) },
      { incident: later(incident), edit: edit('unknown', 'edited') },
    ]
    for (const parts of wrong) {
      expect(await write(['reply'], { once, ...parts }), JSON.stringify(parts)).to.deep.equal(
        CHANGED,
      )
      expect(await write([], parts), JSON.stringify(parts)).to.deep.equal(CHANGED)
    }
    await eachStore(async (from, which) => {
      expect(await messages(from), which).to.deep.equal(['db-1'])
      expect(await find(from, incident), which).to.deep.equal(incident)
      expect(await list(from), which).to.deep.equal(['db-1', 'of 1'])
      expect(await from.adapters.posts.findBatch('webhook', 'key'), which).to.equal(null)
    })
  })

  it('a batch may change only an incident, or only a post', async () => {
    const incident = await begin('db-1')
    const counted = later(incident)
    expect(await write([], { incident: counted })).to.deep.equal({
      stored: true,
      posts: [],
      edited: null,
    })
    const before = await store.posts.byId(incident.postId)
    const result = await write([], { edit: edit(incident.postId, 'edited') })
    const after = await store.posts.byId(incident.postId)
    expect(result).to.deep.equal({ stored: true, posts: [], edited: after })
    expect(after).to.deep.include({ message: 'edited', version: 1, createAt: before?.createAt })
    expect(after?.updateAt).to.be.above(before?.updateAt ?? Infinity)
    await eachStore(async (from, which) => {
      expect(await find(from, incident), which).to.deep.equal(counted.incident)
      expect(await from.posts.byId(incident.postId), which).to.deep.equal(after)
    })
  })

  it('of a repeated request the first answer counts, whatever has become of the incident', async () => {
    const once = onceFor('key')
    const incident = session.incidentOf('db-1')
    const first = await write(['first'], { once, incident: { incident, expectedVersion: null } })
    const again = await write(['again'], { once, incident: { incident, expectedVersion: null } })
    expect('earlier' in again).to.equal(true)
    expect(postsOf(again)).to.deep.equal(postsOf(first))
    expect(await messages(store)).to.deep.equal(['first'])
    const two = await Promise.all([
      write(['x'], { once: onceFor('k2'), incident: later(incident) }),
      write(['y'], { once: onceFor('k2'), incident: later(incident) }),
    ])
    expect(two.map(({ stored }) => stored)).to.have.members([true, false])
    expect(two.filter((result) => 'earlier' in result)).to.have.lengthOf(1)
  })

  it('incidents that have expired are not there, and others may take their place', async () => {
    const { clock } = session
    const incident = await begin('db-1', { expiresAt: clock.now + 1_000, lastAt: clock.now })
    await begin('db-2', { lastAt: clock.now + 1 })
    expect(await list(store)).to.deep.equal(['db-2', 'db-1', 'of 2'])
    clock.now += 1_000
    expect(await find(store, incident)).to.equal(null)
    expect(await list(store)).to.deep.equal(['db-2', 'of 1'])
    expect(await write(['late'], { incident: later(incident) })).to.deep.equal(CHANGED)
    const next = await begin('db-1', {
      version: 5,
      lastAt: clock.now,
      expiresAt: clock.now + 60_000,
    })
    await eachStore(async (from, which) => {
      expect(await find(from, next), which).to.deep.equal(next)
      expect(await list(from), which).to.deep.equal(['db-1', 'db-2', 'of 2'])
    })
  })

  it('incidents are listed by their last event, the latest first, in pages', async () => {
    const { clock } = session
    const begun: Incident[] = []
    for (const key of ['a', 'b', 'c', 'd']) {
      begun.push(await begin(key, { lastAt: clock.now + begun.length }))
    }
    const [a = session.incidentOf('a')] = begun
    await write([], { incident: later(a, { lastAt: clock.now + 100 }) })
    await begin('elsewhere', { webhookId: 'other' })
    await eachStore(async (from, which) => {
      expect(await list(from), which).to.deep.equal(['a', 'd', 'c', 'b', 'of 4'])
      expect(await list(from, 1, 2), which).to.deep.equal(['d', 'c', 'of 4'])
      expect(await list(from, 4, 2), which).to.deep.equal(['of 4'])
    })
  })

  it('incidents of other webhooks, channels and keys are others', async () => {
    const kept = [
      await begin('db-1'),
      await begin('db-1', { webhookId: 'other' }),
      await begin('db-1', { channelId: 'elsewhere' }),
      await begin('DB-1'),
      await begin(' db-1'),
      await begin('elsewhere db-1'),
      await begin(`${channelId} db-1`),
    ]
    await eachStore(async (from, which) => {
      for (const incident of kept) expect(await find(from, incident), which).to.deep.equal(incident)
    })
  })

  it('incidents are deleted with their webhook', async () => {
    await store.adapters.webhooks.create(support.newWebhook('gone'))
    const gone = await begin('db-1', { webhookId: 'gone' })
    const kept = await begin('db-1')
    await store.adapters.webhooks.delete('gone')
    await eachStore(async (from, which) => {
      expect(await find(from, gone), which).to.equal(null)
      const page = { offset: 0, limit: 1 }
      const listed = await from.adapters.posts.listIncidents('gone', page)
      expect(listed, which).to.deep.equal({ items: [], total: 0 })
      expect(await find(from, kept), which).to.deep.equal(kept)
    })
  })
}
