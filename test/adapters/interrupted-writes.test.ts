import { expect } from 'chai'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import type { PlainStores, PostsAdapter, WebhooksAdapter } from 'express-incoming-webhooks/adapters'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { webhookOf } from '../support/hook-host.js'
import { newPost } from '../support/new-post.js'
import { plainDocuments } from '../support/plain-documents.js'

const FULL = 'the disk is full'
/** More than any call makes. */
const MOST_WRITES = 8

/** Counts writes, and lets one of those to come fail. */
class Disk {
  #left = Infinity

  readonly write = (): void => {
    this.#left -= 1
    if (this.#left === 0) throw new Error(FULL)
  }

  /** Whether the call failed because its nth write did. */
  async failsAt(nth: number, call: () => unknown): Promise<boolean> {
    this.#left = nth
    try {
      await call()
      return false
    } catch (error) {
      expect(error).to.have.property('message', FULL)
      return true
    } finally {
      this.#left = Infinity
    }
  }
}

/** Lets each write of a call fail in turn, with new stores each time. Returns how many it makes. */
async function atEachWrite(
  check: (disk: Disk, stores: PlainStores, nth: number) => Promise<boolean>,
): Promise<number> {
  for (let nth = 1; nth <= MOST_WRITES; nth += 1) {
    const disk = new Disk()
    if (!(await check(disk, createDocumentStores(plainDocuments(disk.write)), nth))) return nth - 1
  }
  throw new Error('more writes than expected')
}

const WEBHOOK = webhookOf({ keyDigest: 'first' })
const PREVIOUS = { keyDigest: 'first', keyHint: '', lastUsed: 0, expiresAt: 9e15 }
const OVERLAPPING = webhookOf({ keyDigest: 'second', previousKey: PREVIOUS })

const CHANGES: Readonly<Record<string, readonly [IncomingWebhook, object, writes: number]>> = {
  'gets a new key': [WEBHOOK, { keyDigest: 'second' }, 3],
  'gets a new key and keeps the old one': [
    WEBHOOK,
    { keyDigest: 'second', previousKey: PREVIOUS },
    2,
  ],
  'loses its previous key': [OVERLAPPING, { previousKey: null }, 2],
}

describe('stores without transactions, when a write fails', () => {
  for (const [what, [before, changes, writes]] of Object.entries(CHANGES)) {
    it(`keep each key that a webhook shows while it ${what}, and a retry works`, async () => {
      const made = await atEachWrite(async (disk, { webhooks }, nth) => {
        await webhooks.create(before)
        const { id, version } = before
        const hasFailed = await disk.failsAt(nth, () => webhooks.update(id, changes, version))
        await expectUsable(webhooks, id)
        const after = await webhooks.update(id, { ...changes, keyDigest: 'third' }, version)
        expect(after).to.include({ keyDigest: 'third' })
        await expectUsable(webhooks, id)
        return hasFailed
      })
      expect(made).to.equal(writes)
    })
  }

  it('show only webhooks whose key works while one is created', async () => {
    const made = await atEachWrite(async (disk, { webhooks }, nth) => {
      const hasFailed = await disk.failsAt(nth, () => webhooks.create(WEBHOOK))
      if (hasFailed) {
        expect(await webhooks.findById(WEBHOOK.id)).to.equal(null)
        await webhooks.create(WEBHOOK)
      }
      await expectUsable(webhooks, WEBHOOK.id)
      return hasFailed
    })
    expect(made).to.equal(2)
  })

  it('have either a webhook whose keys work or none while it is deleted', async () => {
    const made = await atEachWrite(async (disk, { webhooks }, nth) => {
      await webhooks.create(OVERLAPPING)
      const hasFailed = await disk.failsAt(nth, () => webhooks.delete(OVERLAPPING.id))
      if (await webhooks.findById(OVERLAPPING.id)) await expectUsable(webhooks, OVERLAPPING.id)
      await webhooks.delete(OVERLAPPING.id)
      expect(await webhooks.findById(OVERLAPPING.id)).to.equal(null)
      expect(await webhooks.findByKeyDigest('second')).to.equal(null)
      return hasFailed
    })
    expect(made).to.equal(3)
  })

  it('change the text of a message when the change of its post is tried again', async () => {
    const made = await atEachWrite(async (disk, stores, nth) => {
      const { posts, texts } = withMessages(stores, disk)
      const id = await idOfNew(posts)
      const change = async (): Promise<unknown> => {
        const version = (await posts.findById(id))?.version ?? 0
        return posts.update(id, { message: 'changed', version: version + 1 }, version)
      }
      const hasFailed = await disk.failsAt(nth, change)
      expect(await change()).to.include({ message: 'changed' })
      expect(texts.get(id)).to.equal('changed')
      return hasFailed
    })
    expect(made).to.equal(2)
  })

  it('leave a post as it was if its message is gone', async () => {
    const { posts, texts } = withMessages(createDocumentStores(plainDocuments()), new Disk())
    const id = await idOfNew(posts)
    texts.delete(id)
    expect(await posts.update(id, { message: 'changed', version: 1 }, 0)).to.equal(null)
    expect(await posts.findById(id)).to.include({ message: 'before', version: 0 })
  })

  it('delete a message when that is tried again', async () => {
    const made = await atEachWrite(async (disk, stores, nth) => {
      const { posts, texts } = withMessages(stores, disk)
      const id = await idOfNew(posts)
      const hasFailed = await disk.failsAt(nth, () => posts.delete?.(id))
      await posts.delete?.(id)
      expect(texts.size).to.equal(0)
      expect(await posts.findById(id)).to.equal(null)
      return hasFailed
    })
    expect(made).to.equal(2)
  })
})

/** All keys that its record shows find it. */
async function expectUsable(webhooks: WebhooksAdapter, id: string): Promise<void> {
  const shown = await webhooks.findById(id)
  const previous: unknown = Reflect.get(Object(shown?.previousKey), 'keyDigest')
  const digests = [shown?.keyDigest, previous].filter((digest) => typeof digest === 'string')
  expect(digests).not.to.deep.equal([])
  for (const digest of digests) {
    expect(await webhooks.findByKeyDigest(digest), digest).to.deep.equal(shown)
  }
}

/** Posts beside messages on the same disk. */
function withMessages(
  stores: PlainStores,
  disk: Disk,
): { posts: PostsAdapter<never>; texts: Map<string, string> } {
  const texts = new Map<string, string>()
  const posts = stores.posts({
    insert: (given) =>
      given.map(({ id, message }, index) => {
        texts.set(id, message)
        return { id, createAt: index + 1 }
      }),
    setText: (id, text) => {
      disk.write()
      if (!texts.has(id)) return false
      texts.set(id, text)
      return true
    },
    delete: (id) => {
      disk.write()
      return texts.delete(id)
    },
  })
  return { posts, texts }
}

async function idOfNew(posts: PostsAdapter<never>): Promise<string> {
  const result = await posts.createBatch({ posts: [newPost({ message: 'before' })] })
  const [post] = result.stored ? result.posts : []
  return post?.id ?? ''
}
