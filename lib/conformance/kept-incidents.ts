import assert from 'node:assert/strict'
import { copyOf } from '../model/copy.js'
import type { HookIncident } from '../model/incidents.js'
import { found, newWebhook, scramble, seedChannel } from './scene.js'
import type { Check } from './session.js'
import { assertChanged, BEGAN, check, later, nowStored } from './incidents-scene.js'

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
const FIRST_PAGE = { offset: 0, limit: 10 }

const NEWER = {
  title: 'What a newer version wrote',
  byMember: { list: [{ at: 1, by: 'jo' }], none: null, flag: true },
  byText: '\u{1f4be}',
}

/** Contract of `PostsAdapter`: which incidents are kept, with the guarantee `incidents`. */
export const KEPT_INCIDENTS: readonly Check[] = [
  check('are separate for each webhook, channel and key', async (scene, session) => {
    const { begin, store, find, user, channel } = scene
    const webhook = await session.adapters.webhooks.create(newWebhook('2', user, channel))
    const other = await seedChannel(session, 'other')
    const kept = [await begin('mine')]
    kept.push(await begin('theirs', { webhookId: webhook.id }))
    kept.push(await begin('elsewhere', { channelId: other.id }))
    for (const key of KEYS) kept.push(await begin(key, { key, title: key }))
    // A store that keeps only the latest has forgotten the first ones then.
    const { post, incident: mine } = await begin('many', { key: 'many' })
    for (let number = 0; number < MANY; number += 1) {
      const incident = { ...mine, key: `many ${number}`, postId: post.id }
      await store([], { incident: { incident, expectedVersion: null } })
    }
    for (const { incident } of kept) {
      assert.deepEqual(await find(incident), incident, `the incident ${incident.key}`)
    }
    assert.equal(await find({ key: 'DB_1' }), null, 'findIncident of a key that nobody wrote')
    return ['mine', 'theirs', 'elsewhere', ...KEYS, 'many']
  }),
  check('keep what only a newer version knows of them', async (scene, session) => {
    const { begin, store, find, webhook } = scene
    const { incident } = await begin('begins', NEWER)
    assert.deepEqual(await find(), incident, 'the incident')
    const again = later(found(await find(), 'the incident'))
    await store([], { incident: { incident: again, expectedVersion: 1 } })
    assert.deepEqual(await find(), { ...later(incident), ...NEWER }, 'the incident after a change')
    const { items } = await session.adapters.posts.listIncidents(webhook.id, FIRST_PAGE)
    assert.deepEqual(items, [again], 'the list')
    return ['begins']
  }),
  check('that have expired are not there, and may be written anew', async (scene, session) => {
    const { begin, store, find, webhook } = scene
    const { incident: old } = await begin('old', { expiresAt: 1 })
    assert.equal(await find(), null, 'findIncident of an expired incident')
    const listed = await session.adapters.posts.listIncidents(webhook.id, FIRST_PAGE)
    assert.deepEqual(listed, { items: [], total: 0 }, 'the list')
    const late = { incident: later(old), expectedVersion: 1 }
    assertChanged(await store(['late'], { incident: late }), 'a change of an expired incident')
    const { incident } = await begin('new', { version: 9 })
    assert.deepEqual(await find(), incident, 'the new incident')
    return ['old', 'new']
  }),
  check('are deleted with their webhook', async (scene, session) => {
    const { begin, find, webhook, user, channel } = scene
    const { posts, webhooks } = session.adapters
    const other = await webhooks.create(newWebhook('2', user, channel))
    await begin('mine')
    const { incident: theirs } = await begin('theirs', { webhookId: other.id })
    assert.equal(await webhooks.delete(webhook.id), true, 'delete of the webhook')
    assert.equal(await find(), null, 'findIncident of a deleted webhook')
    const listed = await posts.listIncidents(webhook.id, FIRST_PAGE)
    assert.deepEqual(listed, { items: [], total: 0 }, 'the list')
    assert.deepEqual(await find(theirs), theirs, 'an incident of another webhook')
    return ['mine', 'theirs']
  }),
  check('are listed by their last event, the latest first, in pages', async (scene, session) => {
    const { begin, store, webhook, user, channel } = scene
    const { posts, webhooks } = session.adapters
    const names = ['b', 'c', 'a', 'd']
    const begun: HookIncident[] = []
    for (const [index, key] of names.entries()) {
      begun.push((await begin(key, { key, lastAt: BEGAN + index })).incident)
    }
    const [b, c, a, d] = begun
    const latest = later(found(c, 'the incident'), { lastAt: BEGAN + 100 })
    await store([], { incident: { incident: latest, expectedVersion: 1 } })
    const other = await webhooks.create(newWebhook('2', user, channel))
    await begin('theirs', { webhookId: other.id })
    const page = async (offset: number, limit: number): Promise<unknown> =>
      posts.listIncidents(webhook.id, { offset, limit })
    assert.deepEqual(await page(0, 10), { items: [latest, d, a, b], total: 4 }, 'all')
    assert.deepEqual(await page(1, 2), { items: [d, a], total: 4 }, 'a page')
    assert.deepEqual(await page(4, 2), { items: [], total: 4 }, 'a page after the last')
    // Written again, but nothing new was heard of it.
    const again = later(found(b, 'the incident'), { lastAt: BEGAN })
    await store([], { incident: { incident: again, expectedVersion: 1 } })
    assert.deepEqual(await page(0, 10), { items: [latest, d, a, again], total: 4 }, 'a repeat')
    const none = await posts.listIncidents('unknown', { offset: 0, limit: 1 })
    assert.deepEqual(none, { items: [], total: 0 }, 'incidents of an unknown webhook')
    return [...names, 'theirs']
  }),
  check('are copies: changing input or results does not change what is stored', async (scene) => {
    const { store, find, incident, webhook, posts } = scene
    const given = { incident: copyOf({ ...incident, ...NEWER }), expectedVersion: null }
    const { posts: stored } = nowStored(await store(['before'], { incident: given }))
    const before = found(await find(), 'the incident')
    const expected = copyOf(before)
    const props = { list: ['a', { b: 'c' }] }
    const edit = { id: expected.postId, changes: { props, version: 1 }, expectedVersion: 0 }
    const { edited } = nowStored(await store([], { edit }))
    const after = copyOf(edited)
    for (const each of [given, stored, before, props, edited]) scramble(each)
    scramble(await posts.listIncidents(webhook.id, { offset: 0, limit: 1 }))
    assert.deepEqual(await find(), expected, 'the incident after the changes')
    const listed = await posts.listIncidents(webhook.id, { offset: 0, limit: 1 })
    assert.deepEqual(listed.items, [expected], 'the list after the changes')
    assert.deepEqual(await posts.findById(expected.postId), after, 'the post after the changes')
    return ['before']
  }),
]
