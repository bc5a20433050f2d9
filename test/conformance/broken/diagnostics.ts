import type { Broken } from './broken.js'

const OF_DELIVERIES = ', if the host provides deliveries'
const RETURNED = `deliveries: are returned as they were appended${OF_DELIVERIES}`
const PLACES = `deliveries: are returned with the channel of their posts, or without any${OF_DELIVERIES}`
const SORTED = `deliveries: are listed newest first: by time, and of the same time those that were appended last${OF_DELIVERIES}`
const BY_WEBHOOK = `deliveries: are listed and deleted by webhook${OF_DELIVERIES}`
const LAST_50 = `deliveries: are kept, the last 50 of each share of a webhook${OF_DELIVERIES}`
const COPIES = `deliveries: are copies${OF_DELIVERIES}`
const OF_LOGS = ', if the host provides logs'
const LINES = `logs: are returned as they were appended, the newest last${OF_LOGS}`
const PAGES = `logs: are returned in pages, of which the first has the latest lines${OF_LOGS}`
const LAST_LINES = `logs: are kept, the last 1,000${OF_LOGS}`

export const BROKEN_DELIVERIES: readonly Broken[] = [
  {
    what: 'a column for a field of a request is missing',
    fails: [RETURNED, COPIES],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        append: (entries) => deliveries.append(entries.map((entry) => ({ ...entry, ignored: [] }))),
      },
    }),
  },
  {
    what: 'the name of the channel of posts is kept without the rest',
    fails: [PLACES],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        append: (entries) =>
          deliveries.append(
            entries.map(({ postedTo, ...entry }) => ({
              ...entry,
              postedTo: postedTo && { ...postedTo, channelId: '', requested: false },
            })),
          ),
      },
    }),
  },
  {
    what: 'requests are listed in the order in which they were appended',
    fails: [SORTED, LAST_50],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        list: (webhookId, limit) =>
          structuredClone(kept.entries)
            .filter((entry) => entry.webhookId === webhookId)
            .reverse()
            .slice(0, limit),
      },
    }),
  },
  {
    what: 'the requests of all webhooks are deleted',
    fails: [BY_WEBHOOK],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        deleteFor: () => {
          kept.entries = []
        },
      },
    }),
  },
  {
    what: 'too few requests are kept',
    fails: [LAST_50],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        append: async (entries) => {
          await deliveries.append(entries)
          kept.entries = kept.entries.slice(-49)
        },
      },
    }),
  },
  {
    what: 'refused requests push out accepted ones',
    fails: [LAST_50],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        list: async (webhookId, limit) => (await deliveries.list(webhookId, limit)).slice(0, limit),
      },
    }),
  },
  {
    what: 'requests are live references',
    fails: [COPIES],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        append: (entries) => {
          kept.entries.push(...entries)
        },
      },
    }),
  },
]

export const BROKEN_LOGS: readonly Broken[] = [
  {
    what: 'the newest line is the first',
    fails: [LINES, PAGES, LAST_LINES],
    breakAdapters: ({ logs }) => ({
      logs: {
        ...logs,
        page: async (offset, limit) => [...(await logs.page(offset, limit))].reverse(),
      },
    }),
  },
  {
    what: 'the offset of lines counts pages',
    fails: [PAGES],
    breakAdapters: ({ logs }) => ({
      logs: { ...logs, page: (offset, limit) => logs.page(offset * limit, limit) },
    }),
  },
  {
    what: 'too few lines are kept',
    fails: [LAST_LINES],
    breakAdapters: ({ logs, kept }) => ({
      logs: {
        ...logs,
        append: async (lines) => {
          await logs.append(lines)
          kept.lines.splice(0, kept.lines.length - 999)
        },
      },
    }),
  },
]
