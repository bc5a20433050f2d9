import assert from 'node:assert/strict'
import type { LastResult } from '../model/last-result.js'
import { type Check, checks } from './checks.js'
import { assertHolds, digestOf, NOBODY, openScene } from './scene.js'

const check = checks(async (session) => {
  const { noteResult } = session.webhooks
  return (
    noteResult && {
      ...(await openScene(session)),
      note: async (id: string, result: LastResult) => noteResult(id, result),
    }
  )
}, 'if the host provides noteResult')

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

/** Contract of `WebhooksAdapter`: the optional method `noteResult`. */
export const WEBHOOK_RESULTS: readonly Check[] = [
  check(
    'remember what became of their last request, without other changes',
    async ({ newWebhook, webhook, webhooks, note }) => {
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
  ),
  check('of which there is none take no result, without failing', async ({ webhooks, note }) => {
    for (const text of [...NOBODY, digestOf('unknown')]) {
      await note(text, REFUSED)
      assert.equal(await webhooks.findById(text), null, `findById of ${text}`)
    }
  }),
]
