import assert from 'node:assert/strict'
import {
  assertHolds,
  digestOf,
  fullWebhook,
  NOBODY,
  newWebhook,
  openScene,
  scramble,
} from './scene.js'
import type { Check } from './session.js'

const PREVIOUS = { keyDigest: digestOf('old'), keyHint: 'old1', expiresAt: 4e12, lastUsed: 5 }

/** Contract of `WebhooksAdapter`, except lists. */
export const WEBHOOKS: readonly Check[] = [
  {
    title: 'are found unchanged by id and by the digest of their key',
    run: async (session) => {
      const { user, channel, webhook } = await openScene(session)
      const { webhooks } = session.adapters
      const full = fullWebhook(newWebhook('2', user, channel))
      assertHolds(await webhooks.create(full), full)
      assertHolds(await webhooks.findById(full.id), full)
      assertHolds(await webhooks.findByKeyDigest(full.keyDigest), full)
      assertHolds(await webhooks.findByKeyDigest(webhook.keyDigest), webhook)
    },
  },
  {
    title:
      'are found by the digest of their previous key, and after a change only by the remaining digests',
    run: async (session) => {
      const { webhook } = await openScene(session)
      const { webhooks } = session.adapters
      const current = webhook.keyDigest
      const previousKey = { ...PREVIOUS, keyDigest: current }
      await webhooks.update(webhook.id, { keyDigest: digestOf('new'), previousKey })
      assert.equal((await webhooks.findByKeyDigest(current))?.id, webhook.id)
      assert.equal((await webhooks.findByKeyDigest(digestOf('new')))?.id, webhook.id)
      await webhooks.update(webhook.id, { keyDigest: digestOf('newer'), previousKey: null })
      assert.equal(await webhooks.findByKeyDigest(current), null)
      assert.equal(await webhooks.findByKeyDigest(digestOf('new')), null)
      assert.equal((await webhooks.findByKeyDigest(digestOf('newer')))?.id, webhook.id)
    },
  },
  {
    title: 'are not found by text that is not an id or digest, without failing',
    run: async (session) => {
      await openScene(session)
      const { webhooks } = session.adapters
      for (const text of [...NOBODY, digestOf('unknown')]) {
        assert.equal(await webhooks.findById(text), null, text)
        assert.equal(await webhooks.findByKeyDigest(text), null, text)
        assert.equal(await webhooks.update(text, { description: 'x' }), null, text)
        assert.equal(await webhooks.delete(text), false, text)
        await webhooks.touch(text, 1, 'current')
      }
    },
  },
  {
    title: 'can be changed: only the given values change, and no other records',
    run: async (session) => {
      const { user, channel, webhook } = await openScene(session)
      const { webhooks } = session.adapters
      const other = await webhooks.create(newWebhook('2', user, channel))
      const changes = { description: 'nightly', enabled: false, updateAt: webhook.updateAt + 1 }
      assertHolds(await webhooks.update(webhook.id, changes), { ...webhook, ...changes })
      const { id: _id, createAt: _createAt, ...full } = fullWebhook(webhook)
      assertHolds(await webhooks.update(webhook.id, full), { ...webhook, ...full })
      assertHolds(await webhooks.findById(webhook.id), { ...webhook, ...full })
      const back = { rateLimit: null, previousKey: null, enabled: true, expiresAt: 0 }
      assertHolds(await webhooks.update(webhook.id, back), { ...webhook, ...full, ...back })
      assertHolds(await webhooks.findById(other.id), other)
    },
  },
  {
    title: 'do not change if updateAt is not the expected one',
    run: async (session) => {
      const { webhook } = await openScene(session)
      const { webhooks } = session.adapters
      const { id, updateAt } = webhook
      const lost = { description: 'lost', updateAt: updateAt + 1 }
      assert.equal(await webhooks.update(id, lost, updateAt - 1), null)
      assertHolds(await webhooks.findById(id), webhook)
      const answers = await Promise.all(
        ['left', 'right'].map(async (description) =>
          webhooks.update(id, { description, updateAt: updateAt + 1 }, updateAt),
        ),
      )
      const [winner, ...others] = answers.filter((answer) => answer !== null)
      assert.deepEqual(others, [], 'of two changes at once one is refused')
      assert.deepEqual(await webhooks.findById(id), winner)
    },
  },
  {
    title: 'record when each of their keys was used, without other changes',
    run: async (session) => {
      const { webhook } = await openScene(session)
      const { webhooks } = session.adapters
      await webhooks.touch(webhook.id, 1_700_000_000_001, 'previous')
      assertHolds(await webhooks.findById(webhook.id), webhook)
      await webhooks.update(webhook.id, { previousKey: PREVIOUS })
      await webhooks.touch(webhook.id, 1_700_000_000_002, 'current')
      await webhooks.touch(webhook.id, 1_700_000_000_003, 'previous')
      assertHolds(await webhooks.findById(webhook.id), {
        ...webhook,
        lastUsed: 1_700_000_000_002,
        previousKey: { ...PREVIOUS, lastUsed: 1_700_000_000_003 },
      })
    },
  },
  {
    title: 'are removed when deleted, with both of their keys, and deleting again returns false',
    run: async (session) => {
      const { webhook } = await openScene(session)
      const { webhooks } = session.adapters
      await webhooks.update(webhook.id, { previousKey: PREVIOUS })
      assert.equal(await webhooks.delete(webhook.id), true)
      assert.equal(await webhooks.delete(webhook.id), false)
      assert.equal(await webhooks.findById(webhook.id), null)
      assert.equal(await webhooks.findByKeyDigest(webhook.keyDigest), null)
      assert.equal(await webhooks.findByKeyDigest(PREVIOUS.keyDigest), null)
      assert.equal(await webhooks.update(webhook.id, { enabled: true }), null)
      const { total } = await webhooks.list({ offset: 0, limit: 9 })
      assert.equal(total, 0)
    },
  },
  {
    title: 'are copies: changing input or results does not change what is stored',
    run: async (session) => {
      const { user, channel } = await openScene(session)
      const { webhooks } = session.adapters
      const given = structuredClone(fullWebhook(newWebhook('2', user, channel)))
      const expected = structuredClone(given)
      const { id, keyDigest } = expected
      scramble(await webhooks.create(given))
      scramble(given)
      scramble(await webhooks.findById(id))
      scramble(await webhooks.findByKeyDigest(keyDigest))
      const changes = { rateLimit: { perSecond: 2, burst: 3 } }
      scramble(await webhooks.update(id, changes))
      scramble(changes)
      scramble(await webhooks.list({ offset: 0, limit: 9 }))
      assertHolds(await webhooks.findById(id), {
        ...expected,
        rateLimit: { perSecond: 2, burst: 3 },
      })
    },
  },
]
