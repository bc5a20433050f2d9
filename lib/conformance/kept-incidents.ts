import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import type { HookIncident } from '../model/incidents.js'
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
import { found, scramble } from './scene.js'

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

const MANY = 50
const NONE = { items: [], total: 0 }

const NEWER = {
  title: 'What a newer version wrote',
  byMember: { list: [{ at: 1, by: 'jo' }], none: null, flag: true },
  byText: '\u{1f4be}',
}

/** Contract of `PostsAdapter`: which incidents are kept, with the guarantee `incidents`. */
export const KEPT_INCIDENTS = check({
  'are separate for each webhook, channel and key': async ({
    begin,
    store,
    find,
    newWebhook,
    webhooks,
    seedChannel,
    expectMessages,
  }) => {
    const webhook = await webhooks.create(newWebhook('2'))
    const other = await seedChannel('other')
    const kept = [await begin('mine')]
    kept.push(await begin('theirs', { webhookId: webhook.id }))
    kept.push(await begin('elsewhere', { channelId: other.id }))
    for (const key of KEYS) kept.push(await begin(key, { key, title: key }))
    // A store that keeps only the latest has forgotten the first ones then.
    const { incident: mine } = await begin('many', { key: 'many' })
    for (let number = 0; number < MANY; number += 1) {
      await store([], { incident: anew({ ...mine, key: `many ${number}` }) })
    }
    for (const { incident } of kept) {
      assert.deepEqual(await find(incident), incident, `the incident ${incident.key}`)
    }
    assert.equal(await find({ key: 'DB_1' }), null, 'findIncident of a key that nobody wrote')
    await expectMessages('mine', 'theirs', 'elsewhere', ...KEYS, 'many')
  },
  'keep what only a newer version knows of them': async ({
    begin,
    store,
    find,
    expectKept,
    list,
    expectMessages,
  }) => {
    const { incident } = await begin('begins', NEWER)
    await expectKept(incident)
    const again = next(found(await find(), 'the incident'))
    await store([], { incident: again })
    const after = later(incident)
    await expectKept(after, 'the incident after a change')
    assert.deepEqual((await list()).items, [after], 'the list')
    await expectMessages('begins')
  },
  'that have expired are not there, and may be written anew': async ({
    begin,
    store,
    find,
    expectKept,
    list,
    expectMessages,
  }) => {
    const { incident: old } = await begin('old', { expiresAt: 1 })
    assert.equal(await find(), null, 'findIncident of an expired incident')
    assert.deepEqual(await list(), NONE, 'the list')
    const late = await store(['late'], { incident: next(old) })
    assertChanged(late, 'a change of an expired incident')
    const { incident } = await begin('new', { version: 9 })
    await expectKept(incident, 'the new incident')
    await expectMessages('old', 'new')
  },
  'are deleted with their webhook': async ({
    begin,
    find,
    expectKept,
    list,
    webhook,
    newWebhook,
    webhooks,
    expectMessages,
  }) => {
    const other = await webhooks.create(newWebhook('2'))
    await begin('mine')
    const { incident: theirs } = await begin('theirs', { webhookId: other.id })
    assert.equal(await webhooks.delete(webhook.id), true, 'delete of the webhook')
    assert.equal(await find(), null, 'findIncident of a deleted webhook')
    assert.deepEqual(await list(), NONE, 'the list')
    await expectKept(theirs, 'an incident of another webhook')
    await expectMessages('mine', 'theirs')
  },
  'are listed by their last event, the latest first, in pages': async ({
    begin,
    store,
    list,
    posts,
    newWebhook,
    webhooks,
    expectMessages,
  }) => {
    const names = ['b', 'c', 'a', 'd']
    const begun: HookIncident[] = []
    for (const [index, key] of names.entries()) {
      begun.push((await begin(key, { key, lastAt: BEGAN + index })).incident)
    }
    const [b, c, a, d] = begun
    assert.ok(b && c)
    const latest = next(c, { lastAt: BEGAN + 100 })
    await store([], { incident: latest })
    const other = await webhooks.create(newWebhook('2'))
    await begin('theirs', { webhookId: other.id })
    const all = [latest.incident, d, a, b]
    assert.deepEqual(await list(), { items: all, total: 4 }, 'all')
    assert.deepEqual(await list(1, 2), { items: [d, a], total: 4 }, 'a page')
    assert.deepEqual(await list(4, 2), { items: [], total: 4 }, 'a page after the last')
    // Written again, but nothing new was heard of it.
    const again = next(b, { lastAt: BEGAN })
    await store([], { incident: again })
    const repeated = { items: [latest.incident, d, a, again.incident], total: 4 }
    assert.deepEqual(await list(), repeated, 'a repeat')
    const unknown = await posts.listIncidents('unknown', { offset: 0, limit: 1 })
    assert.deepEqual(unknown, NONE, 'incidents of an unknown webhook')
    await expectMessages(...names, 'theirs')
  },
  'of a request that was stored before do not matter to its answer': async ({
    store,
    find,
    expectKept,
    incident,
    once,
    guarantees,
    posts,
    expectMessages,
  }) => {
    if (!guarantees.has('once')) return
    const write = anew(incident)
    const stored = nowStored(await store(['begins'], { once, incident: write }))
    const again = await store(['again'], { once, incident: write })
    assert.ok('earlier' in again, 'the earlier batch is returned')
    assert.deepEqual(again.earlier.posts, stored.posts, 'posts of the earlier batch')
    const first = found(await find(), 'the incident')
    const third = await store(['again'], { once, incident: next(first) })
    assert.ok('earlier' in third, 'the earlier batch is returned, whatever the incident')
    await expectKept(first, 'the incident after all')
    const other = { ...once, key: 'CI-128' }
    assertChanged(await store(['x'], { once: other, incident: write }), 'another key')
    const kept = await posts.findBatch(other.webhookId, other.key)
    assert.equal(kept, null, 'the idempotency key of a batch that was not stored')
    nowStored(await store(['closed'], { once: other, incident: next(first) }))
    await expectMessages('begins', 'closed')
  },
  'are copies: changing input or results does not change what is stored': async ({
    store,
    find,
    expectKept,
    list,
    incident,
    posts,
    expectMessages,
  }) => {
    const given = anew(copyOf({ ...incident, ...NEWER }))
    const { posts: stored } = nowStored(await store(['before'], { incident: given }))
    const post = copyOf(found(stored[0], 'the post'))
    const before = found(await find(), 'the incident')
    const expected = copyOf(before)
    const props = { list: ['a', { b: 'c' }] }
    const { edited } = nowStored(await store([], { edit: editOf(post, { props }) }))
    const after = copyOf(edited)
    for (const each of [given, stored, before, props, edited]) scramble(each)
    scramble(await list())
    await expectKept(expected, 'the incident after the changes')
    assert.deepEqual((await list()).items, [expected], 'the list after the changes')
    assert.deepEqual(await posts.findById(post.id), after, 'the post after the changes')
    await expectMessages('before')
  },
})
