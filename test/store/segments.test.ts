import { expect } from 'chai'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { HookPost } from 'express-incoming-webhooks'
import { writeChecked } from '../../example-host/store/disk/checked-file.js'
import { type ChatStore, nodeFileSystem } from '../../example-host/store/index.js'
import { SegmentLayout } from '../../example-host/store/memory/segment-layout.js'
import { diskError, faultyFs, unsyncedFs } from './faults.js'
import * as support from './support.js'

const { failure, messages, opened, send, temporaryDirectory } = support

const BOUNDS = { posts: 10, bytes: 5_000 }

interface Segment {
  readonly version: number
  readonly segment: number
  /** Each post follows its index. */
  readonly posts: readonly (HookPost | readonly unknown[])[]
}

/** The posts of a segment file. */
async function postsIn(path: string): Promise<HookPost[]> {
  const { posts } = JSON.parse(await readFile(path, 'utf8')) as Segment
  return posts.filter((each): each is HookPost => !Array.isArray(each))
}

/** The messages in each segment file, by number. */
async function segmentsIn(directory: string): Promise<string[][]> {
  const names = (await readdir(join(directory, 'posts'))).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(
    names.sort().map(async (name) => postsIn(join(directory, 'posts', name))),
  )
  return files.map((posts) => posts.map(({ message }) => message))
}

async function stateOf(directory: string): Promise<{ readonly segments: readonly number[] }> {
  return JSON.parse(await readFile(join(directory, 'state.json'), 'utf8')) as {
    segments: number[]
  }
}

async function fill(store: ChatStore, count: number, bytes: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, n) => `${n}`.padEnd(bytes, '.'))
  for (const text of texts) await send(store, [text])
  return texts
}

describe('store: segments', () => {
  afterEach(support.cleanUp)

  it('end at a number of posts or of bytes, whichever comes first', async () => {
    const directory = await temporaryDirectory()
    const options = { fs: unsyncedFs, segmentBounds: BOUNDS }
    const store = await opened(directory, options)
    const small = await fill(store, 25, 10)
    const large = await fill(store, 7, 2_000)
    await store.close()
    const counts = (await segmentsIn(directory)).map(({ length }) => length)
    expect(counts).to.deep.equal([10, 10, 7, 3, 2])
    expect((await stateOf(directory)).segments).to.deep.equal(counts)
    expect(await messages(await opened(directory, options))).to.deep.equal([...small, ...large])
  })

  it('of 16 MiB at most hold large posts', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory)
    for (let n = 0; n < 30; n++) {
      await send(store, [String(n)], { props: { card: 'x'.repeat(740_000) } })
    }
    await store.close()
    const names = (await readdir(join(directory, 'posts'))).filter((name) => name.endsWith('.json'))
    expect(names.sort()).to.deep.equal(['000000.json', '000001.json'])
    for (const name of names) {
      const { size } = await stat(join(directory, 'posts', name))
      expect(size).to.be.below(17 * 1024 * 1024)
    }
    expect(await messages(await opened(directory))).to.have.lengthOf(30)
  })

  it('are not written again because posts came while they were written', async () => {
    const directory = await temporaryDirectory()
    const written: string[] = []
    const arriving: Promise<unknown>[] = []
    const fs = faultyFs((call, path) => {
      if (call !== 'open' || !path.endsWith('.json.tmp') || path.includes('state')) return undefined
      if (written.push(basename(path, '.json.tmp')) === 1) arriving.push(send(store, ['meanwhile']))
      return undefined
    })
    const store = await opened(directory, { fs, segmentBounds: BOUNDS, snapshotAfter: 2_000 })
    const texts = Array.from({ length: 25 }, (_, n) => `${n}`)
    await send(store, texts)
    while (arriving.length === 0) await setImmediate()
    await Promise.all(arriving)
    await store.close()
    expect(await messages(await opened(directory))).to.deep.equal([...texts, 'meanwhile'])
    expect(written.filter((segment) => segment === '000000')).to.have.lengthOf(1)
  })

  it('keep their posts when these grow past the bound, over restarts and failed snapshots', async () => {
    const directory = await temporaryDirectory()
    let isBroken = false
    const fs = faultyFs((call, path) =>
      isBroken && call === 'rename' && path.endsWith('state.json') ? diskError('EIO') : undefined,
    )
    let store = await opened(directory, { fs, segmentBounds: BOUNDS })
    const posts = []
    for (let n = 0; n < 14; n++) posts.push(...(await send(store, [String(n)])))
    await store.close()
    expect((await stateOf(directory)).segments).to.deep.equal([10, 4])
    const expected = posts.map(({ message }) => message)
    for (const place of [1, 11, 12, 13]) {
      store = await opened(directory, { fs, segmentBounds: BOUNDS })
      const { id = '' } = posts[place] ?? {}
      const changes = { props: { card: 'x'.repeat(6_000) }, version: 1 }
      await store.adapters.posts.update(id, changes, 0)
      expected.push(`new ${place}`)
      await send(store, [`new ${place}`])
      // The segments are written, the state file that counts on them is not.
      isBroken = place === 12
      await store.close()
      isBroken = false
    }
    store = await opened(directory, { fs, segmentBounds: BOUNDS })
    expect(await messages(store)).to.deep.equal(expected)
    expect((await segmentsIn(directory)).flat()).to.deep.equal(expected)
    expect((await stateOf(directory)).segments[0]).to.equal(10)
  })

  it('of format 1 open, whatever their size, and are written on behind', async () => {
    const directory = await oldStore(2_003)
    let store = await opened(directory)
    const expected = Array.from({ length: 2_003 }, (_, n) => `old ${n}`)
    expect(await messages(store)).to.deep.equal([...expected, 'of the journal'])
    await send(store, ['new'])
    expect(
      (await readdir(directory)).filter((name) => name.startsWith('journal')).sort(),
    ).to.deep.equal(['journal-1', 'journal-2'])
    store = await opened(await support.copyOf(directory))
    expect(await messages(store)).to.deep.equal([...expected, 'of the journal', 'new'])
    await store.close()
  })

  it('with too few or too many posts are refused, but too many in the last', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory, { segmentBounds: BOUNDS })
    await fill(store, 25, 10)
    await store.close()
    const path = (segment: number): string => join(directory, 'posts', `00000${segment}.json`)
    const whole = await postsIn(path(1))
    const rewrite = async (segment: number, posts: readonly HookPost[]): Promise<void> => {
      const lines = posts.map((post, n) => `${n > 0 ? ',' : ''}\n${JSON.stringify(post)}`)
      const head = `{"version":2,"segment":${segment},"posts":[`
      await writeChecked(nodeFileSystem, path(segment), [head, ...lines, '\n]'])
    }
    for (const posts of [whole.slice(1), [...whole, { ...whole[0], id: 'x' }]]) {
      await rewrite(1, posts as readonly HookPost[])
      expect(await failure(opened(directory))).to.include({ name: 'StoreCorrupt', file: path(1) })
    }
    await rewrite(1, [...whole.slice(1), ...whole.slice(0, 1)])
    await rewrite(2, whole.slice(0, 5))
    expect(String(await failure(opened(directory)))).to.match(/a post occurs twice\. Restore/)
  })
})

describe('store: which posts are in which segment', () => {
  it('a segment ends where its file was full, and posts before it stay in it', () => {
    const layout = new SegmentLayout()
    const changedBy = (place: number): number[] => {
      for (const segment of layout.changed()) layout.markChanged(segment, false)
      layout.noteChange(place)
      return layout.changed()
    }
    layout.noteOpenWritten(7, false)
    expect(layout.counts()).to.deep.equal([7])
    layout.noteOpenWritten(9, true)
    layout.noteOpenWritten(3, true)
    expect(layout.counts()).to.deep.equal([9, 3])
    layout.noteOpenWritten(1, false)
    expect(layout.counts()).to.deep.equal([9, 3, 1])
    const segments = [0, 8, 9, 11, 12, 500].map((place) => changedBy(place))
    expect(segments).to.deep.equal([[0], [0], [1], [1], [2], [2]])
  })
})

/** A store as the first format had it: a thousand posts in each file, a record for each commit. */
async function oldStore(posts: number): Promise<string> {
  const { encodeRecord } = await import('../../example-host/store/disk/journal-record.js')
  const directory = await support.storeOf(new Map())
  const store = await opened(await temporaryDirectory())
  const [model] = await send(store, ['model'])
  const team = store.teams[0]
  const old = Array.from({ length: posts }, (_, n) => ({
    ...model,
    id: `old-${n}`,
    message: `old ${n}`,
    createAt: n + 1,
    updateAt: n + 1,
  }))
  for (let segment = 0; segment * 1_000 < posts; segment++) {
    const part = old.slice(segment * 1_000, (segment + 1) * 1_000)
    const lines = part.map((post, n) => `${n > 0 ? ',' : ''}\n${JSON.stringify(post)}`)
    const path = join(directory, 'posts', `00000${segment}.json`)
    const head = `{"version":1,"segment":${segment},"posts":[`
    await writeChecked(nodeFileSystem, path, [head, ...lines, '\n]'])
  }
  const tables = ['users', 'teams', 'channels', 'members', 'views', 'webhooks', 'sessions']
  const lines = [...tables, 'batches', 'settings'].map((table, n) => {
    const row = table === 'teams' ? `\n${JSON.stringify(team)}` : ''
    return `${n > 0 ? ',' : ''}\n"${table}":[${row}\n]`
  })
  const head = `{"version":1,"generation":1,"posts":${posts},"lastTime":${posts},"tables":{`
  await writeChecked(nodeFileSystem, join(directory, 'state.json'), [head, ...lines, '\n}'])
  const last = { ...model, id: 'last', message: 'of the journal' }
  const records = ['{"journal":1,"version":1}', JSON.stringify({ posts: [last] })]
  await writeFile(join(directory, 'journal-1'), Buffer.concat(records.map(encodeRecord)))
  return directory
}
