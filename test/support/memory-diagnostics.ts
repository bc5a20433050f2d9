import {
  type DeliveriesAdapter,
  isMeant,
  type LogsAdapter,
  type NewDelivery,
} from 'express-incoming-webhooks/adapters'

/** The smallest adapters that keep the log of requests and the debug log, and what they hold. */
export interface MemoryDiagnostics {
  readonly kept: { entries: NewDelivery[]; readonly lines: string[] }
  readonly deliveries: Required<DeliveriesAdapter>
  readonly logs: LogsAdapter
}

export function memoryDiagnostics(): MemoryDiagnostics {
  const kept: MemoryDiagnostics['kept'] = { entries: [], lines: [] }
  const newestFirst = (): NewDelivery[] =>
    structuredClone(kept.entries)
      .reverse()
      .sort((one, other) => other.time - one.time)
  return {
    kept,
    deliveries: {
      append: (entries) => {
        kept.entries.push(...structuredClone(entries))
      },
      list: (filter, { offset, limit }) =>
        newestFirst()
          .filter((entry) => isMeant(entry, filter))
          .slice(offset, offset + limit)
          .map(({ kept: _kept, ...entry }) => entry),
      latest: (webhookIds, perShare) => {
        const left = new Map<string, number>()
        return newestFirst().filter(({ webhookId, share }) => {
          const name = `${share} ${webhookId}`
          left.set(name, (left.get(name) ?? perShare[share]) - 1)
          return webhookIds.includes(webhookId) && (left.get(name) ?? 0) >= 0
        })
      },
      find: (webhookId, id) =>
        newestFirst().find((entry) => entry.webhookId === webhookId && entry.id === id) ?? null,
      prune: ({ before, keptBefore, perShare }) => {
        const left = new Map<string, number>()
        kept.entries = newestFirst()
          .filter(({ webhookId, share, time }) => {
            const name = `${share} ${webhookId}`
            left.set(name, (left.get(name) ?? perShare[share]) - 1)
            return time >= before && (left.get(name) ?? 0) >= 0
          })
          .map((entry) => (entry.time < keptBefore ? { ...entry, kept: null } : entry))
          .reverse()
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
