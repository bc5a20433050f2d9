import assert from 'node:assert/strict'
import type { WebhookChanges } from '../adapters/types.js'
import { copyOf } from '../model/json.js'
import { fieldNames, partOf } from '../model/fields.js'
import type { IncomingWebhook, Verification } from '../model/records.js'
import { CALLER_FIELDS } from '../model/webhook-fields.js'
import { checks } from './checks.js'
import {
  assertHolds,
  assertOneWins,
  digestOf,
  fullWebhook,
  NOBODY,
  openScene,
  scramble,
} from './scene.js'

const check = checks(openScene)

const PREVIOUS = { keyDigest: digestOf('old'), keyHint: 'old1', expiresAt: 4e12, lastUsed: 5 }

const UNSTYLED: Verification = {
  scheme: 'github',
  header: '',
  secretCipher: 'another sealed secret',
  previousSecretCipher: '',
}

/** Contract of `WebhooksAdapter`, except lists and results. */
export const WEBHOOKS = check({
  'are found unchanged by id and by the digest of their key': async ({
    newWebhook,
    webhook,
    webhooks,
  }) => {
    const full = fullWebhook(newWebhook('2'))
    assertHolds(await webhooks.create(full), full, 'the record that create returns')
    assertHolds(await webhooks.findById(full.id), full, 'findById')
    assertHolds(await webhooks.findByKeyDigest(full.keyDigest), full, 'findByKeyDigest')
    const other = await webhooks.findByKeyDigest(webhook.keyDigest)
    assertHolds(other, webhook, 'findByKeyDigest of another record')
  },
  'are not created with the id of another one, which stays as it is': async ({
    newWebhook,
    webhook,
    webhooks,
  }) => {
    const { id } = webhook
    const again = async () => webhooks.create({ ...newWebhook('2'), id })
    await assert.rejects(again, 'create with an id that exists')
    assertHolds(await webhooks.findById(id), webhook, 'the record that was there')
    const third = newWebhook('3')
    const both = [third, { ...newWebhook('4'), id: third.id }]
    const results = await Promise.allSettled(both.map(async (one) => webhooks.create(one)))
    const won = both.filter((_, at) => results[at]?.status === 'fulfilled')
    assert.equal(won.length, 1, 'how many of two at once were created')
    assertHolds(await webhooks.findById(third.id), { ...won[0] }, 'the record that was created')
  },
  'are found by the digest of their previous key, and after a change only by the remaining digests':
    async ({ webhook, webhooks }) => {
      const { id, keyDigest: first } = webhook
      const [second, third] = [digestOf('new'), digestOf('newer')]
      const ownerOf = async (digest: string) => (await webhooks.findByKeyDigest(digest))?.id
      const previousKey = { ...PREVIOUS, keyDigest: first }
      await webhooks.update(id, { keyDigest: second, previousKey, version: 1 }, 0)
      assert.equal(await ownerOf(first), id, 'findByKeyDigest of the previous key')
      assert.equal(await ownerOf(second), id, 'findByKeyDigest of the new key')
      await webhooks.update(id, { keyDigest: third, previousKey: null, version: 2 }, 1)
      assert.equal(await ownerOf(first), undefined, 'findByKeyDigest of the first key')
      assert.equal(await ownerOf(second), undefined, 'findByKeyDigest of the second key')
      assert.equal(await ownerOf(third), id, 'findByKeyDigest of the third key')
    },
  'are not found by text that is not an id or digest, without failing': async ({ webhooks }) => {
    for (const text of [...NOBODY, digestOf('unknown')]) {
      assert.equal(await webhooks.findById(text), null, `findById of ${text}`)
      const byDigest = await webhooks.findByKeyDigest(text)
      assert.equal(byDigest, null, `findByKeyDigest of ${text}`)
      const changed = await webhooks.update(text, { description: 'x', version: 1 }, 0)
      assert.equal(changed, null, `update of ${text}`)
      assert.equal(await webhooks.delete(text), false, `delete of ${text}`)
      await webhooks.touch(text, 1, 'current')
    }
  },
  'can be changed: only the given values change, and no other records': async ({
    newWebhook,
    webhook,
    webhooks,
  }) => {
    const other = await webhooks.create(newWebhook('2'))
    const { id, updateAt } = webhook
    const some = {
      description: 'nightly',
      enabled: false,
      updateAt: updateAt + 1,
      version: 1,
    }
    assertHolds(await webhooks.update(id, some, 0), { ...webhook, ...some }, 'some fields')
    // What else a host has in its record is not compared.
    const full = fullWebhook(webhook)
    const { id: _id, createAt: _createAt, ...all } = full
    assertHolds(await webhooks.update(id, all, 1), full, 'all fields')
    assertHolds(await webhooks.findById(id), full, 'the record afterwards')
    const none = { rateLimit: null, previousKey: null, verification: null }
    const back = { ...none, enabled: true, expiresAt: 0, version: 9 }
    const changed = await webhooks.update(id, back, all.version)
    assertHolds(changed, { ...full, ...back }, 'fields that are null or 0 again')
    assertHolds(await webhooks.findById(other.id), other, 'another record')
  },
  'keep each field that is set, and nothing of its value before': async ({ webhook, webhooks }) => {
    let { version } = webhook
    const set = async (changes: WebhookChanges) => {
      const named = { ...changes, version: version + 1 }
      const what = fieldNames(changes).join()
      assertHolds(await webhooks.update(webhook.id, named, version), named, `update of ${what}`)
      assertHolds(await webhooks.findById(webhook.id), named, `findById after ${what}`)
      version += 1
    }
    const full = fullWebhook(webhook)
    for (const name of [...fieldNames(CALLER_FIELDS), 'verification'] as const) {
      await set(partOf<IncomingWebhook>([name], (each) => full[each]))
    }
    await set({ verification: UNSTYLED })
  },
  'do not change if version is not the expected one': async ({ webhook, webhooks }) => {
    const { id } = webhook
    const lost = await webhooks.update(id, { description: 'lost', version: 8 }, 7)
    assert.equal(lost, null, 'update with another version')
    assertHolds(await webhooks.findById(id), webhook, 'the record afterwards')
    await assertOneWins(
      (description, version) => webhooks.update(id, { description, version: version + 1 }, version),
      () => webhooks.findById(id),
    )
  },
  'record when each of their keys was used, without other changes': async ({
    webhook,
    webhooks,
  }) => {
    const { id } = webhook
    await webhooks.touch(id, 1_700_000_000_001, 'previous')
    assertHolds(await webhooks.findById(id), webhook, 'the record without a previous key')
    await webhooks.update(id, { previousKey: PREVIOUS, version: 1 }, 0)
    await webhooks.touch(id, 1_700_000_000_002, 'current')
    await webhooks.touch(id, 1_700_000_000_003, 'previous')
    const expected = {
      ...webhook,
      version: 1,
      lastUsed: 1_700_000_000_002,
      previousKey: { ...PREVIOUS, lastUsed: 1_700_000_000_003 },
    }
    assertHolds(await webhooks.findById(id), expected, 'the record after use of both keys')
  },
  'are removed when deleted, with both of their keys, and deleting again returns false': async ({
    webhook,
    webhooks,
  }) => {
    const { id, keyDigest } = webhook
    await webhooks.update(id, { previousKey: PREVIOUS, version: 1 }, 0)
    assert.equal(await webhooks.delete(id), true, 'delete')
    assert.equal(await webhooks.delete(id), false, 'delete of a deleted record')
    assert.equal(await webhooks.findById(id), null, 'findById')
    for (const digest of [keyDigest, PREVIOUS.keyDigest]) {
      assert.equal(await webhooks.findByKeyDigest(digest), null, 'findByKeyDigest of its keys')
    }
    const changed = await webhooks.update(id, { enabled: true, version: 2 }, 1)
    assert.equal(changed, null, 'update of a deleted record')
    const { total } = await webhooks.list({ offset: 0, limit: 9, withTotal: true })
    assert.equal(total, 0, 'the number of records')
  },
  'are copies: changing input or results does not change what is stored': async ({
    newWebhook,
    webhooks,
  }) => {
    const given = copyOf(fullWebhook(newWebhook('2')))
    const expected = copyOf(given)
    const { id, keyDigest } = expected
    scramble(await webhooks.create(given))
    scramble(given)
    scramble(await webhooks.findById(id))
    scramble(await webhooks.findByKeyDigest(keyDigest))
    const changes = { rateLimit: { perSecond: 2, burst: 3 }, version: expected.version + 1 }
    scramble(await webhooks.update(id, changes, expected.version))
    scramble(changes)
    scramble(await webhooks.list({ offset: 0, limit: 9 }))
    const rateLimit = { perSecond: 2, burst: 3 }
    const after = { ...expected, rateLimit, version: expected.version + 1 }
    assertHolds(await webhooks.findById(id), after, 'the record after the changes')
  },
})
