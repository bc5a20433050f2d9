import assert from 'node:assert/strict'
import type { LastResult, NotedResult } from '../model/last-result.js'
import type { IncomingWebhook } from '../model/records.js'
import type { CheckedSession } from './session.js'
import { checks } from './checks.js'
import { assertHolds, digestOf, NOBODY, openScene } from './scene.js'

const openNotes = async (session: CheckedSession) => {
  const { noteResult } = session.webhooks
  return (
    noteResult && {
      ...(await openScene(session)),
      note: async (id: string, result: NotedResult) => noteResult(id, result),
    }
  )
}

const check = checks(openNotes, 'if the host provides noteResult')

const POSTED: LastResult = {
  at: 1_700_000_000_001,
  outcome: 'posted',
  status: 200,
  errorId: '',
  detail: '',
  format: 'grafana',
}
const REFUSED: LastResult = {
  at: 1_700_000_000_002,
  outcome: 'refused',
  status: 404,
  errorId: 'web.incoming_webhook.channel.app_error',
  detail: 'there is no channel “nowhere”, or it is archived',
}

const expecting = checks(async (session) => {
  const { webhooks } = session
  const { listExpecting } = webhooks
  const scene = listExpecting && (await openNotes(session))
  if (!listExpecting || !scene) return null
  const expect = async (name: string, changes: Partial<IncomingWebhook>) => {
    const { id } = await webhooks.create({ ...scene.newWebhook(name), ...changes })
    return id
  }
  return {
    ...scene,
    expect,
    list: async (before: number, limit = 9) =>
      (await listExpecting(before, limit)).map(({ id }) => id),
  }
}, 'if the host provides listExpecting')

const EXPECTING = { expectEvery: 60, expectedSince: 1_000_000 }
const DUE = 1_075_000

/** Contract of `WebhooksAdapter`: the optional methods `noteResult` and `listExpecting`. */
export const WEBHOOK_RESULTS = [
  ...check({
    'remember what became of their last request, without other changes': async ({
      newWebhook,
      webhook,
      webhooks,
      note,
    }) => {
      const { id } = webhook
      const other = await webhooks.create(newWebhook('2'))
      await note(id, POSTED)
      const posted = { ...webhook, lastResult: POSTED }
      assertHolds(await webhooks.findById(id), posted, 'the record after a request')
      await note(id, REFUSED)
      const lastResult = { ...REFUSED, format: 'grafana' }
      const refused = { ...webhook, lastResult }
      assertHolds(await webhooks.findById(id), refused, 'the record after one without a format')
      const { items } = await webhooks.list({ offset: 0, limit: 9 })
      const listed = items.find((each) => each.id === id) ?? null
      assertHolds(listed, refused, 'the record in a list')
      const changes = { description: 'nightly', version: 1 }
      const changed = await webhooks.update(id, changes, 0)
      assertHolds(changed, { ...refused, ...changes }, 'the record that update returns')
      const otherResult = (await webhooks.findById(other.id))?.lastResult ?? null
      assert.equal(otherResult, null, 'the result of another record')
    },
    'of which there is none take no result, without failing': async ({ webhooks, note }) => {
      for (const text of [...NOBODY, digestOf('unknown')]) {
        await note(text, REFUSED)
        assert.equal(await webhooks.findById(text), null, `findById of ${text}`)
      }
    },
  }),
  ...expecting({
    'are listed when nothing was heard of them, those first that were due first': async ({
      expect,
      list,
      note,
    }) => {
      const first = await expect('2', EXPECTING)
      const later = await expect('3', { ...EXPECTING, expectEvery: 90 })
      const heard = await expect('4', EXPECTING)
      await expect('5', { ...EXPECTING, enabled: false })
      await note(heard, { heardAt: 1_020_000 })
      assert.deepEqual(await list(DUE - 1), [], 'a moment before')
      assert.deepEqual(await list(DUE), [first], 'in time')
      assert.deepEqual(await list(2_000_000), [first, heard, later], 'later')
      assert.deepEqual(await list(2_000_000, 2), [first, heard], 'at most two')
    },
    'are listed until it was told that nothing was heard, and when something is heard after that':
      async ({ expect, list, note }) => {
        const id = await expect('2', EXPECTING)
        await note(id, { silentSince: -1_000_000 })
        assert.deepEqual(await list(1_000_000), [id], 'while it is being told')
        await note(id, { silentSince: 1_000_000 })
        assert.deepEqual(await list(2_000_000), [], 'once it was told')
        await note(id, { heardAt: 1_100_000 })
        assert.deepEqual(await list(1_099_999), [], 'a moment before it is heard')
        assert.deepEqual(await list(1_100_000), [id], 'when it is heard')
        await note(id, { silentSince: 0 })
        assert.deepEqual(await list(1_100_000), [], 'once that was told')
      },
  }),
]
