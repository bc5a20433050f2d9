import { isMeant } from 'express-incoming-webhooks/adapters'
import type { Broken } from './broken.js'

const OF_DELIVERIES = ', if the host provides deliveries'
const RETURNED = `deliveries: are returned as they were appended${OF_DELIVERIES}`
const PLACES = `deliveries: are returned with the channel of their posts, or without any${OF_DELIVERIES}`
const SORTED = `deliveries: are listed newest first: by time, and of the same time those that were appended last${OF_DELIVERIES}`
const BY_WEBHOOK = `deliveries: are listed and deleted by webhook${OF_DELIVERIES}`
const HANDED_OVER = `deliveries: are kept without what was sent, or not at all, once their webhook has another owner${OF_DELIVERIES}`
const ASKED = `deliveries: are listed by what is asked for${OF_DELIVERIES}`
const FOUND = `deliveries: are found by webhook and id${OF_DELIVERIES}`
const PRUNED = `deliveries: are pruned: the newest of each share are kept, and none that is too old${OF_DELIVERIES}`
const LATEST = `deliveries: are the latest of each share of each webhook, newest first${OF_DELIVERIES}`
const COPIES = `deliveries: are copies${OF_DELIVERIES}`
const OF_LOGS = ', if the host provides logs'
const LINES = `logs: are returned as they were appended, the newest last${OF_LOGS}`
const PAGES = `logs: are returned in pages, of which the first has the latest lines${OF_LOGS}`
const LAST_LINES = `logs: are kept, the last 1,000${OF_LOGS}`

export const BROKEN_DELIVERIES: readonly Broken[] = [
  {
    what: 'the latest requests are those of all shares together',
    fails: [LATEST],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        latest: (webhookIds, { refused }) =>
          structuredClone(kept.entries)
            .filter(({ webhookId }) => webhookIds.includes(webhookId))
            .reverse()
            .slice(0, refused),
      },
    }),
  },
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
    fails: [SORTED],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        list: (filter, { offset, limit }) =>
          structuredClone(kept.entries)
            .filter((entry) => isMeant(entry, filter))
            .reverse()
            .slice(offset, offset + limit),
      },
    }),
  },
  {
    what: 'a part of the filter is not asked for',
    fails: [ASKED],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        list: ({ incident: _incident, ...filter }, page) => deliveries.list(filter, page),
      },
    }),
  },
  {
    what: 'pages begin at the front',
    fails: [SORTED],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        list: (filter, { limit }) => deliveries.list(filter, { offset: 0, limit }),
      },
    }),
  },
  {
    what: 'requests are found whatever their webhook',
    fails: [FOUND],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        find: (_webhookId, id) =>
          structuredClone(kept.entries.find((entry) => entry.id === id)) ?? null,
      },
    }),
  },
  {
    what: 'what was sent stays when the webhook has another owner',
    fails: [HANDED_OVER],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        deleteFor: (webhookId, only) => (only ? undefined : deliveries.deleteFor(webhookId)),
      },
    }),
  },
  {
    what: 'the requests of all webhooks are deleted',
    fails: [BY_WEBHOOK, HANDED_OVER],
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
    what: 'refused requests push out accepted ones',
    fails: [PRUNED],
    breakAdapters: ({ deliveries, kept }) => ({
      deliveries: {
        ...deliveries,
        prune: async (limits) => {
          await deliveries.prune(limits)
          kept.entries = kept.entries.slice(-limits.perShare.refused)
        },
      },
    }),
  },
  {
    what: 'what was sent is kept for as long as its request',
    fails: [PRUNED],
    breakAdapters: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        prune: (limits) => deliveries.prune({ ...limits, keptBefore: limits.before }),
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
