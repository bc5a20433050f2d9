import assert from 'node:assert/strict'
import type { CheckedManagement } from '../host/checked.js'
import { copyOf } from '../model/copy.js'
import type { DeliveryRecord } from '../model/records.js'
import { REQUESTS_PER_SHARE, type RequestShare } from '../model/request-shares.js'
import { newWebhook, NOBODY, openScene, scramble } from './scene.js'
import type { Check } from './session.js'

const START = 1_700_000_000_000

/** Makes a request of the webhook under test. */
type Made = (time: number, changes?: Partial<DeliveryRecord>) => DeliveryRecord

/** Contract of `DeliveriesAdapter`, if the host provides one. */
export const DELIVERIES: readonly Check[] = [
  check('are returned as they were appended', async (deliveries, made) => {
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
    const { webhookId } = delivered
    assert.deepEqual(
      await deliveries.list(webhookId, REQUESTS_PER_SHARE),
      [refused, delivered],
      'the requests',
    )
  }),
  check(
    'are returned with the channel of their posts, or without any',
    async (deliveries, made) => {
      const postedTo = { channelId: 'c1', name: '@o\'clock "\u202e"', requested: true }
      const given = made(START, { postIds: ['p1'], postedTo })
      await deliveries.append([given])
      const listed = await deliveries.list(given.webhookId, REQUESTS_PER_SHARE)
      // The member is younger than the adapter: stores with a column for each member may lack it.
      const isLeftOut = listed[0]?.postedTo === null
      assert.deepEqual(listed, [isLeftOut ? { ...given, postedTo: null } : given], 'the request')
    },
  ),
  check(
    'are listed newest first: by time, and of the same time those that were appended last',
    async (deliveries, made) => {
      const [late, early, same, last] = [30, 10, 30, 40].map((ms, at) =>
        made(START + ms, { requestId: `r${at}` }),
      )
      assert.ok(late && early && same && last)
      await deliveries.append([late])
      await deliveries.append([early, same])
      await deliveries.append([last])
      const { webhookId } = late
      assert.deepEqual(
        await deliveries.list(webhookId, REQUESTS_PER_SHARE),
        [last, same, late, early],
        'the requests',
      )
      assert.deepEqual(await deliveries.list(webhookId, 2), [last, same], 'the first two')
    },
  ),
  check('are listed and deleted by webhook', async (deliveries, made, otherId) => {
    const own = made(START)
    const other = made(START + 1, { webhookId: otherId })
    await deliveries.append([own, other])
    for (const text of NOBODY) {
      assert.deepEqual(await deliveries.list(text, REQUESTS_PER_SHARE), [], `list of ${text}`)
      await deliveries.deleteFor(text)
    }
    assert.deepEqual(
      await deliveries.list(own.webhookId, REQUESTS_PER_SHARE),
      [own],
      'those of one webhook',
    )
    await deliveries.deleteFor(own.webhookId)
    await deliveries.deleteFor(own.webhookId)
    assert.deepEqual(
      await deliveries.list(own.webhookId, REQUESTS_PER_SHARE),
      [],
      'after they were deleted',
    )
    assert.deepEqual(
      await deliveries.list(otherId, REQUESTS_PER_SHARE),
      [other],
      'those of another webhook',
    )
  }),
  check('are kept, the last 50 of each share of a webhook', async (deliveries, made) => {
    const { webhookId } = made(0)
    const shareOf = (at: number): RequestShare => {
      if (at < 60) return 'accepted'
      return at % 10 === 0 ? 'refused' : 'unproven'
    }
    const all = Array.from({ length: 1_000 }, (_, at) => made(START + at, { share: shareOf(at) }))
    await deliveries.append(all)
    await deliveries.append([made(START + all.length, { share: 'unproven' })])
    const listed = await deliveries.list(webhookId, REQUESTS_PER_SHARE)
    const timesOf = (wanted: RequestShare): readonly number[] =>
      listed.filter(({ share }) => share === wanted).map(({ time }) => time - START)
    const lastOf = (wanted: RequestShare): readonly number[] =>
      all
        .filter(({ share }) => share === wanted)
        .map(({ time }) => time - START)
        .reverse()
    assert.deepEqual(timesOf('accepted'), lastOf('accepted').slice(0, 50), 'accepted ones')
    assert.deepEqual(timesOf('refused'), lastOf('refused').slice(0, 50), 'refused ones')
    const unproven = [all.length, ...lastOf('unproven').slice(0, 49)]
    assert.deepEqual(timesOf('unproven'), unproven, 'unproven ones')
    const times = listed.map(({ time }) => time)
    assert.deepEqual(
      times,
      [...times].sort((one, other) => other - one),
      'newest first',
    )
  }),
  check('are copies', async (deliveries, made) => {
    const given = made(START, { ignored: ['a'], warnings: [{ path: 'b', reason: 'c' }] })
    const expected = copyOf(given)
    const { webhookId } = given
    const entries = [given]
    await deliveries.append(entries)
    scramble(entries)
    scramble(await deliveries.list(webhookId, REQUESTS_PER_SHARE))
    assert.deepEqual(
      await deliveries.list(webhookId, REQUESTS_PER_SHARE),
      [expected],
      'after the changes',
    )
  }),
]

function check(
  title: string,
  run: (
    deliveries: NonNullable<CheckedManagement['deliveries']>,
    made: Made,
    otherId: string,
  ) => Promise<void>,
): Check {
  return {
    title: `${title}, if the host provides deliveries`,
    run: async (session) => {
      const { deliveries } = session.adapters
      if (!deliveries) return
      const { webhook, user, channel } = await openScene(session)
      const other = await session.adapters.webhooks.create(newWebhook('2', user, channel))
      const made: Made = (time, changes) => ({
        webhookId: webhook.id,
        share: 'accepted',
        time,
        requestId: 'r',
        status: 200,
        errorId: '',
        message: '',
        detail: '',
        warnings: [],
        ignored: [],
        size: 0,
        userAgent: '',
        contentType: '',
        headers: [],
        duration: null,
        response: '',
        postIds: [],
        postedTo: null,
        replayed: false,
        format: 'native',
        event: '',
        skipped: false,
        ...changes,
      })
      await run(deliveries, made, other.id)
    },
  }
}
