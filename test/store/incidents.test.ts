import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { FORMAT_VERSION, writeChecked } from '../../example-host/store/disk/checked-file.js'
import { encodeRecord } from '../../example-host/store/disk/journal-record.js'
import {
  type ChatStore,
  type JsonStore,
  nodeFileSystem,
  openStore,
} from '../../example-host/store/index.js'
import { MAX_INCIDENTS } from '../../example-host/store/memory/webhook-incidents.js'
import { allOr } from '../support/all.js'
import { jsonSession } from './behaviour/session.js'
import { describeIncidents } from './behaviour/incidents.js'
import { describeIncidentsOfPeople } from './behaviour/incidents-of-people.js'
import { faultyFs, unsyncedFs } from './faults.js'
import { ModelDisk } from './power/model-disk.js'
import * as support from './support.js'

const { newPost, newIncident, newIncidents, onceFor, opened, postsOf, temporaryDirectory } = support
type Incident = support.Incident

/** Writes an incident of which nothing is known yet. */
async function put(store: ChatStore, incident: Incident): Promise<void> {
  const write = { incident, expectedVersion: null }
  await store.adapters.posts.createBatch({ posts: [], incident: write })
}

async function putEach(store: ChatStore, incidents: readonly Incident[]): Promise<void> {
  for (let i = 0; i < incidents.length; i += 500) {
    await Promise.all(incidents.slice(i, i + 500).map((incident) => put(store, incident)))
  }
}

async function find(store: ChatStore, key: string, webhookId = 'webhook'): Promise<unknown> {
  return store.adapters.posts.findIncident(webhookId, 'channel', key)
}

async function count(store: ChatStore, webhookId = 'webhook'): Promise<number> {
  const page = { offset: 0, limit: 1 }
  return (await store.adapters.posts.listIncidents(webhookId, page)).total
}

/** What is there of the incident `db-1`, its posts and its idempotency key. */
async function stateOf(store: ChatStore): Promise<string> {
  const { posts } = store.adapters
  const incident = await posts.findIncident('webhook', 'channel', 'db-1')
  const batch = await posts.findBatch('webhook', 'key')
  const texts = await support.messages(store)
  return [...texts, Number(incident?.version ?? 0), batch !== null].join()
}

const NO_INCIDENTS = '"things":[\n],\n'

/** Writes the state file anew, with a valid checksum and without the file before it. */
async function rewriteState(directory: string, change: (state: string) => string): Promise<void> {
  const path = join(directory, 'state.json')
  const state = (await readFile(path, 'utf8')).replace(/,"crc32":.*\n$/, '')
  expect(change(state)).to.not.equal(state)
  await writeChecked(nodeFileSystem, path, [change(state)])
  await nodeFileSystem.unlink(`${path}.bak`)
}

/** Of this process alone: a store is owned by its name, also on a disk in memory. */
const DIRECTORY = `/incidents-${process.pid}`

/** Opens a journal on a disk in memory, and answers what `read` finds. */
async function inMemory(journal: Buffer, read: typeof stateOf): Promise<string> {
  const directories = ['/', DIRECTORY, join(DIRECTORY, 'posts')].map(
    (path) => [path, null] as const,
  )
  const fs = new ModelDisk(new Map([...directories, [join(DIRECTORY, 'journal-1'), journal]]))
  const store = await openStore({ fs, dir: DIRECTORY })
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

/** The bytes that a change adds to the journal. */
async function journaled(store: JsonStore, change: () => Promise<unknown>): Promise<number> {
  const before = store.health().journaledBytes
  await change()
  return store.health().journaledBytes - before
}

describe('store: incidents', () => {
  afterEach(support.cleanUp)

  describeIncidents(jsonSession)

  describeIncidentsOfPeople(jsonSession)
})

describe('store: incidents in the files', () => {
  let directory: string
  beforeEach(async () => {
    directory = await temporaryDirectory()
  })
  afterEach(support.cleanUp)

  it('a journal that was cut at any byte holds a post, its edit, its incident and its key, or none of them', async () => {
    const store = await opened(directory)
    const incident = newIncident('db-1')
    const begun = { posts: [newPost('open')], incident: { incident, expectedVersion: null } }
    const [post] = postsOf(await store.adapters.posts.createBatch(begun))
    const postId = String(post?.id)
    await store.adapters.posts.createBatch({
      posts: [newPost('reply')],
      once: onceFor('key', 'print', Date.now() + 1e9),
      edit: { id: postId, changes: { message: 'over', version: 1 }, expectedVersion: 0 },
      incident: { incident: { ...incident, postId, version: 2 }, expectedVersion: 1 },
    })
    const bytes = await readFile(join(directory, 'journal-1'))
    const states = new Set<string>()
    // A record is longer than the step.
    for (let length = bytes.length; length >= 0; length -= allOr(1, 31)) {
      states.add(await inMemory(bytes.subarray(0, length), stateOf))
    }
    expect([...states].sort()).to.deep.equal(['0,false', 'open,1,false', 'over,reply,2,true'])
  })

  it('a store of format 3 is opened, and gets a journal that older programs refuse', async () => {
    let store = await opened(directory)
    await support.send(store, ['old'])
    await store.close()
    await rewriteState(directory, (state) =>
      state.replace(`"version":${FORMAT_VERSION}`, '"version":3').replace(NO_INCIDENTS, ''),
    )
    const journal = join(directory, 'journal-2')
    const record = encodeRecord('{"journal":2,"version":3}')
    await nodeFileSystem.unlink(journal)
    const file = await nodeFileSystem.open(journal, 'w', 0o600)
    await file.write(record, 0, record.length, 0)
    await file.close()
    store = await opened(directory)
    await put(store, newIncident('db-1'))
    const files = await support.readStore(directory)
    expect(files.get('journal-2')?.toString()).to.equal(record.toString())
    expect(files.get('journal-3')?.toString()).to.include(
      `{"journal":3,"version":${FORMAT_VERSION}}`,
    )
    await store.close()
    store = await opened(directory)
    expect(await support.messages(store)).to.deep.equal(['old'])
    expect(await find(store, 'db-1')).to.include({ version: 1 })
  })

  it('a state file of this format without its incidents is refused', async () => {
    const store = await opened(directory)
    await support.send(store, ['one'])
    await store.close()
    await rewriteState(directory, (state) => state.replace(NO_INCIDENTS, ''))
    const error = String(await support.failure(opened(directory)))
    expect(error, error).to.include('table things is missing')
  })

  it('10,000 incidents of a webhook are kept, and the oldest of more go, the same ones after a restart; an event costs one small record, and so does the end of all', async () => {
    const store = await opened(directory, { fs: unsyncedFs, snapshotAfter: 1e9 })
    await store.adapters.webhooks.create(support.newWebhook('webhook'))
    const now = Date.now()
    // In another order than they were written.
    await putEach(
      store,
      newIncidents(MAX_INCIDENTS + 300, (n) => ({ lastAt: now + (n % 2 === 0 ? n : -n) })),
    )
    await put(store, newIncident('incident 0', { webhookId: 'other' }))
    const kept = async (from: ChatStore): Promise<unknown[]> => [
      await count(from),
      // The oldest 300 are the odd ones from 9,701 on.
      ...(
        await Promise.all([10_299, 9_701, 9_699, 10_298, 0].map((n) => find(from, `incident ${n}`)))
      ).map((incident) => incident !== null),
      await count(from, 'other'),
    ]
    const expected = [MAX_INCIDENTS, false, false, true, true, true, 1]
    expect(await kept(store)).to.deep.equal(expected)
    const crashed = await support.copyOf(directory)
    await store.close()
    for (const path of [crashed, directory]) {
      const again = await opened(path, { fs: unsyncedFs, snapshotAfter: 1e9 })
      expect(await kept(again)).to.deep.equal(expected)
      const bytes = await journaled(again, () => put(again, newIncident('one more')))
      expect(bytes).to.be.within(100, 1_000)
      const deleted = await journaled(again, async () => again.adapters.webhooks.delete('webhook'))
      expect(deleted).to.be.within(10, 200)
      expect(await count(again)).to.equal(0)
    }
  })

  it('expired incidents leave the files with the next snapshot', async () => {
    let now = 1_000
    const clock = (): number => now
    let store = await opened(directory, { clock })
    await put(store, newIncident('short', { lastAt: now, expiresAt: now + 10 }))
    await put(store, newIncident('long', { lastAt: now, expiresAt: now + 1_000 }))
    now += 10
    await store.close()
    expect(await readFile(join(directory, 'state.json'), 'utf8'))
      .to.include('"long"')
      .and.not.include('"short"')
    store = await opened(directory, { clock })
    expect(await count(store)).to.equal(1)
  })

  it('changes of many incidents at once share their writes to the disk', async () => {
    let syncs = 0
    const fs = faultyFs((call) => {
      if (call === 'datasync') syncs += 1
      return undefined
    })
    const store = await opened(directory, { fs })
    await putEach(
      store,
      newIncidents(200, () => ({})),
    )
    syncs = 0
    await Promise.all(
      newIncidents(200, () => ({ version: 2 })).map(async (incident) => {
        const posts = [newPost(incident.key)]
        const write = { incident, expectedVersion: 1 }
        expect(await store.adapters.posts.createBatch({ posts, incident: write })).to.include({
          stored: true,
        })
      }),
    )
    expect(syncs).to.be.within(1, 3)
  })

  it('new incidents are refused while memory is full, and known ones still change', async () => {
    const heap = { limit: 100, living: 0 }
    const store = await opened(directory, {
      heap: {
        limit: heap.limit,
        used: () => heap.living,
        collect: () => undefined,
        onCollected: () => () => undefined,
      },
    })
    const incident = newIncident('known')
    await put(store, incident)
    heap.living = 99
    expect(await support.failureCode(put(store, newIncident('new')))).to.equal(
      'storage_unavailable',
    )
    const write = { incident: { ...incident, version: 2 }, expectedVersion: 1 }
    await store.adapters.posts.createBatch({ posts: [], incident: write })
    expect(await find(store, 'known')).to.include({ version: 2 })
    expect(await find(store, 'new')).to.equal(null)
  })
})
