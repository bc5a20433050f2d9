import type { KeptPosts } from '../kept-posts.js'
import { numberIn } from '../stored-values.js'
import { collectionOf, type DocumentCalls, type DocumentHost } from './calls.js'

export function documentPosts(host: DocumentHost): KeptPosts<DocumentCalls> {
  const kept = collectionOf(host, 'posts')
  return {
    find: async (ids) =>
      (await Promise.all(ids.map((id) => kept.find(id)))).filter((found) => found !== null),
    insert: async (calls, posts) => {
      for (const post of posts) await kept.put(calls, { ...post })
    },
    // Without transactions, the message goes first: a retry then finds what is left to do.
    replace: async (calls, post, expectedVersion, message) => {
      const before = await kept.find(post.id, calls)
      if (!before || numberIn(before, 'version') !== expectedVersion) return false
      await message()
      await kept.put(calls, { ...post })
      return true
    },
    delete: async (calls, ids, message) => {
      const result = await message()
      await kept.delete(calls, ids)
      return result
    },
  }
}
