import type { KeptPosts } from '../kept-posts.js'
import { numberIn } from '../stored-values.js'
import { asDocument, COLLECTIONS, type DocumentCalls, type DocumentHost } from './calls.js'

export function documentPosts(host: DocumentHost): KeptPosts<DocumentCalls> {
  const collection = COLLECTIONS.posts
  return {
    find: async (ids) =>
      (await Promise.all(ids.map(async (id) => host.get(collection, id)))).filter((found) => found),
    insert: async (calls, posts) => {
      for (const post of posts) await calls.put(collection, post.id, { ...post })
    },
    replace: async (calls, post, expectedVersion) => {
      const before = asDocument(await calls.get(collection, post.id))
      if (!before || numberIn(before, 'version') !== expectedVersion) return false
      await calls.put(collection, post.id, { ...post })
      return true
    },
    delete: async (calls, ids) => {
      for (const id of ids) await calls.delete(collection, id)
    },
  }
}
