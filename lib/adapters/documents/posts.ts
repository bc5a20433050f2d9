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
    // Without transactions, the message goes first: a retry then finds what is left to do.
    replace: async (calls, post, expectedVersion, message) => {
      const before = asDocument(await calls.get(collection, post.id))
      if (!before || numberIn(before, 'version') !== expectedVersion) return false
      await message()
      await calls.put(collection, post.id, { ...post })
      return true
    },
    delete: async (calls, ids, message) => {
      const result = await message()
      for (const id of ids) await calls.delete(collection, id)
      return result
    },
  }
}
