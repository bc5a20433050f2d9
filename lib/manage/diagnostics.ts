import type { CheckedManagement } from '../host/checked.js'
import { settled } from '../adapters/one-at-a-time.js'
import type { LogsAdapter } from '../adapters/types.js'
import type { HookLog } from '../model/log.js'
import type { DeliveryRecord } from '../model/records.js'
import { REQUESTS_PER_SHARE } from '../model/request-shares.js'
import { Batcher } from './batcher.js'
import { DebugLog, type LogLines } from './debug-log.js'
import { KeptRequests } from './kept-requests.js'
import type { RecentRequests } from './recent-requests.js'

/** How long `close` waits for a store that does not respond, in milliseconds. */
export const CLOSE_MS = 5_000

interface DiagnosticsParts {
  readonly adapters: Pick<CheckedManagement, 'deliveries' | 'logs'>
  readonly node: string
  readonly clock: () => number
  readonly redact: (text: string) => string
  readonly log: HookLog
}

/** The recent requests and the debug log: in the host's store, or in memory if it has none for them. */
export function createDiagnostics(parts: DiagnosticsParts) {
  const { adapters, node, clock, redact, log } = parts
  const { deliveries, logs } = adapters
  const shared = deliveries && sharedRequests(deliveries, log)
  const lines = logs && sharedLines(logs, log)
  return {
    recentRequests: shared ?? new KeptRequests(),
    /** When it began, if it has forgotten the requests before. */
    requestsSince: shared ? null : clock(),
    debugLog: new DebugLog({ node, clock, redact, lines }),
    /** Writes everything that waits, for at most 5 s. */
    close: () => settled(Promise.all([shared?.flush(), lines?.flush()]), CLOSE_MS),
  }
}

/** The recent requests of all processes, in the host's store. */
function sharedRequests(deliveries: NonNullable<CheckedManagement['deliveries']>, log: HookLog) {
  const batcher = new Batcher<DeliveryRecord>({
    write: (entries) => deliveries.append(entries),
    name: 'recent requests',
    log,
  })
  return {
    add: (webhookId, request) => {
      batcher.add({ webhookId, ...request })
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
  } satisfies RecentRequests & Flushed
}

/** The lines of all processes, in the host's store. */
function sharedLines(logs: LogsAdapter, log: HookLog) {
  const batcher = new Batcher<string>({
    write: (lines) => logs.append(lines),
    name: 'lines of the debug log',
    log,
  })
  return {
    add: (line) => {
      batcher.add(line)
    },
    page: async (offset, limit) => {
      await batcher.flush()
      return logs.page(offset, limit)
    },
    flush: () => batcher.flush(),
  } satisfies LogLines & Flushed
}

interface Flushed {
  /** Writes everything that waits. */
  flush(): Promise<void>
}
