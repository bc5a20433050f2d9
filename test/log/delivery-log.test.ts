import { expect } from 'chai'
import { MemoryDeliveries } from '../../lib/adapters/memory/deliveries.js'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import type { DeliveryFilter, DeliveryPage, DeliveryRecord } from '../../lib/model/deliveries.js'
import { createDeliveryLog } from '../../lib/log/delivery-log.js'
import { deliveryOf } from '../support/deliveries.js'

/** Keeps how many requests were asked for at a time. */
class Asked extends MemoryDeliveries {
  readonly limits: number[] = []

  override list(filter: DeliveryFilter, page: DeliveryPage): readonly DeliveryRecord[] {
    this.limits.push(page.limit)
    return super.list(filter, page)
  }
}

describe('the latest requests of many webhooks, of a store that lists those of one', () => {
  const latestOf = async (
    count: number,
  ): Promise<readonly [limits: readonly number[], found: readonly string[]]> => {
    const deliveries = new Asked()
    const ids = Array.from({ length: count }, (_, at) => `hook${at}`)
    for (const webhookId of ids) {
      for (const time of [1, 2]) {
        deliveries.append([deliveryOf({ id: `${webhookId} ${time}`, webhookId, time })])
      }
    }
    const log = createDeliveryLog({
      deliveries,
      settings: { get: () => Promise.resolve(DEFAULT_SETTINGS) },
      kept: { open: () => null },
      clock: () => 3,
      log: () => undefined,
    })
    const found = (await log.latest(ids, Infinity)).get('hook1') ?? []
    await log.close()
    return [[...new Set(deliveries.limits)], found.map(({ id }) => id)]
  }

  for (const [webhooks, each] of [
    [2, 1_000],
    [100, 100],
    [1_000, 10],
  ] as const) {
    it(`are at most ${each} of each of ${webhooks}, the oldest first`, async () => {
      expect(await latestOf(webhooks)).to.deep.equal([[each], ['hook1 1', 'hook1 2']])
    })
  }
})
