import { randomUUID } from 'node:crypto'
import type { Post } from '../../model/records.js'
import { KeyBudget } from '../../rules/key-budget.js'
import { withFirstId } from '../../rules/parts.js'
import type { PostsAdapter } from '../types.js'
import { copyOf } from './copy.js'
import type { MemoryHost } from './host.js'

export function memoryPosts(host: MemoryHost, clock: () => number): PostsAdapter {
  let lastTime = 0
  const budget = new KeyBudget()
  const findBatch: PostsAdapter['findBatch'] = (webhookId, key) => {
    const name = batchName(webhookId, key)
    const batch = host.batches.get(name)
    if (!batch) return null
    const { fingerprint, posts, warnings, ignored = [] } = batch
    if (batch.expiresAt > clock()) return copyOf({ fingerprint, posts, warnings, ignored })
    host.batches.delete(name)
    budget.delete(webhookId, name)
    return null
  }
  return {
    promises: ['once', 'consecutive', 'threads'],
    createBatch: ({ posts, once }) => {
      const earlier = once ? findBatch(once.webhookId, once.key) : null
      if (earlier && !(earlier instanceof Promise)) return { stored: false, earlier }
      const firstId = randomUUID()
      const stored = posts.map((post, index): Post => {
        // Strictly rising, so that an order by time is the order of arrival, whatever the clock does.
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
        const name = batchName(once.webhookId, once.key)
        const batch = {
          fingerprint,
          warnings: copyOf(warnings),
          ignored: copyOf(ignored),
          expiresAt,
          posts: copyOf(stored),
        }
        host.batches.set(name, batch)
        const { length } = JSON.stringify(batch)
        for (const old of budget.put(once.webhookId, name, length)) host.batches.delete(old)
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

function batchName(webhookId: string, key: string): string {
  return `${webhookId} ${key}`
}
