import assert from 'node:assert/strict'
import { readDelivery } from '../host/read-deliveries.js'
import { copyOf } from '../model/json.js'
import {
  type DeliveryFilter,
  type DeliveryRecord,
  limitsAt,
  type NewDelivery,
  type RequestShare,
} from '../model/deliveries.js'
import { checks } from './checks.js'
import { NOBODY, openScene, scramble } from './scene.js'

const START = 1_700_000_000_000
const ALL = { offset: 0, limit: 1_000 }
const DAY = 86_400_000

const check = checks(async (session) => {
  const { deliveries, webhooks } = session
  if (!deliveries) return null
  const { webhook, newWebhook } = await openScene(session)
  const { id: otherId } = await webhooks.create(newWebhook('2'))
  let count = 0
  /** A request of the webhook under test. */
  const made = (time: number, changes?: Partial<NewDelivery>): NewDelivery => {
    count += 1
    const request = readDelivery({
      id: `r-${count}`,
      webhookId: webhook.id,
      time,
      requestId: 'r',
      status: 200,
      format: 'native',
      ...changes,
    })
    return copyOf({ ...request, kept: changes?.kept ?? null })
  }
  // Copies, because those of an adapter may be objects of another realm: under jest, structuredClone makes them.
  const list = async (
    filter: DeliveryFilter = { webhookIds: [webhook.id] },
    page = ALL,
  ): Promise<readonly DeliveryRecord[]> =>
    copyOf((await deliveries.list(filter, page)).map(readDelivery))
  return { deliveries, made, list, webhookId: webhook.id, otherId }
}, 'if the host provides deliveries')

/** Contract of `DeliveriesAdapter`, if the host provides one. */
export const DELIVERIES = check({
  'are returned as they were appended': async ({ deliveries, made, list }) => {
    const delivered = made(START, { postIds: ['p1', 'p2'], replayed: true, size: 1_048_576 })
    const refused = made(START + 1, {
      share: 'refused',
      status: 404,
      outcome: 'refused',
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
      incident: 'disk "/" on db-1',
      facts: { branch: 'main', label: ['bug', "o'clock"], private: true },
      digest: 'ab12',
      waited: 1.3,
      address: '192.0.2.0/24',
      rules: [0, 2],
      replayOf: 'r-0',
      oldKey: 'whk…abc',
    })
    await deliveries.append([delivered, refused])
    assert.deepEqual(await list(), [refused, delivered].map(readDelivery), 'the requests')
  },
  'are returned with the channel of their posts, or without any': async ({
    deliveries,
    made,
    list,
  }) => {
    const postedTo = { channelId: 'c1', name: '@o\'clock "\u202e"', requested: true }
    const given = made(START, { postIds: ['p1'], actions: ['edited'], postedTo })
    await deliveries.append([given])
    assert.deepEqual(await list(), [readDelivery(given)], 'the request')
  },
  'are listed newest first: by time, and of the same time those that were appended last': async ({
    deliveries,
    made,
    list,
    webhookId,
  }) => {
    const [late, early, same, last] = [30, 10, 30, 40].map((ms) => made(START + ms))
    assert.ok(late && early && same && last)
    await deliveries.append([late])
    await deliveries.append([early, same])
    await deliveries.append([last])
    const sorted = [last, same, late, early].map(readDelivery)
    assert.deepEqual(await list(), sorted, 'the requests')
    const of = { webhookIds: [webhookId] }
    assert.deepEqual(await list(of, { offset: 0, limit: 2 }), sorted.slice(0, 2), 'the first two')
    assert.deepEqual(await list(of, { offset: 2, limit: 9 }), sorted.slice(2), 'the next ones')
  },
  'are listed by what is asked for': async ({ deliveries, made, list, webhookId, otherId }) => {
    const pushed = made(START + 1, {
      format: 'github',
      event: 'push',
      incident: 'a',
      digest: 'd1',
    })
    const refused = made(START + 2, { share: 'refused', status: 400, outcome: 'refused' })
    const skipped = made(START + 3, { format: 'github', event: 'star', outcome: 'skipped' })
    const other = made(START + 4, { webhookId: otherId, event: 'push', digest: 'd2' })
    await deliveries.append([pushed, refused, skipped, other])
    const cases: readonly (readonly [DeliveryFilter, readonly NewDelivery[]])[] = [
      [{}, [other, skipped, refused, pushed]],
      [{ webhookIds: [otherId] }, [other]],
      [{ webhookIds: [webhookId, otherId], event: 'push' }, [other, pushed]],
      [{ outcome: 'refused' }, [refused]],
      [{ outcome: 'skipped' }, [skipped]],
      [{ format: 'github', event: 'push' }, [pushed]],
      [{ incident: 'a' }, [pushed]],
      [{ incident: 'b' }, []],
      [{ digests: ['d2', 'd1'] }, [other, pushed]],
      [{ from: START + 2, to: START + 3 }, [skipped, refused]],
      ...NOBODY.map((text): [DeliveryFilter, NewDelivery[]] => [{ event: text, format: text }, []]),
    ]
    for (const [filter, expected] of cases) {
      const listed = (await list(filter)).map(({ id }) => id)
      const ids = expected.map(({ id }) => id)
      assert.deepEqual(listed, ids, JSON.stringify(filter))
    }
  },
  'are found by webhook and id': async ({ deliveries, made, webhookId, otherId }) => {
    if (!deliveries.find) return
    const given = made(START, { kept: "o'clock \\u0000 \u{1f600}" })
    await deliveries.append([given, made(START + 1)])
    const found = await deliveries.find(webhookId, given.id)
    assert.deepEqual(found && { ...readDelivery(found), kept: found.kept }, given, 'the request')
    const beside = await deliveries.find(webhookId, 'r-2')
    assert.equal(beside?.kept ?? null, null, 'what was sent, if it was not kept')
    for (const text of [...NOBODY, 'r-9']) {
      assert.equal(await deliveries.find(webhookId, text), null, text)
    }
    assert.equal(await deliveries.find(otherId, given.id), null, 'of another webhook')
  },
  'are listed and deleted by webhook': async ({ deliveries, made, list, webhookId, otherId }) => {
    const own = made(START, { kept: 'sent' })
    const other = made(START + 1, { webhookId: otherId })
    await deliveries.append([own, other])
    for (const text of NOBODY) {
      assert.deepEqual(await list({ webhookIds: [text] }), [], `list of ${text}`)
      await deliveries.deleteFor(text)
    }
    assert.deepEqual(await list(), [readDelivery(own)], 'those of one webhook')
    await deliveries.deleteFor(webhookId)
    await deliveries.deleteFor(webhookId)
    assert.deepEqual(await list(), [], 'after they were deleted')
    const found = await deliveries.find?.(webhookId, own.id)
    assert.equal(found ?? null, null, 'by its id, after it was deleted')
    assert.deepEqual(await list({ webhookIds: [otherId] }), [readDelivery(other)], 'of another')
  },
  'are kept without what was sent, or not at all, once their webhook has another owner': async ({
    deliveries,
    made,
    list,
    webhookId,
    otherId,
  }) => {
    if (!deliveries.find) return
    const own = made(START, { kept: 'sent' })
    const other = made(START + 1, { webhookId: otherId, kept: 'sent' })
    await deliveries.append([own, other])
    await deliveries.deleteFor(webhookId, 'sent')
    const found = await deliveries.find(webhookId, own.id)
    assert.equal(found?.kept ?? null, null, 'what was sent')
    const ofAnother = await deliveries.find(otherId, other.id)
    assert.equal(ofAnother?.kept, 'sent', 'what was sent to another webhook')
    assert.deepEqual(await list({ webhookIds: [otherId] }), [readDelivery(other)], 'the others')
  },
  'are pruned: the newest of each share are kept, and none that is too old': async ({
    deliveries,
    made,
    list,
  }) => {
    if (!deliveries.prune) return
    const shareOf = (at: number): RequestShare => {
      if (at < 20) return 'accepted'
      return at % 10 === 0 ? 'refused' : 'unproven'
    }
    const requests = Array.from({ length: 300 }, (_, at) =>
      made(START + DAY + at, { share: shareOf(at), kept: at % 50 === 0 ? 'sent' : null }),
    )
    await deliveries.append([made(START, { share: 'refused' })])
    await deliveries.append([...requests])
    const limits = limitsAt(START + 3 * DAY, 2.5, 20)
    await deliveries.prune(limits)
    const left = { ...limits.perShare }
    const kept = requests.toReversed().filter(({ share }) => left[share]-- > 0)
    assert.deepEqual(await list(), kept.map(readDelivery), 'the requests, newest first')
    const [first = made(0)] = kept.filter((each) => each.kept !== null)
    const found = await deliveries.find?.(first.webhookId, first.id)
    assert.equal(found?.kept ?? null, null, 'what was sent more than a day ago')
  },
  'are the latest of each share of each webhook, newest first': async ({
    deliveries,
    made,
    webhookId,
    otherId,
  }) => {
    if (!deliveries.latest) return
    const shares = ['accepted', 'refused', 'refused', 'refused', 'unproven'] as const
    const own = shares.map((share, at) => made(START + at, { share, oldKey: 'oldk' }))
    const other = made(START + 2, { webhookId: otherId })
    await deliveries.append([...own, other])
    const latest = async (ids: string[], refused: number): Promise<readonly unknown[]> => {
      const perShare = { accepted: 1, refused, unproven: 1, replayed: 0 }
      const found = (await deliveries.latest?.(ids, perShare)) ?? []
      return found.map(readDelivery).map(({ id, oldKey }) => `${id} ${oldKey}`)
    }
    const [first, , second, third, last] = own.map(({ id }) => `${id} oldk`)
    assert.deepEqual(await latest([webhookId], 2), [last, third, second, first], 'of one')
    assert.equal((await latest([otherId, webhookId], 1)).length, 4, 'of both')
    assert.deepEqual(await latest(['unknown'], 1), [], 'of none')
  },
  'are copies': async ({ deliveries, made, list, webhookId }) => {
    const given = made(START, { ignored: ['a'], warnings: [{ path: 'b', reason: 'c' }] })
    const expected = readDelivery(copyOf(given))
    const entries = [given]
    await deliveries.append(entries)
    scramble(entries)
    scramble(await deliveries.list({ webhookIds: [webhookId] }, ALL))
    assert.deepEqual(await list(), [expected], 'after the changes')
  },
})
