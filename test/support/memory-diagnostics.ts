import type {
  DeliveriesAdapter,
  DeliveryRecord,
  LogsAdapter,
} from 'express-incoming-webhooks/adapters'

/** The smallest adapters that keep recent requests and the debug log, and what they hold. */
export interface MemoryDiagnostics {
  readonly kept: { entries: DeliveryRecord[]; readonly lines: string[] }
  readonly deliveries: DeliveriesAdapter
  readonly logs: LogsAdapter
}

export function memoryDiagnostics(): MemoryDiagnostics {
  const kept: MemoryDiagnostics['kept'] = { entries: [], lines: [] }
  return {
    kept,
    deliveries: {
      append: (entries) => {
        kept.entries.push(...structuredClone(entries))
      },
      list: (webhookId, limit) => {
        const left = { accepted: limit, refused: limit, unproven: limit }
        return structuredClone(kept.entries)
          .reverse()
          .sort((one, other) => other.time - one.time)
          .filter((entry) => entry.webhookId === webhookId)
          .filter(({ share }) => left[share]-- > 0)
      },
      deleteFor: (webhookId) => {
        kept.entries = kept.entries.filter((entry) => entry.webhookId !== webhookId)
      },
    },
    logs: {
      append: (lines) => {
        kept.lines.push(...lines)
      },
      page: (offset, limit) => {
        const end = Math.max(0, kept.lines.length - offset)
        return kept.lines.slice(Math.max(0, end - limit), end)
      },
    },
  }
}
