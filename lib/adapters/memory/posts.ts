import type { HookPost } from '../../model/records.js'
import { changedPost, storedPost, withPostId } from '../../rules/stored-post.js'
import type { CheckedManagement } from '../../host/checked.js'
import type { MemoryHost } from './host.js'
import type { MemoryBatches } from './kept-batches.js'
import type { MemoryIncidents } from './incidents.js'

/** The posts adapter with exact results, which typed tests can read. */
export type MemoryPosts = Omit<CheckedManagement['posts'], 'newIds'>

export function memoryPosts(
  { posts: kept }: MemoryHost,
  batches: MemoryBatches,
  incidents: MemoryIncidents,
  clock: () => number,
): MemoryPosts {
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
      const stored = posts.map((post): HookPost => {
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
