import type { CheckedManagement } from '../host/checked.js'
import { createDebugLog, type DebugLog } from './debug-log.js'
import { createRecentRequests, type RecentRequests } from './recent-requests.js'
import { createSharedLines } from './shared-lines.js'
import { createSharedRequests } from './shared-requests.js'
import type { HookLog } from '../model/log.js'

/** How long `close` waits for a store that does not respond, in milliseconds. */
const CLOSE_MS = 5_000

export interface DiagnosticsParts {
  readonly adapters: Pick<CheckedManagement, 'deliveries' | 'logs'>
  readonly node: string
  readonly clock: () => number
  readonly redact: (text: string) => string
  readonly log: HookLog
}

/** The recent requests and the debug log: in the host's store, or in memory if it has none for them. */
export interface Diagnostics {
  readonly recentRequests: RecentRequests
  readonly debugLog: DebugLog
  /** Writes everything that waits, for at most 5 s. */
  readonly close: () => Promise<void>
}

export function createDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { node, clock, redact, log } = parts
  const { deliveries, logs } = parts.adapters
  const shared = deliveries && createSharedRequests({ deliveries, clock, redact, log })
  const lines = logs && createSharedLines(logs, log)
  return {
    recentRequests: shared ?? createRecentRequests({ clock, redact }),
    debugLog: createDebugLog({ node, clock, redact, ...(lines && { lines }) }),
    close: () => inTime(Promise.all([shared?.flush(), lines?.flush()])),
  }
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
