import type { CheckedManagement } from '../host/checked.js'
import type { HookLog } from '../model/log.js'
import type { DeliveryRecord } from '../model/records.js'
import { REQUESTS_PER_SHARE } from '../model/request-shares.js'
import { Batcher } from './batcher.js'
import { boundedBy, type RecentRequests, type RecentRequestsOptions } from './recent-requests.js'

export interface SharedRequests extends RecentRequests {
  /** Writes all requests that wait. */
  flush(): Promise<void>
}

export interface SharedRequestsOptions extends RecentRequestsOptions {
  readonly deliveries: NonNullable<CheckedManagement['deliveries']>
  readonly log: HookLog
}

/** The recent requests of all processes, in the host's store. */
export function createSharedRequests(options: SharedRequestsOptions): SharedRequests {
  const { deliveries, log } = options
  const bounded = boundedBy(options)
  const batcher = new Batcher<DeliveryRecord>({
    write: (entries) => deliveries.append(entries),
    name: 'recent requests',
    log,
  })
  return {
    add: (webhookId, request) => {
      batcher.add({ webhookId, ...bounded(request) })
    },
    list: async (webhookId) => {
      await batcher.flush()
      return deliveries.list(webhookId, REQUESTS_PER_SHARE)
    },
    forget: async (webhookId) => {
      await batcher.flush()
      try {
        await deliveries.deleteFor(webhookId)
      } catch (error) {
        // The webhook itself has been deleted, so its deletion must not fail now.
        const fields = { webhook: webhookId, error }
        log('warn', 'could not delete the recent requests of a webhook', fields)
      }
    },
    flush: () => batcher.flush(),
  }
}
