import type { Post } from '../../model/records.js'
import type { CheckedManagement } from '../checked.js'
import { copyOf } from '../../model/copy.js'
import type { MemoryHost } from './host.js'
import type { KeptBatches } from './kept-batches.js'

/** The posts adapter with exact results, which typed tests can read. */
export type MemoryPosts = Omit<CheckedManagement['posts'], 'newIds'>

export function memoryPosts(
  host: MemoryHost,
  batches: KeptBatches,
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
    createBatch: ({ posts, once }) => {
      const earlier = once ? findBatch(once.webhookId, once.key) : null
      if (earlier && !(earlier instanceof Promise)) return { stored: false, earlier }
      const stored = posts.map((post): Post => {
        // Strictly increasing, so that sorting by time gives the order of arrival, whatever the
        // clock does.
        lastTime = Math.max(clock(), lastTime + 1)
        return { ...post, createAt: lastTime, updateAt: lastTime, version: 0 }
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
      return { stored: true, posts: stored }
    },
    findBatch,
    findById: (id) => host.posts.get(id) ?? null,
    update: (id, changes, expectedVersion) => {
      const post = host.posts.get(id)
      if (post?.version !== expectedVersion) return null
      const updateAt = Math.max(clock(), post.updateAt + 1)
      const changed: Post = { ...post, ...changes, updateAt }
      host.posts.set(id, changed)
      return host.posts.get(id) ?? null
    },
  }
}
