import type { CheckedManagement } from '../../host/checked.js'
import type { CheckedBatch } from '../../host/read-records.js'
import type { HookIncident } from '../../model/incidents.js'
import { copyOf } from '../../model/json.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookPost } from '../../model/records.js'
import { KeyBudget } from '../../rules/key-budget.js'
import { changedPost, storedPost, withPostId } from '../../rules/stored-post.js'
import type { IdempotencyRecord } from '../types.js'
import type { KeptPosts } from './kept-posts.js'

/** The posts adapter with exact results, which typed tests can read. */
export type MemoryPosts = Omit<CheckedManagement['posts'], 'newIds'>

export function memoryPosts(
  kept: KeptPosts,
  batches: MemoryBatches,
  webhooks: IncidentsByWebhook,
  clock: () => number,
): MemoryPosts {
  const incidents = memoryIncidents(webhooks, clock)
  let lastTime = 0
  return {
    createBatch: ({ posts, once, edit, incident }) => {
      const earlier = once ? batches.find(once.webhookId, once.key) : null
      if (earlier) return { stored: false, earlier }
      const before = edit ? kept.get(edit.id) : undefined
      const { webhookId = '', channelId = '', key = '' } = incident?.incident ?? {}
      const version = incident && (incidents.find(webhookId, channelId, key)?.version ?? null)
      if (before?.version !== edit?.expectedVersion || version !== incident?.expectedVersion) {
        return { stored: false, changed: true }
      }
      const stored = posts.map((post) => {
        // Strictly increasing, so that sorting by time gives the order of arrival, whatever the
        // clock does.
        lastTime = Math.max(clock(), lastTime + 1)
        return storedPost(post, lastTime)
      })
      for (const post of stored) kept.set(post.id, post)
      if (once) batches.put(once, stored)
      const edited = before && edit ? changedPost(before, edit.changes, clock()) : null
      if (edited) kept.set(edited.id, edited)
      if (incident) incidents.put(withPostId(incident.incident, stored))
      return { stored: true, posts: stored, edited }
    },
    findBatch: batches.find,
    findIncident: incidents.find,
    listIncidents: incidents.list,
    findById: (id) => kept.get(id) ?? null,
    delete: (id) => kept.delete(id),
    update: (id, changes, expectedVersion) => {
      const post = kept.get(id)
      if (post?.version !== expectedVersion) return null
      kept.set(id, changedPost(post, changes, clock()))
      return kept.get(id) ?? null
    },
  }
}

/** A batch that is kept until its idempotency key expires. */
export type KeptBatch = CheckedBatch & {
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export type MemoryBatches = ReturnType<typeof memoryBatches>

/** Batches by webhook and idempotency key, within each webhook's budget. */
export function memoryBatches(batches: Map<string, KeptBatch>, clock: () => number) {
  const budget = new KeyBudget()
  const remove = (webhookId: string, name: string) => {
    batches.delete(name)
    budget.delete(webhookId, name)
  }
  return {
    find: (webhookId: string, key: string): CheckedBatch | null => {
      const name = batchName(webhookId, key)
      const batch = batches.get(name)
      if (!batch) return null
      const { expiresAt, ...found } = batch
      if (expiresAt > clock()) return copyOf(found)
      remove(webhookId, name)
      return null
    },
    put: ({ webhookId, key, ...once }: IdempotencyRecord, posts: readonly HookPost[]) => {
      const name = batchName(webhookId, key)
      const batch = copyOf({ ...once, posts })
      batches.set(name, batch)
      const { length } = JSON.stringify(batch)
      for (const old of budget.put(webhookId, name, length)) batches.delete(old)
    },
    /** Deletes all batches of a webhook. */
    deleteOf: (webhookId: string) => {
      const start = batchName(webhookId, '')
      for (const name of batches.keys()) if (name.startsWith(start)) remove(webhookId, name)
    },
  }
}

function batchName(webhookId: string, key: string) {
  return `${webhookId} ${key}`
}

/** Incidents by webhook, and then by channel and key, least recently updated first. */
export type IncidentsByWebhook = Map<string, Map<string, HookIncident>>

function memoryIncidents(webhooks: IncidentsByWebhook, clock: () => number) {
  return {
    find: (webhookId: string, channelId: string, key: string) => {
      const incident = webhooks.get(webhookId)?.get(incidentName(channelId, key))
      return incident && incident.expiresAt > clock() ? copyOf(incident) : null
    },
    put: (incident: HookIncident) => {
      const incidents = webhooks.get(incident.webhookId) ?? new Map<string, HookIncident>()
      webhooks.set(incident.webhookId, incidents)
      const name = incidentName(incident.channelId, incident.key)
      // Deleted first, so that it comes last.
      incidents.delete(name)
      incidents.set(name, copyOf(incident))
      const now = clock()
      for (const [old, { expiresAt }] of incidents) {
        if (expiresAt > now && incidents.size <= MAX_INCIDENTS) break
        incidents.delete(old)
      }
    },
    list: (webhookId: string, { offset, limit }: { offset: number; limit: number }) => {
      const now = clock()
      const kept = [...(webhooks.get(webhookId)?.values() ?? [])]
        .filter(({ expiresAt }) => expiresAt > now)
        .sort((one, other) => other.lastAt - one.lastAt)
      return { items: copyOf(kept.slice(offset, offset + limit)), total: kept.length }
    },
  }
}

function incidentName(channelId: string, key: string) {
  return JSON.stringify([channelId, key])
}
