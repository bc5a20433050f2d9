import { copyOf } from '../../model/json.js'
import type { HookPost } from '../../model/records.js'
import { changedPost, storedPost, withPostId } from '../../rules/stored-post.js'
import type { CheckedManagement } from '../../host/checked.js'
import type { MemoryHost } from './host.js'
import type { KeptBatches } from './kept-batches.js'
import type { MemoryIncidents } from './incidents.js'

/** The posts adapter with exact results, which typed tests can read. */
export type MemoryPosts = Omit<CheckedManagement['posts'], 'newIds'>

export function memoryPosts(
  host: MemoryHost,
  { batches, incidents }: { readonly batches: KeptBatches; readonly incidents: MemoryIncidents },
  clock: () => number,
): MemoryPosts {
  let lastTime = 0
  const findBatch: MemoryPosts['findBatch'] = (webhookId, key) => {
    const batch = batches.find(webhookId, key, clock())
    if (!batch) return null
    const { fingerprint, posts, warnings, ignored } = batch
    return copyOf({ fingerprint, posts, warnings, ignored })
  }
  return {
    createBatch: ({ posts, once, edit, incident }) => {
      const earlier = once ? findBatch(once.webhookId, once.key) : null
      if (earlier && !(earlier instanceof Promise)) return { stored: false, earlier }
      const before = edit ? host.posts.get(edit.id) : undefined
      const isAsExpected = !incident || incidents.isAsExpected(incident)
      if (before?.version !== edit?.expectedVersion || !isAsExpected) {
        return { stored: false, changed: true }
      }
      const stored = posts.map((post): HookPost => {
        // Strictly increasing, so that sorting by time gives the order of arrival, whatever the
        // clock does.
        lastTime = Math.max(clock(), lastTime + 1)
        return storedPost(post, lastTime)
      })
      for (const post of stored) host.posts.set(post.id, post)
      if (once) {
        const { fingerprint, warnings, ignored, expiresAt } = once
        batches.put(once.webhookId, once.key, {
          fingerprint,
          warnings: copyOf(warnings),
          ignored: copyOf(ignored),
          expiresAt,
          posts: copyOf(stored),
        })
      }
      const edited = before && edit ? changedPost(before, edit.changes, clock()) : null
      if (edited) host.posts.set(edited.id, edited)
      if (incident) incidents.put(withPostId(incident.incident, stored))
      return { stored: true, posts: stored, edited }
    },
    findBatch,
    findIncident: (...of) => incidents.find(...of),
    listIncidents: (webhookId, { offset, limit }) => incidents.list(webhookId, offset, limit),
    findById: (id) => host.posts.get(id) ?? null,
    delete: (id) => host.posts.delete(id),
    update: (id, changes, expectedVersion) => {
      const post = host.posts.get(id)
      if (post?.version !== expectedVersion) return null
      host.posts.set(id, changedPost(post, changes, clock()))
      return host.posts.get(id) ?? null
    },
  }
}
