import assert from 'node:assert/strict'
import type { IncidentWrite } from '../adapters/incidents.js'
import { type HookIncident, INCIDENT_STATES } from '../model/incidents.js'
import {
  anew,
  assertChanged,
  BEGAN,
  check,
  editOf,
  later,
  next,
  nowStored,
} from './incidents-scene.js'
import { assertNewer, found, unreadable } from './scene.js'

const REFUSED = 'this reply is refused by the database'

/** Contract of `PostsAdapter`: how incidents are written, with the guarantee `incidents`. */
export const INCIDENTS = check({
  'are written in the commit of their first post, and found again whole': async ({
    begin,
    store,
    find,
    expectKept,
    incident,
    expectMessages,
  }) => {
    assert.equal(await find(), null, 'findIncident before the batch')
    const { post, incident: first } = await begin('begins')
    await expectKept(first, 'the incident that findIncident returns')
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
    await store(['reply'], { incident: anew(given) })
    await expectKept(given, 'an incident of a post that is already there')
    for (const state of INCIDENT_STATES) {
      const each = { ...incident, key: state, postId: post.id, state }
      await store([], { incident: anew(each) })
      await expectKept(each, `an incident that is ${state}`)
    }
    const closed = next(first, { state: 'closed', until: BEGAN + 2, title: 'It is over' })
    await store([], { incident: closed })
    await expectKept(closed.incident, 'the incident after a change')
    await expectMessages('begins', 'reply')
  },
  'are not written if one is not as expected, and nothing else is stored': async ({
    begin,
    store,
    expectKept,
    incident,
    expectMessages,
  }) => {
    const expectNothing = async (write: IncidentWrite, why: string) => {
      const posts = ['not stored']
      assertChanged(await store(posts, { incident: write }), why)
      assertChanged(await store([], { incident: write }), `${why}, in a batch without posts`)
      const { postId: id } = write.incident
      if (id === '') return
      const edit = { id, changes: { message: 'not stored', version: 1 }, expectedVersion: 0 }
      assertChanged(await store(posts, { edit, incident: write }), `${why}, with an edit`)
    }
    await expectNothing({ incident, expectedVersion: 1 }, 'there is none')
    const { incident: first } = await begin('begins')
    await expectNothing(anew(incident), 'there is one')
    const write = next(first)
    await expectNothing({ ...write, expectedVersion: 0 }, 'it has a later version')
    await expectNothing({ ...write, expectedVersion: 2 }, 'it has an earlier version')
    await expectKept(first, 'the incident after all')
    await expectMessages('begins')
  },
  'are not written if the post to edit is not as expected, and nothing else is stored': async ({
    begin,
    store,
    find,
    expectKept,
    posts,
    expectMessages,
  }) => {
    const { post, incident } = await begin('begins')
    const [unused = ''] = await posts.newIds(1)
    const changes = { message: 'edited' }
    const another = anew({ ...incident, key: 'another' })
    const edits = [
      editOf({ ...post, version: 1 }, changes),
      editOf({ ...post, id: unused }, changes),
    ]
    for (const edit of edits) {
      assertChanged(await store(['reply'], { edit, incident: next(incident) }), 'an edit')
      assertChanged(await store(['reply'], { edit }), 'an edit without an incident')
      assertChanged(await store(['reply'], { edit, incident: another }), 'with a new incident')
      assert.equal(await find(another.incident), null, 'the new incident')
    }
    await expectKept(incident, 'the incident after all')
    assert.deepEqual(await posts.findById(post.id), post, 'its post')
    await expectMessages('begins')
  },
  'are written once by concurrent firsts, and so is their post': async ({
    store,
    find,
    incident,
    expectMessages,
  }) => {
    const write = anew(incident)
    const results = await Promise.all(
      Array.from({ length: 5 }, () => store(['same'], { incident: write })),
    )
    const [winner, ...others] = results.filter((result) => result.stored)
    assert.ok(winner && others.length === 0, 'exactly one of five is stored')
    for (const result of results) {
      if (result !== winner) assertChanged(result, 'the other firsts')
    }
    assert.equal(found(await find(), 'the incident').postId, winner.posts[0]?.id, 'postId')
    await expectMessages('same')
  },
  'change once by concurrent updates of one version': async ({
    begin,
    store,
    expectKept,
    posts,
    expectMessages,
  }) => {
    const { post, incident } = await begin('begins')
    const titles = ['1', '2', '3', '4', '5']
    const results = await Promise.all(
      titles.map((title) => {
        const edit = editOf(post, { message: title })
        return store([], { edit, incident: next(incident, { title }) })
      }),
    )
    const winners = titles.filter((_, index) => results[index]?.stored)
    const [title = ''] = winners
    assert.equal(winners.length, 1, 'the number of updates that are stored')
    await expectKept(later(incident, { title }), 'the incident after all')
    const edited = found(await posts.findById(post.id), 'the post')
    assert.deepEqual([edited.message, edited.version], [title, 1], 'the post after all')
    await expectMessages(title)
  },
  'are written with an edit of a post, of which only given values change': async ({
    begin,
    store,
    expectKept,
    posts,
    expectMessages,
  }) => {
    const { post, incident } = await begin('before')
    const edit = editOf(post, { message: 'after' })
    const first = nowStored(await store([], { edit, incident: next(incident) }))
    const edited = found(first.edited, 'the post after its edit')
    assert.deepEqual(first.posts, [], 'posts of a batch without any')
    assertNewer(edited, { ...post, ...edit.changes }, 'an edited message')
    await expectKept(later(incident))
    const second = editOf(edited, { props: { from_webhook: 'true', done: [true] } })
    const { edited: last } = nowStored(await store([], { edit: second }))
    const again = found(last, 'the post after its edit')
    assertNewer(again, { ...edited, ...second.changes }, 'edited props')
    assert.deepEqual(await posts.findById(post.id), again, 'the post that findById returns')
    await expectMessages('after')
  },
  'are written with an edit and further posts in one commit': async ({
    begin,
    store,
    expectKept,
    expectPosts,
  }) => {
    const { post, incident } = await begin('open')
    const edit = editOf(post, { message: 'closed' })
    const over = next(incident, { state: 'closed', until: BEGAN + 2 })
    const result = await store(['is over', 'at last'], { edit, incident: over })
    const { posts, edited } = nowStored(result)
    const messages = posts.map(({ message }) => message)
    assert.deepEqual(messages, ['is over', 'at last'], 'posts that createBatch returns')
    assert.equal(edited?.message, 'closed', 'the post after its edit')
    await expectPosts(edited, ...posts)
    await expectKept(over.incident)
  },
  'are not written if a post of their batch cannot be stored': async ({
    begin,
    find,
    named,
    once,
    posts,
    guarantees,
    failWrites,
    expectMessages,
  }) => {
    const { post, incident } = await begin('begins')
    const [reply, refused] = await named('reply', REFUSED)
    const failing = [unreadable(found(reply, 'a post'))]
    if (failWrites) {
      await failWrites(REFUSED)
      failing.push(found(refused, 'a post'))
    }
    const edit = editOf(post, { message: 'edited' })
    const another = anew({ ...incident, key: 'another' })
    const keys = guarantees.has('once') ? { once } : {}
    for (const each of failing) {
      for (const batch of [{ edit, incident: next(incident) }, { incident: another }]) {
        await assert.rejects(
          async () => posts.createBatch({ posts: [each], ...batch, ...keys }),
          'createBatch throws or rejects',
        )
      }
    }
    assert.deepEqual(await find(), incident, 'the incident after all')
    assert.equal(await find(another.incident), null, 'a new incident of a failed batch')
    assert.deepEqual(await posts.findById(post.id), post, 'the post of an edit that failed')
    if (guarantees.has('once')) {
      assert.equal(await posts.findBatch(once.webhookId, once.key), null, 'the idempotency key')
    }
    await expectMessages('begins')
  },
  'whose post was deleted are not written with its edit': async ({
    begin,
    store,
    find,
    expectKept,
    posts,
    expectMessages,
  }) => {
    if (!posts.delete) return
    const { post, incident } = await begin('gone')
    assert.equal(await posts.delete(post.id), true, 'delete')
    const edit = editOf(post, { message: 'edited' })
    const late = await store(['reply'], { edit, incident: next(incident) })
    assertChanged(late, 'an edit of a deleted post')
    await expectKept(incident, 'the incident after that')
    const again = await store(['anew'], { incident: next(incident, { postId: '' }) })
    const [first] = nowStored(again).posts
    assert.equal(found(await find(), 'the incident').postId, first?.id, 'postId')
    await expectMessages('anew')
  },
})
