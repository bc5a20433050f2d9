import assert from 'node:assert/strict'
import { readDelivery } from '../host/read-deliveries.js'
import { copyOf } from '../model/json.js'
import type { DeliveryRecord } from '../model/records.js'
import { REQUESTS_PER_SHARE, type RequestShare } from '../model/request-shares.js'
import { type Check, checks } from './checks.js'
import { NOBODY, openScene, scramble } from './scene.js'

const START = 1_700_000_000_000

const check = checks(async (session) => {
  const { deliveries, webhooks } = session
  if (!deliveries) return null
  const { webhook, newWebhook } = await openScene(session)
  const { id: otherId } = await webhooks.create(newWebhook('2'))
  /** A request of the webhook under test. */
  const made = (time: number, changes?: Partial<DeliveryRecord>): DeliveryRecord =>
    copyOf(
      readDelivery({
        webhookId: webhook.id,
        time,
        requestId: 'r',
        status: 200,
        format: 'native',
        ...changes,
      }),
    )
  // Copies, because those of an adapter may be objects of another realm: under jest, structuredClone makes them.
  const list = async (
    webhookId = webhook.id,
    limit = REQUESTS_PER_SHARE,
  ): Promise<readonly DeliveryRecord[]> => copyOf(await deliveries.list(webhookId, limit))
  return { deliveries, made, list, webhookId: webhook.id, otherId }
}, 'if the host provides deliveries')

/** Contract of `DeliveriesAdapter`, if the host provides one. */
export const DELIVERIES: readonly Check[] = [
  check('are returned as they were appended', async ({ deliveries, made, list }) => {
    const delivered = made(START, { postIds: ['p1', 'p2'], replayed: true, size: 1_048_576 })
    const refused = made(START + 1, {
      share: 'refused',
      status: 404,
      errorId: 'web.incoming_webhook.channel.app_error',
      message: 'Refused by the test',
      detail: "o'clock \u{1f600} \\u0000 %",
      warnings: [{ path: 'attachments[0].ts', reason: 'is not a time' }],
      ignored: ['mrkdwn', 'parse'],
      userAgent: 'curl/8 "\u202e"',
      contentType: 'text/plain; charset="utf-8"',
      headers: ['content-type: text/plain', 'x-note: o\'clock "\u202e"'],
      duration: 12.5,
      response: '{"id":"o\'clock","status_code":404}',
    })
    await deliveries.append([delivered, refused])
    assert.deepEqual(await list(), [refused, delivered], 'the requests')
  }),
  check(
    'are returned with the channel of their posts, or without any',
    async ({ deliveries, made, list }) => {
      const postedTo = { channelId: 'c1', name: '@o\'clock "\u202e"', requested: true }
      const given = made(START, { postIds: ['p1'], actions: ['edited'], postedTo })
      await deliveries.append([given])
      const listed = await list()
      // These members are younger than the adapter: stores with a column for each may lack them.
      const hasNoPlace = listed[0]?.postedTo === null
      const hasNoActions = listed[0]?.actions.length === 0
      const kept = {
        ...given,
        ...(hasNoPlace && { postedTo: null }),
        ...(hasNoActions && { actions: [] }),
      }
      assert.deepEqual(listed, [kept], 'the request')
    },
  ),
  check(
    'are listed newest first: by time, and of the same time those that were appended last',
    async ({ deliveries, made, list }) => {
      const [late, early, same, last] = [30, 10, 30, 40].map((ms, at) =>
        made(START + ms, { requestId: `r${at}` }),
      )
      assert.ok(late && early && same && last)
      await deliveries.append([late])
      await deliveries.append([early, same])
      await deliveries.append([last])
      assert.deepEqual(await list(), [last, same, late, early], 'the requests')
      assert.deepEqual(await list(late.webhookId, 2), [last, same], 'the first two')
    },
  ),
  check(
    'are listed and deleted by webhook',
    async ({ deliveries, made, list, webhookId, otherId }) => {
      const own = made(START)
      const other = made(START + 1, { webhookId: otherId })
      await deliveries.append([own, other])
      for (const text of NOBODY) {
        assert.deepEqual(await list(text), [], `list of ${text}`)
        await deliveries.deleteFor(text)
      }
      assert.deepEqual(await list(), [own], 'those of one webhook')
      await deliveries.deleteFor(webhookId)
      await deliveries.deleteFor(webhookId)
      assert.deepEqual(await list(), [], 'after they were deleted')
      assert.deepEqual(await list(otherId), [other], 'those of another webhook')
    },
  ),
  check('are kept, the last 50 of each share of a webhook', async ({ deliveries, made, list }) => {
    const shareOf = (at: number): RequestShare => {
      if (at < 60) return 'accepted'
      return at % 10 === 0 ? 'refused' : 'unproven'
    }
    const first = Array.from({ length: 1_000 }, (_, at) => made(START + at, { share: shareOf(at) }))
    const last = made(START + first.length, { share: 'unproven' })
    await deliveries.append([...first])
    await deliveries.append([last])
    const of = { accepted: 0, refused: 0, unproven: 0 }
    const kept = [...first, last]
      .reverse()
      .filter(({ share }) => (of[share] += 1) <= REQUESTS_PER_SHARE)
    const shown = ({ share, time }: DeliveryRecord): unknown => [share, time - START]
    assert.deepEqual((await list()).map(shown), kept.map(shown), 'the requests, newest first')
  }),
  check('are copies', async ({ deliveries, made, list, webhookId }) => {
    const given = made(START, { ignored: ['a'], warnings: [{ path: 'b', reason: 'c' }] })
    const expected = copyOf(given)
    const entries = [given]
    await deliveries.append(entries)
    scramble(entries)
    scramble(await deliveries.list(webhookId, REQUESTS_PER_SHARE))
    assert.deepEqual(await list(), [expected], 'after the changes')
  }),
]
