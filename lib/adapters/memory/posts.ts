import { randomUUID } from 'node:crypto'
import type { Post } from '../../model/records.js'
import { withFirstId } from '../../rules/parts.js'
import type { PostsAdapter } from '../types.js'
import { copyOf } from './copy.js'
import type { MemoryHost } from './host.js'
import type { KeptBatches } from './kept-batches.js'

export function memoryPosts(
  host: MemoryHost,
  batches: KeptBatches,
  clock: () => number,
): PostsAdapter {
  let lastTime = 0
  const findBatch: PostsAdapter['findBatch'] = (webhookId, key) => {
    const batch = batches.find(webhookId, key, clock())
    if (!batch) return null
    const { fingerprint, posts, warnings, ignored = [] } = batch
    return copyOf({ fingerprint, posts, warnings, ignored })
  }
  return {
    promises: ['once', 'consecutive', 'threads'],
    createBatch: ({ posts, once }) => {
      const earlier = once ? findBatch(once.webhookId, once.key) : null
      if (earlier && !(earlier instanceof Promise)) return { stored: false, earlier }
      const firstId = randomUUID()
      const stored = posts.map((post, index): Post => {
        // Strictly increasing, so that sorting by time gives the order of arrival, whatever the
        // clock does.
        lastTime = Math.max(clock(), lastTime + 1)
        return {
          ...withFirstId(post, firstId),
          id: index === 0 ? firstId : randomUUID(),
          createAt: lastTime,
          updateAt: lastTime,
        }
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
    update: (id, changes, expectedUpdateAt) => {
      const post = host.posts.get(id)
      if (post?.updateAt !== expectedUpdateAt) return null
      const updateAt = Math.max(clock(), post.updateAt + 1)
      const changed: Post = { ...post, ...changes, updateAt }
      host.posts.set(id, changed)
      return host.posts.get(id) ?? null
    },
  }
}
