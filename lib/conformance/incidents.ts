import assert from 'node:assert/strict'
import type { PostEdit, IncidentWrite } from '../adapters/incidents.js'
import { type HookIncident, INCIDENT_STATES } from '../model/incidents.js'
import { found, named, unreadable } from './scene.js'
import type { Check } from './session.js'
import {
  assertChanged,
  BEGAN,
  check,
  later,
  nowStored,
  type IncidentsScene,
} from './incidents-scene.js'

const REFUSED = 'this reply is refused by the database'

/** Contract of `PostsAdapter`: how incidents are written, with the guarantee `incidents`. */
export const INCIDENTS: readonly Check[] = [
  check('are written in the commit of their first post, and found again whole', async (scene) => {
    const { begin, store, find, incident } = scene
    assert.equal(await find(), null, 'findIncident before the batch')
    const { post, incident: first } = await begin('begins')
    assert.deepEqual(await find(), first, 'the incident that findIncident returns')
    const given: HookIncident = {
      ...incident,
      key: 'another',
      postId: post.id,
      title: '',
      state: 'closed',
      until: BEGAN + 60_000,
      at: BEGAN + 59_999,
      closedAt: BEGAN + 59_998,
      count: 12_345,
      version: 7,
    }
    await store(['reply'], { incident: { incident: given, expectedVersion: null } })
    assert.deepEqual(await find(given), given, 'an incident of a post that is already there')
    for (const state of INCIDENT_STATES) {
      const each = { ...incident, key: state, postId: post.id, state }
      await store([], { incident: { incident: each, expectedVersion: null } })
      assert.deepEqual(await find(each), each, `an incident that is ${state}`)
    }
    const closed = later(first, { state: 'closed', until: BEGAN + 2, title: 'It is over' })
    await store([], { incident: { incident: closed, expectedVersion: 1 } })
    assert.deepEqual(await find(), closed, 'the incident after a change')
    return ['begins', 'reply']
  }),
  check('are not written if one is not as expected, and nothing else is stored', async (scene) => {
    const { begin, find, incident } = scene
    await assertNothing(scene, { incident, expectedVersion: 1 }, 'there is none')
    const { incident: first } = await begin('begins')
    await assertNothing(scene, { incident, expectedVersion: null }, 'there is one')
    const next = later(first)
    await assertNothing(scene, { incident: next, expectedVersion: 0 }, 'it has a later version')
    await assertNothing(scene, { incident: next, expectedVersion: 2 }, 'it has an earlier version')
    assert.deepEqual(await find(), first, 'the incident after all')
    return ['begins']
  }),
  check(
    'are not written if the post to edit is not as expected, and nothing else is stored',
    async (scene, session) => {
      const { begin, store, find } = scene
      const { post, incident } = await begin('begins')
      const [unused = ''] = await session.adapters.posts.newIds(1)
      const changes = { message: 'edited', version: 2 }
      const edits: readonly PostEdit[] = [
        { id: post.id, changes, expectedVersion: 1 },
        { id: unused, changes, expectedVersion: 0 },
      ]
      for (const edit of edits) {
        const write = { incident: later(incident), expectedVersion: 1 }
        assertChanged(await store(['reply'], { edit, incident: write }), 'an edit with an incident')
        assertChanged(await store(['reply'], { edit }), 'an edit without an incident')
        const other = { incident: { ...incident, key: 'another' }, expectedVersion: null }
        assertChanged(
          await store(['reply'], { edit, incident: other }),
          'an edit with a new incident',
        )
        assert.equal(await find({ key: 'another' }), null, 'the new incident')
      }
      assert.deepEqual(await find(), incident, 'the incident after all')
      assert.deepEqual(await session.adapters.posts.findById(post.id), post, 'its post')
      return ['begins']
    },
  ),
  check('are written once by concurrent firsts, and so is their post', async (scene) => {
    const { store, find, incident } = scene
    const write = { incident, expectedVersion: null }
    const results = await Promise.all(
      Array.from({ length: 5 }, () => store(['same'], { incident: write })),
    )
    const [winner, ...others] = results.filter((result) => result.stored)
    assert.ok(winner && others.length === 0, 'exactly one of five is stored')
    for (const result of results) if (result !== winner) assertChanged(result, 'the other firsts')
    assert.equal(found(await find(), 'the incident').postId, winner.posts[0]?.id, 'postId')
    return ['same']
  }),
  check('change once by concurrent updates of one version', async (scene, session) => {
    const { begin, store, find } = scene
    const { post, incident } = await begin('begins')
    const titles = ['1', '2', '3', '4', '5']
    const results = await Promise.all(
      titles.map((title) => {
        const edit = { id: post.id, changes: { message: title, version: 1 }, expectedVersion: 0 }
        return store([], {
          edit,
          incident: { incident: later(incident, { title }), expectedVersion: 1 },
        })
      }),
    )
    const winners = titles.filter((_, index) => results[index]?.stored)
    const [title = ''] = winners
    assert.equal(winners.length, 1, 'the number of updates that are stored')
    assert.deepEqual(await find(), later(incident, { title }), 'the incident after all')
    const edited = found(await session.adapters.posts.findById(post.id), 'the post')
    assert.deepEqual([edited.message, edited.version], [title, 1], 'the post after all')
    return [title]
  }),
  check('are written with an edit of a post, of which only given values change', async (scene) => {
    const { begin, store, find, posts } = scene
    const { post, incident } = await begin('before')
    const text = { message: 'after', version: 1 }
    const first = nowStored(
      await store([], {
        edit: { id: post.id, changes: text, expectedVersion: 0 },
        incident: { incident: later(incident), expectedVersion: 1 },
      }),
    )
    const edited = found(first.edited, 'the post after its edit')
    assert.deepEqual(first.posts, [], 'posts of a batch without any')
    assert.ok(edited.updateAt > post.updateAt, 'updateAt increases with each edit')
    assert.deepEqual(edited, { ...post, ...text, updateAt: edited.updateAt }, 'an edited message')
    assert.deepEqual(await find(), later(incident), 'the incident')
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
    const { post, incident } = await begin('open')
    const changes = { message: 'closed', version: 1 }
    const over = later(incident, { state: 'closed', until: BEGAN + 2 })
    const result = await store(['is over', 'at last'], {
      edit: { id: post.id, changes, expectedVersion: 0 },
      incident: { incident: over, expectedVersion: 1 },
    })
    const { posts, edited } = nowStored(result)
    const messages = posts.map(({ message }) => message)
    assert.deepEqual(messages, ['is over', 'at last'], 'posts that createBatch returns')
    assert.equal(edited?.message, 'closed', 'the post after its edit')
    const read = await session.readPosts(post.channelId)
    assert.deepEqual(read, [edited, ...posts], 'posts in the channel')
    assert.deepEqual(await find(), over, 'the incident')
    return ['closed', 'is over', 'at last']
  }),
  check('are not written if a post of their batch cannot be stored', async (scene, session) => {
    const { begin, find, newPost, once } = scene
    const { posts, guarantees } = session.adapters
    const { post, incident } = await begin('begins')
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
      const write = { incident: later(incident), expectedVersion: 1 }
      const other = { incident: { ...incident, key: 'another' }, expectedVersion: null }
      for (const batch of [{ edit, incident: write }, { incident: other }]) {
        await assert.rejects(
          async () => posts.createBatch({ posts: [each], ...batch, ...keys }),
          'createBatch throws or rejects',
        )
      }
    }
    assert.deepEqual(await find(), incident, 'the incident after all')
    assert.equal(await find({ key: 'another' }), null, 'a new incident of a failed batch')
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
    const { post, incident } = await begin('gone')
    assert.equal(await posts.delete(post.id), true, 'delete')
    const edit = { id: post.id, changes: { message: 'edited', version: 1 }, expectedVersion: 0 }
    const update = { incident: later(incident), expectedVersion: 1 }
    assertChanged(await store(['reply'], { edit, incident: update }), 'an edit of a deleted post')
    assert.deepEqual(await find(), incident, 'the incident after that')
    const anew = { incident: later(incident, { postId: '' }), expectedVersion: 1 }
    const { posts: stored } = nowStored(await store(['anew'], { incident: anew }))
    assert.equal(found(await find(), 'the incident').postId, stored[0]?.id, 'postId')
    return ['anew']
  }),
  check(
    'of a request that was stored before do not matter to its answer',
    async (scene, session) => {
      const { store, find, incident, once } = scene
      const { guarantees, posts: adapter } = session.adapters
      if (!guarantees.has('once')) return []
      const write = { incident, expectedVersion: null }
      const { posts } = nowStored(await store(['begins'], { once, incident: write }))
      const again = await store(['again'], { once, incident: write })
      assert.ok('earlier' in again, 'the earlier batch is returned')
      assert.deepEqual(again.earlier.posts, posts, 'posts of the earlier batch')
      const first = found(await find(), 'the incident')
      const update = { incident: later(first), expectedVersion: 1 }
      const third = await store(['again'], { once, incident: update })
      assert.ok('earlier' in third, 'the earlier batch is returned, whatever the incident')
      assert.deepEqual(await find(), first, 'the incident after all')
      const other = { ...once, key: 'CI-128' }
      assertChanged(await store(['x'], { once: other, incident: write }), 'another key')
      const kept = await adapter.findBatch(other.webhookId, other.key)
      assert.equal(kept, null, 'the idempotency key of a batch that was not stored')
      nowStored(await store(['closed'], { once: other, incident: update }))
      return ['begins', 'closed']
    },
  ),
]

/** Writes an incident that is not as expected: with a post, and with an edit of its post. */
async function assertNothing(
  { store }: IncidentsScene,
  incident: IncidentWrite,
  why: string,
): Promise<void> {
  assertChanged(await store(['not stored'], { incident }), why)
  assertChanged(await store([], { incident }), `${why}, in a batch without posts`)
  const { postId: id } = incident.incident
  if (id === '') return
  const edit: PostEdit = { id, changes: { message: 'not stored', version: 1 }, expectedVersion: 0 }
  assertChanged(await store(['not stored'], { edit, incident }), `${why}, with an edit`)
}
