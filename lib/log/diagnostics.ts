import { settled } from '../adapters/one-at-a-time.js'
import type { LogsAdapter } from '../adapters/types.js'
import type { CheckedManagement } from '../host/checked.js'
import type { HookLog } from '../model/log.js'
import { type Batcher, createBatcher } from './batcher.js'
import { createDebugLog, type LogLines } from './debug-log.js'
import { createDeliveryLog, type DeliveryLog, type DeliveryLogParts } from './delivery-log.js'
import { createWatch, type WatchParts } from './watch.js'

/** How long `close` waits for a store that does not respond, in milliseconds. */
export const CLOSE_MS = 5_000

export interface DiagnosticsParts extends Omit<
  DeliveryLogParts,
  'deliveries' | 'settings' | 'onWritten'
> {
  /** Undefined: nobody wants to know of signals. */
  readonly onSignal: WatchParts['onSignal'] | undefined
  readonly onFailure: WatchParts['onFailure']
  readonly adapters: Pick<CheckedManagement, 'deliveries' | 'logs' | 'users' | 'webhooks'> & {
    readonly settings: Pick<CheckedManagement['settings'], 'get'>
  }
  readonly node: string
  readonly redact: (text: string) => string
}

/** The log of requests and the debug log: in the host's store, or in memory if it has none for them. */
export function createDiagnostics(parts: DiagnosticsParts) {
  const { adapters, node, clock, redact, log } = parts
  const { deliveries, settings, logs } = adapters
  const { onSignal, onFailure } = parts
  const deliveryLog: DeliveryLog = createDeliveryLog({
    ...parts,
    deliveries,
    settings,
    onWritten: (written) => watch?.written(written),
  })
  const requestsSince = deliveries ? null : clock()
  const logName = requestsSince === null ? '' : `${requestsSince}`
  const watch = onSignal
    ? createWatch({ ...adapters, deliveryLog, onSignal, onFailure, logName, clock, log })
    : null
  const lines = logs && sharedLines(logs, log)
  return {
    deliveryLog,
    watch,
    /** When it began, if it has forgotten the requests before. */
    requestsSince,
    debugLog: createDebugLog({ node, clock, redact, lines }),
    /** Writes everything that waits, for at most 5 s. */
    close: () =>
      settled(
        Promise.all([deliveryLog.close().then(() => watch?.close()), lines?.flush()]),
        CLOSE_MS,
      ),
  }
}

/** The lines of all processes, in the host's store. */
function sharedLines(logs: LogsAdapter, log: HookLog) {
  const batcher = createBatcher<string>({
    write: (lines) => logs.append(lines),
    name: 'lines of the debug log',
    log,
  })
  return {
    ...batcher,
    page: async (offset, limit) => {
      await batcher.flush()
      return logs.page(offset, limit)
    },
  } satisfies LogLines & Batcher<string>
}
