import { expect } from 'chai'
import type { JsonStore } from '../../example-host/store/index.js'
import { encodeRecord } from '../../example-host/store/disk/journal-record.js'
import { FORMAT_VERSION } from '../../example-host/store/disk/checked-file.js'
import { written, type WrittenPost } from '../../example-host/store/memory/kept-post.js'
import { allOf } from '../../example-host/store/memory/post-reader.js'
import { Timeline } from '../../example-host/store/memory/timeline.js'
import { describeEdits } from './behaviour/edits.js'
import { jsonSession } from './behaviour/session.js'
import * as support from './support.js'

const { messages, newPost, opened, readStore, send, temporaryDirectory } = support

/** What a restart makes of a store: from its journals, as after a crash, and from its snapshot. */
async function restarts(
  directory: string,
  store: JsonStore,
): Promise<readonly (readonly [how: string, store: JsonStore])[]> {
  const crashed = await opened(await support.copyOf(directory))
  await store.close()
  return [
    ['from the journals', crashed],
    ['from the snapshot', await opened(directory)],
  ]
}

describe('store: edited and deleted posts', () => {
  afterEach(support.cleanUp)

  describeEdits(jsonSession)
})

describe('store: deleted posts in the files', () => {
  let directory: string
  let store: JsonStore
  beforeEach(async () => {
    directory = await temporaryDirectory()
    store = await opened(directory)
  })
  afterEach(support.cleanUp)

  const remove = async (post: { readonly id: string } | undefined): Promise<boolean> =>
    store.posts.delete(post?.id ?? '')

  it('also remove a reply that is stored after its root was deleted', async () => {
    const timeline = new Timeline()
    const at = (id: string, time: number, changes: object = {}): WrittenPost =>
      written({ ...newPost(id), id, createAt: time, updateAt: time, ...changes })
    timeline.put(at('root', 1))
    timeline.put(at('root', 2, { createAt: 1, deleteAt: 2 }))
    expect(timeline.put(at('late', 3, { rootId: 'root' }))).to.equal(null)
    expect(timeline.byId('late')).to.equal(null)
    expect(timeline.stored('late')).to.include({ message: '', deleteAt: 3 })
    expect(timeline.put(at('late', 3, { rootId: 'root' }))).to.equal(null)
    expect(await allOf(timeline.list('channel', {}))).to.deep.equal([])
  })

  it('lose their content, in memory and in the files of the next snapshot', async () => {
    const [secret] = await send(store, ['password123'], { props: { card: 'password456' } })
    await send(store, ['reply password789'], { rootId: secret?.id ?? '' })
    await remove(secret)
    await store.close()
    const files = [...(await readStore(directory))].filter(([path]) => /^posts.*json$/.test(path))
    expect(files).to.have.lengthOf(1)
    for (const [path, bytes] of files) expect(bytes.toString(), path).to.not.include('password')
  })

  it('keep their places in the files, whatever a snapshot has written before', async () => {
    await store.close()
    const bounds = { segmentBounds: { posts: 3, bytes: 1e6 } }
    store = await opened(directory, bounds)
    const posts = await send(store, Array.from('abcdefgh'))
    const roots = await send(store, Array.from('xyz'), { rootId: posts[0]?.id ?? '' })
    await store.close()
    for (const post of [posts[4], posts[0], posts[7]]) {
      store = await opened(directory, bounds)
      await remove(post)
      await store.close()
    }
    store = await opened(directory, bounds)
    await send(store, ['later'])
    expect(await messages(store)).to.deep.equal([...Array.from('bcdfg'), 'later'])
    expect(roots).to.have.lengthOf(3)
  })

  it('in a store of format 2 are recorded in a journal of the present format, which older programs refuse', async () => {
    const [post] = await send(store, ['old'])
    await store.close()
    const records = ['{"journal":1,"version":2}', JSON.stringify([{ posts: [post] }])]
    const old = new Map([['journal-1', Buffer.concat(records.map(encodeRecord))]])
    directory = await support.storeOf(old)
    store = await opened(directory)
    expect(await messages(store)).to.deep.equal(['old'])
    await remove(post)
    const files = await readStore(directory)
    expect(files.get('journal-1')).to.deep.equal(old.get('journal-1'))
    expect(files.get('journal-2')?.toString()).to.include(
      `{"journal":2,"version":${FORMAT_VERSION}}`,
    )
    for (const [how, again] of await restarts(directory, store)) {
      expect(await messages(again), how).to.deep.equal([])
    }
  })

  it('need one small record of the journal for a thread of 3,200 replies', async () => {
    const [root] = await send(store, ['root'])
    const rootId = root?.id ?? ''
    const texts = Array.from({ length: 64 }, (_, n) => `reply ${n}`)
    await Promise.all(Array.from({ length: 50 }, () => send(store, texts, { rootId })))
    const before = store.health().journaledBytes
    await remove(root)
    expect(store.health().journaledBytes - before).to.be.below(1_000)
    expect(await messages(store)).to.deep.equal([])
  })
})
