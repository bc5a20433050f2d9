import { expect } from 'chai'
import type { ChatStore } from '../../example-host/store/index.js'
import { allOr } from '../support/all.js'
import { diskError, faultyFs, unsyncedFs as fs } from './faults.js'
import * as support from './support.js'

/** Of the calls to the disk after which the process dies. */
const LAST_CALLS = allOr(
  [25, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 70, 90, 1e9],
  [25, 36, 45, 54, 1e9],
)
const MANY = allOr(100_000, 10_000)

const { messages, opened, send, temporaryDirectory } = support

async function fill(store: ChatStore, count: number): Promise<void> {
  for (let i = 0; i < count; i += 500) {
    await Promise.all(Array.from({ length: 500 }, async (_, n) => send(store, [`m${i + n}`])))
  }
}

describe('store: snapshots', () => {
  afterEach(support.cleanUp)

  it('one taken while writes go on loses and doubles nothing, wherever the process dies', async () => {
    await support.forEach(LAST_CALLS, async (last) => {
      const directory = await temporaryDirectory()
      let calls = 0
      const dead = faultyFs(() => (calls++ > last ? diskError('EIO') : undefined))
      const store = await opened(directory, { fs: dead, snapshotAfter: 60_000 })
      const acknowledged: string[] = []
      const client = async (name: number): Promise<void> => {
        for (let i = 0; i < 60; i++) {
          const texts = [`${name}: ${i} a`, `${name}: ${i} b`]
          await send(store, texts)
          acknowledged.push(...texts)
        }
      }
      await Promise.allSettled(Array.from({ length: 20 }, async (_, name) => client(name)))
      await store.close().catch(() => undefined)
      const found = await messages(await opened(directory, { fs }))
      expect(found).to.include.members(acknowledged)
      expect(new Set(found).size).to.equal(found.length)
      for (let i = 0; i < found.length; i += 2) {
        expect(found[i + 1]).to.equal(found[i]?.replace(' a', ' b'))
      }
    })
  })

  it('one taken while posts change keeps the last change and lets the old journals go', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory, { fs, snapshotAfter: 50_000 })
    const [post] = await send(store, ['first'])
    for (let round = 0; round < 300; round++) {
      const changes = { props: { round }, version: round + 1 }
      await Promise.all([
        store.adapters.posts.update(post?.id ?? '', changes, round),
        send(store, [`m${round}`]),
      ])
    }
    await store.close()
    const again = await opened(directory, { fs })
    expect(await again.posts.byId(post?.id ?? '')).to.deep.include({ props: { round: 299 } })
    expect(await messages(again)).to.have.lengthOf(301)
    const journals = [...(await support.readStore(directory)).keys()].filter((file) =>
      file.startsWith('journal'),
    )
    expect(journals).to.have.lengthOf(2).and.not.include('journal-1')
  })

  it('an unchanged segment is not written again', async () => {
    const directory = await temporaryDirectory()
    let store = await opened(directory, { fs })
    await fill(store, 2_500)
    await store.close()
    store = await opened(directory, { fs })
    await send(store, ['one more'])
    await store.close()
    const files = [...(await support.readStore(directory)).keys()]
    expect(files.filter((file) => file.startsWith('posts')).sort()).to.deep.equal([
      'posts/000000.json',
      'posts/000001.json',
      'posts/000002.json',
      'posts/000002.json.bak',
    ])
    expect(await messages(await opened(directory, { fs }))).to.have.lengthOf(2_501)
  })

  it(`${MANY} posts open, from journals and from the snapshot`, async () => {
    const directory = await temporaryDirectory()
    let store = await opened(directory, { fs, snapshotAfter: 1e9 })
    await fill(store, MANY)
    const copy = await support.copyOf(directory)
    await store.close()
    for (const path of [copy, directory]) {
      store = await opened(path, { fs, snapshotAfter: 1e9 })
      expect(await messages(store)).to.have.lengthOf(MANY)
    }
  })
})
