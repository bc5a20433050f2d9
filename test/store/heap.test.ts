import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { createHeapGuard, type HeapGuard, youngBytes } from '../../example-host/store/heap.js'
import type { JsonStore, Heap } from '../../example-host/store/index.js'
import * as support from './support.js'

const { failure, messages, newUser, opened, send, temporaryDirectory } = support

/** A heap of 1,000 bytes, of which a test says what lives in it and what is garbage. */
class TestHeap implements Heap {
  readonly limit = 1_000
  living = 0
  garbage = 0
  collections = 0
  #listeners: (() => void)[] = []

  used(): number {
    return this.living + this.garbage
  }

  /** As V8 does by itself. */
  collectByItself(): void {
    this.garbage = 0
    for (const listener of this.#listeners) listener()
  }

  collect(): void {
    this.collections += 1
    this.garbage = 0
  }

  onCollected(listener: () => void): () => void {
    this.#listeners.push(listener)
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener)
    }
  }

  get listeners(): number {
    return this.#listeners.length
  }
}

describe('the guard of the heap', () => {
  let heap: TestHeap
  let guard: HeapGuard
  let now: number
  let logged: string[]

  beforeEach(() => {
    heap = new TestHeap()
    now = 0
    logged = []
    guard = createHeapGuard({ heap, now: () => now, log: (level) => logged.push(level) })
  })

  it('takes everything below 80 % of the limit, and collects nothing', () => {
    for (heap.living = 0; heap.living < 800; heap.living += 1) {
      expect(guard.isFull(), String(heap.living)).to.equal(false)
    }
    expect(heap.collections).to.equal(0)
    expect(logged).to.deep.equal([])
  })

  it('refuses what comes when 80 % of the limit live, and says so once', () => {
    heap.living = 800
    for (let n = 0; n < 50; n++) expect(guard.isFull()).to.equal(true)
    expect(logged).to.deep.equal(['error'])
    expect(heap.collections).to.equal(1)
  })

  it('does not take garbage for posts', () => {
    heap.living = 600
    expect(guard.isFull()).to.equal(false)
    heap.collectByItself()
    heap.garbage = 390
    for (let n = 0; n < 50; n++) expect(guard.isFull()).to.equal(false)
    expect(heap.collections).to.equal(0)
    expect(logged).to.deep.equal([])
  })

  it('collects before it refuses when nothing was collected yet', () => {
    heap.living = 300
    heap.garbage = 690
    expect(guard.isFull()).to.equal(false)
    expect(heap.collections).to.equal(1)
  })

  it('counts what is being stored until the next collection knows it', async () => {
    heap.living = 700
    guard.isFull()
    heap.collectByItself()
    heap.garbage = 200
    expect(guard.isFull()).to.equal(false)
    await guard.counting(30, async () => {
      expect(guard.isFull()).to.equal(false)
      await guard.counting(30, () => {
        expect(guard.isFull()).to.equal(true)
        return Promise.resolve()
      })
    })
    expect(guard.isFull()).to.equal(true)
    heap.collectByItself()
    expect(guard.isFull()).to.equal(false)
  })

  it('does not count what was refused', async () => {
    heap.living = 700
    guard.isFull()
    heap.collectByItself()
    heap.garbage = 200
    const refused = guard.counting(500, () => Promise.reject(new Error('refused')))
    await failure(refused)
    expect(guard.isFull()).to.equal(false)
  })

  it('takes posts again below 75 %, not before', () => {
    heap.living = 800
    guard.isFull()
    heap.living = 780
    now += 60_000
    expect(guard.isFull()).to.equal(true)
    heap.living = 740
    expect(guard.isFull()).to.equal(false)
    heap.living = 790
    expect(guard.isFull()).to.equal(false)
    expect(logged).to.deep.equal(['error', 'info'])
  })

  it('asks for a collection every 30 s at most while it refuses', () => {
    heap.living = 900
    guard.isFull()
    for (now = 0; now < 300_000; now += 1_000) guard.isFull()
    expect(heap.collections).to.be.within(10, 11)
  })
})

describe("the part of V8's limit that is for young objects", () => {
  for (const [flags, mebibytes] of [
    ['', 48],
    ['--max-old-space-size=4096', 48],
    ['--max-semi-space-size=0', 48],
    ['--max-semi-space-size=32', 96],
    ['--max_semi_space_size 64 --import x.js', 192],
    ['--max-semi-space-size=64 --max-semi-space-size=8', 24],
  ] as const) {
    it(`is ${mebibytes} MiB with ${flags || 'no flags'}`, () => {
      expect(youngBytes(flags)).to.equal(mebibytes * 1024 * 1024)
    })
  }

  it('is what the limit has beside the old objects', () => {
    const flags = ['--max-old-space-size=512', '--max-semi-space-size=32']
    const script = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit)'
    const limit = execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' })
    expect(Number.parseInt(limit)).to.equal(512 * 1024 * 1024 + youngBytes(flags.join(' ')))
  })
})

describe('store: memory', () => {
  let heap: TestHeap
  let store: JsonStore
  let directory: string
  beforeEach(async () => {
    heap = new TestHeap()
    directory = await temporaryDirectory()
    store = await opened(directory, { heap })
  })
  afterEach(support.cleanUp)

  it('without room refuses what would grow, and goes on with all else', async () => {
    const anna = await newUser(store, 'anna')
    const [post] = await send(store, ['before'])
    heap.living = 850
    const teamId = await support.mainTeam(store)
    const refused: Record<string, Promise<unknown>> = {
      'a post': send(store, ['refused']),
      'a change of a post': store.adapters.posts.update(
        post?.id ?? '',
        { message: 'longer', version: 1 },
        0,
      ) as Promise<unknown>,
      'an edit of a post': store.posts.edit(post?.id ?? '', 'longer'),
      'a person': newUser(store, 'ben'),
      'a webhook': store.adapters.webhooks.create(support.newWebhook('w')) as Promise<unknown>,
      'a channel': store.channels.create({
        teamId,
        type: 'public',
        name: 'open',
        displayName: '',
        creatorId: anna.id,
      }),
    }
    for (const [what, promise] of Object.entries(refused)) {
      const error = await failure(promise)
      expect(error, what).to.include({ code: 'storage_unavailable', retryAfterSeconds: 30 })
    }
    expect(await messages(store)).to.deep.equal(['before'])
    expect(await store.posts.delete(post?.id ?? '')).to.equal(true)
    expect(await messages(store)).to.deep.equal([])
    await store.adapters.sessions.create({ id: 's', userId: anna.id, expiresAt: 9e15 })
    await store.adapters.sessions.deleteForUser(anna.id)
    await store.markViewed(anna.id, 'channel')
    expect(await store.users.setActive(anna.id, false)).to.equal(true)
    expect(store.health().state).to.equal('full')
    expect(store.health().reason).to.match(/Memory is nearly full/)
  })

  it('with room again takes posts, and a restart has what was accepted', async () => {
    await send(store, ['one'])
    heap.living = 850
    await failure(send(store, ['refused']))
    heap.living = 100
    await send(store, ['two'])
    expect(store.health()).to.include({ state: 'ok', reason: '' })
    await store.close()
    expect(await messages(await opened(directory))).to.deep.equal(['one', 'two'])
    expect(heap.listeners).to.equal(0)
  })
})
