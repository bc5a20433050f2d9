import { expect } from 'chai'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { fieldsOf } from '../../example-host/fields.js'
import { writeChecked } from '../../example-host/store/disk/checked-file.js'
import { encodeRecord } from '../../example-host/store/disk/journal-record.js'
import {
  type ChatStore,
  nodeFileSystem,
  StoreCorrupt,
  type StoredPost,
} from '../../example-host/store/index.js'
import { outlineOf, parsePost, withoutContent } from '../../example-host/store/memory/kept-post.js'
import { indexLine, parseIndex } from '../../example-host/store/memory/post-index.js'
import { allOf } from '../../example-host/store/memory/post-reader.js'
import { Timeline } from '../../example-host/store/memory/timeline.js'
import * as support from './support.js'

const { failure, newPost, opened, send, temporaryDirectory } = support

const BOUNDS = { segmentBounds: { posts: 4, bytes: 1e6 } }

function storedPost(changes: Partial<StoredPost> = {}): StoredPost {
  return {
    ...newPost('text'),
    createAt: 1_700_000_000_000,
    updateAt: 1_700_000_000_001,
    ...changes,
  }
}

const somebody = { userIds: ['anna', 'ben'], channelWide: null }
const everybody = { userIds: [], channelWide: 'channel' as const }

describe('store: the index of a post', () => {
  const posts: readonly (readonly [string, StoredPost])[] = [
    ['a post', storedPost()],
    ['a reply', storedPost({ rootId: 'root' })],
    ['a post of a person', storedPost({ webhookId: '' })],
    ['a post that mentions somebody', storedPost({ mentions: somebody })],
    ['a post that mentions everybody', storedPost({ mentions: everybody })],
    ['an edited post', storedPost({ version: 3, editAt: 5, updateAt: 1_800_000_000_000 })],
    ['a deleted post', withoutContent(storedPost(), 1_800_000_000_000)],
    ['a post with strange ids', storedPost({ id: '"],\n\\', userId: '\ud83d', rootId: 'ü 🙂' })],
  ]
  for (const [what, post] of posts) {
    it(`says what ${what} says`, () => {
      const line = indexLine(outlineOf(post)) ?? ''
      expect(line).to.not.include('\n')
      expect(parseIndex(JSON.parse(line))).to.deep.equal(outlineOf(post))
    })
  }

  it('says what any post says', () => {
    const time = fc.nat(Number.MAX_SAFE_INTEGER)
    const channelWide = fc.constantFrom(null, 'all', 'channel', 'here')
    const mentions = fc.record({ userIds: fc.array(fc.string()), channelWide })
    const ids = {
      id: fc.string(),
      channelId: fc.string(),
      userId: fc.string(),
      webhookId: fc.string(),
      rootId: fc.string(),
    }
    const times = { createAt: time, updateAt: time }
    const all = fc.record(
      { ...ids, ...times, deleteAt: time, mentions },
      {
        requiredKeys: [
          'id',
          'channelId',
          'userId',
          'webhookId',
          'rootId',
          'createAt',
          'updateAt',
          'mentions',
        ],
      },
    )
    fc.assert(
      fc.property(all, (outline) => {
        const line = indexLine(outline) ?? ''
        expect(parseIndex(JSON.parse(line))).to.deep.equal({ deleteAt: undefined, ...outline })
      }),
    )
  })

  const unsayable: readonly (readonly [string, string])[] = [
    ['a text for a time', JSON.stringify({ ...storedPost(), createAt: 'yesterday' })],
    [
      'an infinite time',
      JSON.stringify(storedPost()).replace(/"updateAt":\d+/, '"updateAt":1e999'),
    ],
    [
      'an infinite time of deletion',
      JSON.stringify(storedPost()).replace(/}$/, ',"deleteAt":1e999}'),
    ],
  ]
  for (const [what, json] of unsayable) {
    it(`is not made of a post with ${what}, which is not written`, () => {
      const post = parsePost(json)
      expect(indexLine(outlineOf(post))).to.equal(null)
      const timeline = new Timeline()
      timeline.put({ post, json })
      expect(() => [...timeline.indexed(0, 1)]).to.throw(/post at place 0/)
    })
  }

  it('is no other value', () => {
    const index: readonly unknown[] = ['id', 'channel', 'user', '', 1, 2]
    expect(parseIndex(index)).to.include({ id: 'id', updateAt: 2 })
    const others: readonly unknown[] = [
      null,
      {},
      [],
      ...index.map((_, at) => index.with(at, null)),
      [...index, null],
      [...index, { deleteAt: '1' }],
      [...index, { mentions: [] }],
      [...index, { webhookId: 1 }],
    ]
    for (const value of others) expect(parseIndex(value), JSON.stringify(value)).to.equal(null)
  })
})

describe('store: segments with indexes', () => {
  let directory: string
  /** What lists and counts show, and all posts. */
  let before: unknown
  beforeEach(async () => {
    directory = await temporaryDirectory()
    const store = await opened(directory, BOUNDS)
    const [root, other] = await send(store, ['root', 'another root'])
    const rootId = root?.id ?? ''
    await send(store, ['reply', 'gone', 'reply'], { rootId, mentions: somebody })
    await send(store, ['to everybody'], { mentions: everybody })
    await send(store, ['elsewhere'], { channelId: 'second', userId: 'anna' })
    await send(store, ['gone with its root'], { rootId: other?.id ?? '' })
    const gone = (await allOf(await store.posts.thread(rootId))).find(
      ({ message }) => message === 'gone',
    )
    for (const post of [gone, other]) await store.posts.delete(post?.id ?? '')
    await store.posts.edit(rootId, 'edited root')
    before = await shownBy(store)
    await store.close()
  })
  afterEach(support.cleanUp)

  it('open to the same lists, counts and posts', async () => {
    expect((await linesOf(0)).filter((line) => line.startsWith('['))).to.have.lengthOf(4)
    expect(await shownBy(await opened(directory, BOUNDS))).to.deep.equal(before)
  })

  it('open to the same posts if an index is that of another post', async () => {
    const [first = '', firstPost = '', second = '', ...others] = await linesOf(0)
    await rewrite(0, 5, [second, firstPost, first, ...others])
    expect(await shownBy(await opened(directory, BOUNDS))).to.deep.equal(before)
  })

  it('are refused if an index or a post is missing', async () => {
    const lines = await linesOf(0)
    for (const at of lines.keys()) {
      await rewrite(0, 5, lines.toSpliced(at, 1))
      expect(await failure(opened(directory)), `without line ${at}`).to.be.instanceOf(StoreCorrupt)
    }
  })

  it('open to the same lists if they are of version 0.9, which did not name the webhook', async () => {
    for (const segment of [0, 1]) {
      await rewrite(segment, 5, (await linesOf(segment)).map(withoutWebhook))
    }
    expect(await shownBy(await opened(directory, BOUNDS))).to.deep.equal(before)
  })

  it('are written at the next snapshot of a store of format 4, all of them', async () => {
    for (const segment of [0, 1]) {
      await rewrite(
        segment,
        4,
        (await linesOf(segment)).filter((line) => line.startsWith('{')),
      )
    }
    await makeFormat4()
    let store = await opened(directory, BOUNDS)
    expect(await shownBy(store)).to.deep.equal(before)
    await store.adapters.settings.update({ enableWebhookDebugging: true })
    await store.close()
    for (const segment of [0, 1]) {
      const lines = await linesOf(segment)
      expect(lines.filter((line) => line.startsWith('[')).length).to.equal(lines.length / 2)
    }
    store = await opened(directory, BOUNDS)
    expect(await shownBy(store)).to.deep.equal(before)
  })

  function pathOf(segment: number): string {
    return join(directory, 'posts', `00000${segment}.json`)
  }

  /** The lines of indexes and posts, without the commas between them. */
  async function linesOf(segment: number): Promise<string[]> {
    const lines = (await readFile(pathOf(segment), 'utf8')).split('\n').slice(1, -2)
    return lines.map((line) => line.replace(/,$/, ''))
  }

  async function rewrite(
    segment: number,
    version: number,
    lines: readonly string[],
  ): Promise<void> {
    const head = `{"version":${version},"segment":${segment},"posts":[`
    const rows = lines.map((line, n) => `${n > 0 ? ',' : ''}\n${line}`)
    await writeChecked(nodeFileSystem, pathOf(segment), [head, ...rows, '\n]'])
  }

  async function makeFormat4(): Promise<void> {
    const state = join(directory, 'state.json')
    const [body = ''] = (await readFile(state, 'utf8')).split(',"crc32"')
    await writeChecked(nodeFileSystem, state, [body.replace('"version":5', '"version":4')])
    for (const name of await readdir(directory)) {
      const [, generation] = /^journal-(\d+)$/.exec(name) ?? []
      if (!generation) continue
      const first = encodeRecord(`{"journal":${generation},"version":4}`)
      await writeFile(join(directory, name), first)
    }
  }
})

function withoutWebhook(line: string): string {
  const index: unknown = JSON.parse(line)
  if (!Array.isArray(index)) return line
  const elements: readonly unknown[] = index
  const { webhookId: _, ...rest } = fieldsOf(elements.at(-1))
  const others = elements.slice(0, -1)
  return JSON.stringify(Object.keys(rest).length > 0 ? [...others, rest] : others)
}

async function shownBy(store: ChatStore): Promise<unknown> {
  const page = await store.posts.page('channel', { perPage: 100 })
  const threads = await Promise.all(page.map(async ({ id }) => allOf(await store.posts.thread(id))))
  const users = ['anna', 'ben', 'user']
  return {
    page,
    second: await store.posts.page('second'),
    since: await store.posts.page('channel', { since: 1 }),
    threads,
    replies: [...(await store.posts.replies(page.map(({ id }) => id)))],
    unread: await Promise.all(
      users.map(async (user) => [...(await store.unread(user, ['channel', 'second']))]),
    ),
  }
}
