import assert from 'node:assert/strict'
import type { IdempotencyRecord } from '../adapters/types.js'
import type { CheckedBatch, CheckedResult } from '../host/read-records.js'
import { copyOf } from '../model/json.js'
import type { HookPost } from '../model/records.js'
import { checks } from './checks.js'
import { assertHolds, digestOf, found, openScene, scramble, unreadable } from './scene.js'

const check = checks(async (session) => {
  const scene = await openScene(session)
  const { posts, guarantees } = session
  if (!guarantees.has('once')) return null
  const { once, named } = scene
  return {
    ...scene,
    /** Stores a batch of two posts under the key. */
    store: async (message: string, changes?: Partial<IdempotencyRecord>) => {
      const two = await named(`${message} 1`, `${message} 2`)
      return posts.createBatch({ posts: two, once: copyOf({ ...once, ...changes }) })
    },
    find: async (webhookId = once.webhookId, key = once.key) => posts.findBatch(webhookId, key),
    /** Fails unless the batch is the one that was stored under the key. */
    expectFirst: (batch: CheckedBatch | null, stored: readonly HookPost[]) => {
      const { fingerprint, warnings, ignored } = once
      const expected = { fingerprint, warnings, ignored, posts: stored }
      assertHolds(batch, expected, 'the batch that was stored')
    },
  }
}, 'if once is guaranteed')

/** Contract of `PostsAdapter`: the guarantee `once`. */
export const ONCE = check({
  'are stored once per idempotency key, and returned again unchanged': async ({
    store,
    expectFirst,
    expectMessages,
  }) => {
    const first = await store('first')
    assert.ok(first.stored, 'the first batch is stored')
    const fingerprint = digestOf('another')
    const again = await store('again', { fingerprint, warnings: [], ignored: [] })
    assert.ok('earlier' in again, 'the second batch is not stored')
    expectFirst(again.earlier, first.posts)
    await expectMessages('first 1', 'first 2')
  },
  'are stored once per idempotency key, even by concurrent calls': async ({
    store,
    expectMessages,
  }) => {
    const results = await Promise.all(Array.from({ length: 5 }, () => store('same')))
    const [stored, ...others] = results.filter((result) => result.stored)
    assert.ok(stored && others.length === 0, 'exactly one of five is stored')
    for (const result of results) {
      assert.deepEqual(postsOf(result), stored.posts, 'posts that every call returns')
    }
    await expectMessages('same 1', 'same 2')
  },
  'are found by webhook and idempotency key, in order': async ({
    store,
    find,
    expectFirst,
    webhook,
    expectMessages,
  }) => {
    assert.equal(await find(), null, 'findBatch before the batch')
    const result = await store('kept')
    assert.ok(result.stored, 'the batch is stored')
    expectFirst(await find(), result.posts)
    for (const key of ['CI-128', 'ci-127', 'CI-127 ', 'CI-12_', "CI-127'"]) {
      assert.equal(await find(webhook.id, key), null, `findBatch of ${key}`)
    }
    await expectMessages('kept 1', 'kept 2')
  },
  'of other webhooks have separate idempotency keys': async ({
    store,
    find,
    newWebhook,
    webhooks,
    expectMessages,
  }) => {
    const other = await webhooks.create(newWebhook('2'))
    await store('mine')
    assert.equal(await find(other.id), null, 'findBatch of another webhook')
    const theirs = await store('theirs', { webhookId: other.id })
    assert.equal(theirs.stored, true, 'the batch of another webhook is stored')
    await expectMessages('mine 1', 'mine 2', 'theirs 1', 'theirs 2')
  },
  'are no longer found by an expired idempotency key': async ({ store, find, expectMessages }) => {
    await store('old', { expiresAt: 1 })
    assert.equal(await find(), null, 'findBatch of an expired key')
    assert.equal((await store('new')).stored, true, 'a batch with an expired key is stored')
    const kept = found(await find(), 'the batch')
    assert.equal(kept.posts[0]?.message, 'new 1', 'the batch that findBatch returns')
    await expectMessages('old 1', 'old 2', 'new 1', 'new 2')
  },
  'that could not be stored do not use up their idempotency key': async ({
    posts,
    named,
    once,
    store,
    find,
    expectMessages,
  }) => {
    const [lost, broken] = await named('lost', 'x')
    const batch = [found(lost, 'a post'), unreadable(found(broken, 'a post'))]
    await assert.rejects(
      async () => posts.createBatch({ posts: batch, once }),
      'createBatch throws or rejects',
    )
    assert.equal(await find(), null, 'findBatch of the key of the failed batch')
    assert.equal((await store('second try')).stored, true, 'the second try is stored')
    await expectMessages('second try 1', 'second try 2')
  },
  'that are returned again are copies': async ({ store, find, expectFirst, expectMessages }) => {
    const first = await store('kept')
    const expected = copyOf(postsOf(first))
    scramble(first)
    scramble(await find())
    scramble(await store('again'))
    expectFirst(await find(), expected)
    await expectMessages('kept 1', 'kept 2')
  },
})

function postsOf(result: CheckedResult) {
  if ('posts' in result) return result.posts
  return 'earlier' in result ? result.earlier.posts : []
}
