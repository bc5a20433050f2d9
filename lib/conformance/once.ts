import assert from 'node:assert/strict'
import { copyOf } from '../model/copy.js'
import type { CheckedBatch, CheckedResult } from '../host/read-records.js'
import type { IdempotencyRecord } from '../adapters/types.js'
import type { HookPost } from '../model/records.js'
import {
  assertHolds,
  digestOf,
  FAR,
  found,
  messagesIn,
  named,
  newWebhook,
  openScene,
  type Scene,
  scramble,
  unreadable,
} from './scene.js'
import type { Check, CheckedSession } from './session.js'

const WARNINGS = [{ path: 'thread_ts', reason: 'not supported' }]
const IGNORED = ['mrkdwn', 'attachments[0].mrkdwn_in']

interface OnceScene extends Scene {
  readonly once: IdempotencyRecord
  /** Stores a post of two parts under `once`. */
  readonly store: (message: string, once?: Partial<IdempotencyRecord>) => Promise<CheckedResult>
  readonly find: (webhookId?: string, key?: string) => Promise<CheckedBatch | null>
}

/** Contract of `PostsAdapter`: the guarantee `once`. */
export const ONCE: readonly Check[] = [
  check('are stored once per idempotency key, and returned again unchanged', async (scene) => {
    const { store, once } = scene
    const first = await store('first')
    assert.ok(first.stored, 'the first batch is stored')
    const again = await store('again', {
      fingerprint: digestOf('another'),
      warnings: [],
      ignored: [],
    })
    assert.ok('earlier' in again, 'the second batch is not stored')
    const expected = {
      fingerprint: once.fingerprint,
      warnings: WARNINGS,
      ignored: IGNORED,
      posts: first.posts,
    }
    assertHolds(again.earlier, expected, 'the first batch, returned again')
    return ['first 1', 'first 2']
  }),
  check('are stored once per idempotency key, even by concurrent calls', async ({ store }) => {
    const results = await Promise.all(Array.from({ length: 5 }, () => store('same')))
    const [stored, ...others] = results.filter((result) => result.stored)
    assert.ok(stored && others.length === 0, 'exactly one of five is stored')
    for (const result of results) {
      const posts = postsOf(result)
      assert.deepEqual(posts, stored.posts, 'posts that every call returns')
    }
    return ['same 1', 'same 2']
  }),
  check('are found by webhook and idempotency key, in order', async (scene) => {
    const { store, find, once } = scene
    assert.equal(await find(), null, 'findBatch before the batch')
    const result = await store('kept')
    assert.ok(result.stored, 'the batch is stored')
    const expected = {
      fingerprint: once.fingerprint,
      warnings: WARNINGS,
      ignored: IGNORED,
      posts: result.posts,
    }
    assertHolds(await find(), expected, 'the batch that findBatch returns')
    for (const key of ['ci-128', 'CI-127 ', 'ci-12_', "ci-127'"]) {
      assert.equal(await find(scene.webhook.id, key), null, `findBatch of ${key}`)
    }
    return ['kept 1', 'kept 2']
  }),
  check('of other webhooks have separate idempotency keys', async (scene, session) => {
    const { store, find, user, channel } = scene
    const other = await session.adapters.webhooks.create(newWebhook('2', user, channel))
    await store('mine')
    assert.equal(await find(other.id), null, 'findBatch of another webhook')
    const theirs = await store('theirs', { webhookId: other.id })
    assert.equal(theirs.stored, true, 'the batch of another webhook is stored')
    return ['mine 1', 'mine 2', 'theirs 1', 'theirs 2']
  }),
  check('are no longer found by an expired idempotency key', async ({ store, find }) => {
    await store('old', { expiresAt: 1 })
    assert.equal(await find(), null, 'findBatch of an expired key')
    assert.equal((await store('new')).stored, true, 'a batch with an expired key is stored')
    const kept = found(await find(), 'the batch')
    assert.equal(kept.posts[0]?.message, 'new 1', 'the batch that findBatch returns')
    return ['old 1', 'old 2', 'new 1', 'new 2']
  }),
  check('that could not be stored do not use up their idempotency key', async (scene, session) => {
    const { newPost, once, store, find } = scene
    const [lost, broken] = await named(session, [newPost('lost'), newPost('x')])
    const batch = [found(lost, 'a post'), unreadable(found(broken, 'a post'))]
    await assert.rejects(
      async () => session.adapters.posts.createBatch({ posts: batch, once }),
      'createBatch throws or rejects',
    )
    assert.equal(await find(), null, 'findBatch of the key of the failed batch')
    assert.equal((await store('second try')).stored, true, 'the second try is stored')
    return ['second try 1', 'second try 2']
  }),
  check('that are returned again are copies', async ({ store, find }) => {
    const first = await store('kept')
    const expected = copyOf(first.stored ? first.posts : [])
    scramble(first)
    scramble(await find())
    const again = await store('again')
    scramble(again)
    const { posts, warnings, ignored } = found(await find(), 'the batch')
    assert.deepEqual(posts, expected, 'posts after the changes')
    assert.deepEqual(warnings, WARNINGS, 'warnings after the changes')
    assert.deepEqual(ignored, IGNORED, 'ignored parameters after the changes')
    return ['kept 1', 'kept 2']
  }),
]

function postsOf(result: CheckedResult): readonly HookPost[] {
  if ('posts' in result) return result.posts
  return 'earlier' in result ? result.earlier.posts : []
}

/** A check of the guarantee. It returns the messages that the channel must then contain. */
function check(
  title: string,
  run: (scene: OnceScene, session: CheckedSession) => Promise<readonly string[]>,
): Check {
  return {
    title: `${title}, if once is guaranteed`,
    run: async (session) => {
      const scene = await openScene(session)
      const { posts, guarantees } = session.adapters
      if (!guarantees.has('once')) return
      const once: IdempotencyRecord = {
        webhookId: scene.webhook.id,
        key: 'CI-127',
        fingerprint: digestOf('the request'),
        expiresAt: FAR,
        warnings: copyOf(WARNINGS),
        ignored: copyOf(IGNORED),
      }
      const expected = await run(
        {
          ...scene,
          once,
          store: async (message, changes) =>
            posts.createBatch({
              posts: await named(session, [
                scene.newPost(`${message} 1`),
                scene.newPost(`${message} 2`),
              ]),
              once: {
                ...once,
                warnings: copyOf(WARNINGS),
                ignored: copyOf(IGNORED),
                ...changes,
              },
            }),
          find: async (webhookId = once.webhookId, key = once.key) =>
            posts.findBatch(webhookId, key),
        },
        session,
      )
      const messages = await messagesIn(session, scene.channel.id)
      assert.deepEqual(messages, expected, 'messages in the channel')
    },
  }
}
