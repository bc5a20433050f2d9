import assert from 'node:assert/strict'
import type { PostEdit, ThingWrite } from '../adapters/things.js'
import { copyOf } from '../model/copy.js'
import type { Thing } from '../model/things.js'
import { found, named, newWebhook, scramble, seedChannel, unreadable } from './scene.js'
import type { Check } from './session.js'
import { assertChanged, BEGAN, check, later, nowStored, type ThingsScene } from './things-scene.js'

const REFUSED = 'this reply is refused by the database'

/** Keys that a comparison by pattern, without case, or of their beginnings takes for others. */
const KEYS: readonly string[] = [
  'db-1',
  'DB-1',
  'db-1 ',
  ' db-1',
  'db_1',
  'db%',
  "o'clock",
  '"db-1"',
  '\\',
  '["c","db-1"]',
  '{"id":1}',
  '__proto__',
  'f\u00fcr',
  'fu\u0308r',
  '\u{1f600}',
  '\u{1f601}',
  `${'x'.repeat(254)}y`,
  'x'.repeat(255),
]

/** Contract of `PostsAdapter`: the guarantee `things`. */
export const THINGS: readonly Check[] = [
  check('are written in the commit of their first post, and found again whole', async (scene) => {
    const { begin, store, find, thing } = scene
    assert.equal(await find(), null, 'findThing before the batch')
    const { post, thing: first } = await begin('begins')
    assert.deepEqual(await find(), first, 'the thing that findThing returns')
    const given: Thing = {
      ...thing,
      key: 'another',
      postId: post.id,
      title: '',
      state: 'closed',
      until: BEGAN + 60_000,
      at: BEGAN + 59_999,
      count: 12_345,
      version: 7,
    }
    await store(['reply'], { thing: { thing: given, expectedVersion: null } })
    assert.deepEqual(await find(given), given, 'a thing of a post that is already there')
    const closed = later(first, { state: 'closed', until: BEGAN + 2, title: 'It is over' })
    await store([], { thing: { thing: closed, expectedVersion: 1 } })
    assert.deepEqual(await find(), closed, 'the thing after a change')
    return ['begins', 'reply']
  }),
  check('are not written if one is not as expected, and nothing else is stored', async (scene) => {
    const { begin, find, thing } = scene
    await assertNothing(scene, { thing, expectedVersion: 1 }, 'there is none')
    const { thing: first } = await begin('begins')
    await assertNothing(scene, { thing, expectedVersion: null }, 'there is one')
    const next = later(first)
    await assertNothing(scene, { thing: next, expectedVersion: 0 }, 'it has a later version')
    await assertNothing(scene, { thing: next, expectedVersion: 2 }, 'it has an earlier version')
    assert.deepEqual(await find(), first, 'the thing after all')
    return ['begins']
  }),
  check(
    'are not written if the post to edit is not as expected, and nothing else is stored',
    async (scene, session) => {
      const { begin, store, find } = scene
      const { post, thing } = await begin('begins')
      const [unused = ''] = await session.adapters.posts.newIds(1)
      const changes = { message: 'edited', version: 2 }
      const edits: readonly PostEdit[] = [
        { id: post.id, changes, expectedVersion: 1 },
        { id: unused, changes, expectedVersion: 0 },
      ]
      for (const edit of edits) {
        const write = { thing: later(thing), expectedVersion: 1 }
        assertChanged(await store(['reply'], { edit, thing: write }), 'an edit with a thing')
        assertChanged(await store(['reply'], { edit }), 'an edit without a thing')
        const other = { thing: { ...thing, key: 'another' }, expectedVersion: null }
        assertChanged(await store(['reply'], { edit, thing: other }), 'an edit with a new thing')
        assert.equal(await find({ key: 'another' }), null, 'the new thing')
      }
      assert.deepEqual(await find(), thing, 'the thing after all')
      assert.deepEqual(await session.adapters.posts.findById(post.id), post, 'its post')
      return ['begins']
    },
  ),
  check('are written once by concurrent firsts, and so is their post', async (scene) => {
    const { store, find, thing } = scene
    const write = { thing, expectedVersion: null }
    const results = await Promise.all(
      Array.from({ length: 5 }, () => store(['same'], { thing: write })),
    )
    const [winner, ...others] = results.filter((result) => result.stored)
    assert.ok(winner && others.length === 0, 'exactly one of five is stored')
    for (const result of results) if (result !== winner) assertChanged(result, 'the other firsts')
    assert.equal(found(await find(), 'the thing').postId, winner.posts[0]?.id, 'postId')
    return ['same']
  }),
  check('change once by concurrent updates of one version', async (scene, session) => {
    const { begin, store, find } = scene
    const { post, thing } = await begin('begins')
    const titles = ['1', '2', '3', '4', '5']
    const results = await Promise.all(
      titles.map((title) => {
        const edit = { id: post.id, changes: { message: title, version: 1 }, expectedVersion: 0 }
        return store([], { edit, thing: { thing: later(thing, { title }), expectedVersion: 1 } })
      }),
    )
    const winners = titles.filter((_, index) => results[index]?.stored)
    const [title = ''] = winners
    assert.equal(winners.length, 1, 'the number of updates that are stored')
    assert.deepEqual(await find(), later(thing, { title }), 'the thing after all')
    const edited = found(await session.adapters.posts.findById(post.id), 'the post')
    assert.deepEqual([edited.message, edited.version], [title, 1], 'the post after all')
    return [title]
  }),
  check('are separate for each webhook, channel and key', async (scene, session) => {
    const { begin, find, user, channel } = scene
    const webhook = await session.adapters.webhooks.create(newWebhook('2', user, channel))
    const other = await seedChannel(session, 'other')
    const kept = [await begin('mine')]
    kept.push(await begin('theirs', { webhookId: webhook.id }))
    kept.push(await begin('elsewhere', { channelId: other.id }))
    for (const key of KEYS) kept.push(await begin(key, { key, title: key }))
    for (const { thing } of kept) {
      assert.deepEqual(await find(thing), thing, `the thing ${thing.key}`)
    }
    assert.equal(await find({ key: 'DB_1' }), null, 'findThing of a key that nobody wrote')
    return ['mine', 'theirs', 'elsewhere', ...KEYS]
  }),
  check('that have expired are not there, and may be written anew', async (scene, session) => {
    const { begin, store, find, webhook } = scene
    const { thing: old } = await begin('old', { expiresAt: 1 })
    assert.equal(await find(), null, 'findThing of an expired thing')
    const page = { offset: 0, limit: 10 }
    const listed = await session.adapters.posts.listThings(webhook.id, page)
    assert.deepEqual(listed, { items: [], total: 0 }, 'the list')
    const late = { thing: later(old), expectedVersion: 1 }
    assertChanged(await store(['late'], { thing: late }), 'a change of an expired thing')
    const { thing } = await begin('new', { version: 9 })
    assert.deepEqual(await find(), thing, 'the new thing')
    return ['old', 'new']
  }),
  check('are written with an edit of a post, of which only given values change', async (...of) => {
    const [{ begin, store, find }, session] = of
    const { post, thing } = await begin('before')
    const { posts } = session.adapters
    const text = { message: 'after', version: 1 }
    const first = nowStored(
      await store([], {
        edit: { id: post.id, changes: text, expectedVersion: 0 },
        thing: { thing: later(thing), expectedVersion: 1 },
      }),
    )
    const edited = found(first.edited, 'the post after its edit')
    assert.deepEqual(first.posts, [], 'posts of a batch without any')
    assert.ok(edited.updateAt > post.updateAt, 'updateAt increases with each edit')
    assert.deepEqual(edited, { ...post, ...text, updateAt: edited.updateAt }, 'an edited message')
    assert.deepEqual(await find(), later(thing), 'the thing')
    const props = { props: { from_webhook: 'true', done: [true] }, version: 2 }
    const edit = { id: post.id, changes: props, expectedVersion: 1 }
    const again = found(nowStored(await store([], { edit })).edited, 'the post after its edit')
    assert.ok(again.updateAt > edited.updateAt, 'updateAt increases with each edit')
    assert.deepEqual(again, { ...edited, ...props, updateAt: again.updateAt }, 'edited props')
    assert.deepEqual(await posts.findById(post.id), again, 'the post that findById returns')
    return ['after']
  }),
  check('are written with an edit and further posts in one commit', async (scene, session) => {
    const { begin, store, find } = scene
    const { post, thing } = await begin('open')
    const changes = { message: 'closed', version: 1 }
    const over = later(thing, { state: 'closed', until: BEGAN + 2 })
    const result = await store(['is over', 'at last'], {
      edit: { id: post.id, changes, expectedVersion: 0 },
      thing: { thing: over, expectedVersion: 1 },
    })
    const { posts, edited } = nowStored(result)
    const messages = posts.map(({ message }) => message)
    assert.deepEqual(messages, ['is over', 'at last'], 'posts that createBatch returns')
    assert.equal(edited?.message, 'closed', 'the post after its edit')
    const read = await session.readPosts(post.channelId)
    assert.deepEqual(read, [edited, ...posts], 'posts in the channel')
    assert.deepEqual(await find(), over, 'the thing')
    return ['closed', 'is over', 'at last']
  }),
  check('are not written if a post of their batch cannot be stored', async (scene, session) => {
    const { begin, find, newPost, once } = scene
    const { posts, guarantees } = session.adapters
    const { post, thing } = await begin('begins')
    const edit = { id: post.id, changes: { message: 'edited', version: 1 }, expectedVersion: 0 }
    const keys = guarantees.has('once') ? { once } : {}
    const [reply] = await named(session, [newPost('reply')])
    const failing = [unreadable(found(reply, 'a post'))]
    if (session.failWrites) {
      await session.failWrites(REFUSED)
      const [refused] = await named(session, [newPost(REFUSED)])
      failing.push(found(refused, 'a post'))
    }
    for (const each of failing) {
      const write = { thing: later(thing), expectedVersion: 1 }
      const other = { thing: { ...thing, key: 'another' }, expectedVersion: null }
      for (const batch of [{ edit, thing: write }, { thing: other }]) {
        await assert.rejects(
          async () => posts.createBatch({ posts: [each], ...batch, ...keys }),
          'createBatch throws or rejects',
        )
      }
    }
    assert.deepEqual(await find(), thing, 'the thing after all')
    assert.equal(await find({ key: 'another' }), null, 'a new thing of a failed batch')
    assert.deepEqual(await posts.findById(post.id), post, 'the post of an edit that failed')
    if (guarantees.has('once')) {
      assert.equal(await posts.findBatch(once.webhookId, once.key), null, 'the idempotency key')
    }
    return ['begins']
  }),
  check('whose post was deleted are not written with its edit', async (scene, session) => {
    const { begin, store, find } = scene
    const { posts } = session.adapters
    if (!posts.delete) return []
    const { post, thing } = await begin('gone')
    assert.equal(await posts.delete(post.id), true, 'delete')
    const edit = { id: post.id, changes: { message: 'edited', version: 1 }, expectedVersion: 0 }
    const update = { thing: later(thing), expectedVersion: 1 }
    assertChanged(await store(['reply'], { edit, thing: update }), 'an edit of a deleted post')
    assert.deepEqual(await find(), thing, 'the thing after that')
    const anew = { thing: later(thing, { postId: '' }), expectedVersion: 1 }
    const { posts: stored } = nowStored(await store(['anew'], { thing: anew }))
    assert.equal(found(await find(), 'the thing').postId, stored[0]?.id, 'postId')
    return ['anew']
  }),
  check('of a request that was stored before do not matter to its answer', async (...of) => {
    const [{ store, find, thing, once }, { adapters }] = of
    if (!adapters.guarantees.has('once')) return []
    const write = { thing, expectedVersion: null }
    const { posts } = nowStored(await store(['begins'], { once, thing: write }))
    const again = await store(['again'], { once, thing: write })
    assert.ok('earlier' in again, 'the earlier batch is returned')
    assert.deepEqual(again.earlier.posts, posts, 'posts of the earlier batch')
    const first = found(await find(), 'the thing')
    const update = { thing: later(first), expectedVersion: 1 }
    const third = await store(['again'], { once, thing: update })
    assert.ok('earlier' in third, 'the earlier batch is returned, whatever the thing')
    assert.deepEqual(await find(), first, 'the thing after all')
    const other = { ...once, key: 'CI-128' }
    assertChanged(await store(['x'], { once: other, thing: write }), 'another key')
    const kept = await adapters.posts.findBatch(other.webhookId, other.key)
    assert.equal(kept, null, 'the idempotency key of a batch that was not stored')
    nowStored(await store(['closed'], { once: other, thing: update }))
    return ['begins', 'closed']
  }),
  check('are listed by their last event, the latest first, in pages', async (scene, session) => {
    const { begin, store, webhook, user, channel } = scene
    const { posts, webhooks } = session.adapters
    const names = ['b', 'c', 'a', 'd']
    const begun: Thing[] = []
    for (const [index, key] of names.entries()) {
      begun.push((await begin(key, { key, lastAt: BEGAN + index })).thing)
    }
    const [b, c, a, d] = begun
    const latest = later(found(c, 'the thing'), { lastAt: BEGAN + 100 })
    await store([], { thing: { thing: latest, expectedVersion: 1 } })
    const other = await webhooks.create(newWebhook('2', user, channel))
    await begin('theirs', { webhookId: other.id })
    const page = async (offset: number, limit: number): Promise<unknown> =>
      posts.listThings(webhook.id, { offset, limit })
    assert.deepEqual(await page(0, 10), { items: [latest, d, a, b], total: 4 }, 'all')
    assert.deepEqual(await page(1, 2), { items: [d, a], total: 4 }, 'a page')
    assert.deepEqual(await page(4, 2), { items: [], total: 4 }, 'a page after the last')
    const none = await posts.listThings('unknown', { offset: 0, limit: 1 })
    assert.deepEqual(none, { items: [], total: 0 }, 'things of an unknown webhook')
    return [...names, 'theirs']
  }),
  check('are copies: changing input or results does not change what is stored', async (...of) => {
    const [{ store, find, thing, webhook }, session] = of
    const { posts } = session.adapters
    const given = { thing: { ...thing }, expectedVersion: null }
    const { posts: stored } = nowStored(await store(['before'], { thing: given }))
    const before = found(await find(), 'the thing')
    const expected = copyOf(before)
    const props = { list: ['a', { b: 'c' }] }
    const edit = { id: expected.postId, changes: { props, version: 1 }, expectedVersion: 0 }
    const { edited } = nowStored(await store([], { edit }))
    const after = copyOf(edited)
    for (const each of [given, stored, before, props, edited]) scramble(each)
    scramble(await posts.listThings(webhook.id, { offset: 0, limit: 1 }))
    assert.deepEqual(await find(), expected, 'the thing after the changes')
    const listed = await posts.listThings(webhook.id, { offset: 0, limit: 1 })
    assert.deepEqual(listed.items, [expected], 'the list after the changes')
    assert.deepEqual(await posts.findById(expected.postId), after, 'the post after the changes')
    return ['before']
  }),
]

/** Writes a thing that is not as expected: with a post, and with an edit of its post. */
async function assertNothing(
  { store }: ThingsScene,
  thing: ThingWrite,
  why: string,
): Promise<void> {
  assertChanged(await store(['not stored'], { thing }), why)
  assertChanged(await store([], { thing }), `${why}, in a batch without posts`)
  const { postId: id } = thing.thing
  if (id === '') return
  const edit: PostEdit = { id, changes: { message: 'not stored', version: 1 }, expectedVersion: 0 }
  assertChanged(await store(['not stored'], { edit, thing }), `${why}, with an edit`)
}
