import { expect } from 'chai'
import express from 'express'
import type { HookPost } from 'express-incoming-webhooks'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import request from 'supertest'
import { createId } from '../../example-host/store/ids.js'
import { PostList } from '../../example-host/api/post-list.js'
import { type Chat, bodyOf, startChat } from './chat.js'

const LIMIT = 20_000_000

interface Page {
  readonly order: readonly string[]
  readonly posts: Readonly<Record<string, { readonly id: string; readonly message: string }>>
  readonly has_next: boolean
}

function newPost(channelId: string, message: string, bytes: number, rootId = ''): NewPost {
  return {
    id: createId(),
    channelId,
    rootId,
    message,
    userId: 'user',
    webhookId: 'webhook',
    type: '',
    props: { card: 'x'.repeat(bytes) },
    priority: null,
    mentions: { userIds: [], channelWide: null },
  }
}

describe('long lists of posts of the example host', () => {
  let chat: Chat
  let channel: string
  let root: string
  const messages: string[] = []

  before(async () => {
    chat = await startChat()
    channel = await chat.addChannel('large', 'O', chat.admin)
    const { posts } = chat.store.adapters
    for (let n = 0; n < 34; n++) {
      const rootId = n > 0 ? root : ''
      const post = newPost(channel, String(n), 700_000, rootId)
      const result = await posts.createBatch({ posts: [post] })
      if (n === 0 && result.stored) root = result.posts[0]?.id ?? ''
      messages.push(String(n))
    }
  })
  after(() => chat.close())

  const get = async (path: string): Promise<Page> => {
    const answer = await chat.api('get', path, chat.admin).expect(200)
    expect(answer.text.length).to.be.at.most(LIMIT)
    const page = bodyOf(answer) as Page
    expect(Object.keys(page.posts)).to.have.members([...page.order])
    return page
  }
  /** All pages, the next one asked for with the last id in the direction. */
  const pagesOf = async (path: string, by: 'before' | 'after'): Promise<string[][]> => {
    const pages: string[][] = []
    let anchor = ''
    for (let more = true; more;) {
      const page = await get(`${path}${anchor}`)
      pages.push(page.order.map((id) => page.posts[id]?.message ?? ''))
      anchor = `&${by}=${(by === 'before' ? page.order.at(-1) : page.order[0]) ?? ''}`
      more = page.has_next
    }
    return pages
  }

  it('come in pages of 20 MB, none left out and none twice', async () => {
    const pages = await pagesOf(`/channels/${channel}/posts?per_page=200`, 'before')
    expect(pages.map(({ length }) => length)).to.deep.equal([28, 6])
    expect(pages.flat()).to.deep.equal(messages.toReversed())
  })

  it('come in pages of 20 MB from an older post on, the nearest first', async () => {
    const path = `/channels/${channel}/posts?per_page=200&x=1`
    const first = await get(`${path}&after=${root}`)
    const anchor = first.order[0] ?? ''
    const second = await get(`${path}&after=${anchor}`)
    const found = [second, first].flatMap((page) => page.order.map((id) => page.posts[id]?.message))
    expect(found).to.deep.equal(messages.slice(1).toReversed())
    expect([first.has_next, second.has_next]).to.deep.equal([true, false])
  })

  it('say that something is missing of what is new since a time', async () => {
    const page = await get(`/channels/${channel}/posts?since=1`)
    expect(page.order).to.have.lengthOf(28)
    expect(page.has_next).to.equal(true)
  })

  for (const since of ['abc', '-1', '1.5', '9'.repeat(16), 'abc&since=1']) {
    it(`are not listed since ${since}, which is no time`, async () => {
      const path = `/channels/${channel}/posts?since=${since}`
      const answer = await chat.api('get', path, chat.admin).expect(400)
      expect(bodyOf(answer)).to.include({
        id: 'api.context.invalid_param.app_error',
        message: 'Invalid since parameter',
      })
    })
  }

  it('come in several answers of a thread too', async () => {
    const pages = await pagesOf(`/posts/${root}/thread?x=1`, 'before')
    expect(pages.flat()).to.deep.equal(messages.toReversed())
    expect(pages).to.have.lengthOf(2)
  })

  it('say whether there is more, also when they are short', async () => {
    const small = await chat.addChannel('small', 'O', chat.admin)
    expect(await get(`/channels/${small}/posts`)).to.deep.equal({
      order: [],
      posts: {},
      has_next: false,
    })
    for (const message of ['a', 'b', 'c']) {
      await chat.store.adapters.posts.createBatch({ posts: [newPost(small, message, 0)] })
    }
    const hasNext = async (query: string): Promise<boolean> =>
      (await get(`/channels/${small}/posts?${query}`)).has_next
    expect(await hasNext('per_page=3')).to.equal(false)
    expect(await hasNext('per_page=2')).to.equal(true)
    expect(await hasNext('per_page=2&page=1')).to.equal(false)
    const { order } = await get(`/channels/${small}/posts`)
    expect(await hasNext(`per_page=1&after=${order[2] ?? ''}`)).to.equal(true)
    expect(await hasNext(`per_page=2&after=${order[2] ?? ''}`)).to.equal(false)
    expect(await hasNext('since=1')).to.equal(false)
  })

  it('make no JSON of posts that have no room, but of one', async () => {
    let made = 0
    const posts = Array.from({ length: 200 }, (_, n): HookPost => ({
      ...newPost('c', 'x', 1_000),
      id: `id-${n}`,
      createAt: n,
      updateAt: n,
      get type() {
        made += 1
        return ''
      },
    }))
    const list = new PostList({
      posts: { count: posts.length, slices: () => [{ posts, size: 0 }] },
      store: { replies: () => new Map() },
      keep: 'newest',
      isMore: () => false,
      maxBytes: 20_000,
    })
    const answer = await request(express().get('/', (_req, res) => list.send(res))).get('/')
    expect(answer.text.length).to.be.at.most(20_000)
    const { order } = bodyOf(answer) as Page
    expect(order.length).to.be.above(10)
    expect(made).to.equal(order.length + 1)
  })
})
