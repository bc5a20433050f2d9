import { readPost } from '../host/read-records.js'
import type { NewPost, Post } from '../model/records.js'
import { withFirstId } from '../rules/parts.js'
import type { OwnMessages, StoredMessage, Stores } from './stores.js'
import type { PostsAdapter } from './types.js'

/** Whole posts, kept beside the messages of the host. */
export interface KeptPosts<Transaction> {
  find(id: string): Promise<unknown>
  insert(transaction: Transaction, posts: readonly Post[]): Promise<void>
  /** False if the kept post no longer has this version. */
  replace(transaction: Transaction, post: Post, expectedVersion: number): Promise<boolean>
}

interface Parts<Transaction, Handle> {
  readonly kept: KeptPosts<Transaction>
  readonly batches: Pick<Stores<Transaction, Handle>, 'findBatch' | 'once'>
  readonly messages: OwnMessages<Handle>
  readonly clock: () => number
  transaction<Result>(
    work: (transaction: Transaction, handle: Handle) => Promise<Result>,
  ): Promise<Result>
}

/** The posts adapter of hosts that write only their own messages. */
export function keptPosts<Transaction, Handle>(
  parts: Parts<Transaction, Handle>,
): PostsAdapter<'once'> {
  const { kept, batches, messages, clock } = parts
  const findKept = async (id: string): Promise<Post | null> => {
    const found = await kept.find(id)
    return found ? readPost(found) : null
  }
  return {
    createBatch: (batch) =>
      parts.transaction((transaction, handle) =>
        batches.once(transaction, batch, async () => {
          const posts = stored(batch.posts, await messages.insert(batch.posts, handle))
          await kept.insert(transaction, posts)
          return posts
        }),
      ),
    findBatch: batches.findBatch,
    findById: async (id) => {
      const post = await findKept(id)
      if (post) return post
      const place = await messages.find?.(id)
      return place ? { ...SOMEBODYS, id, ...place } : null
    },
    update: async (id, changes, expectedVersion) => {
      const before = await findKept(id)
      if (!before) return null
      const updateAt = Math.max(clock(), before.updateAt + 1)
      const after: Post = { ...before, ...changes, updateAt }
      return parts.transaction(async (transaction, handle) => {
        if (!(await kept.replace(transaction, after, expectedVersion))) return null
        if (after.message === before.message) return after
        return (await messages.setText(id, after.message, handle)) ? after : null
      })
    },
  }
}

/** What is not known of a message that a person wrote, because only its place matters. */
const SOMEBODYS = { userId: '', message: '', createAt: 0, updateAt: 0 }

/** The posts as they were stored: with the ids and times of the host's messages. */
function stored(posts: readonly NewPost[], rows: readonly StoredMessage[]): readonly Post[] {
  if (rows.length !== posts.length) {
    throw new TypeError(`insert: expected an id and a time for each of ${posts.length} posts`)
  }
  const firstId = String(rows[0]?.id)
  return posts.map((post, index) => {
    const { id, createAt } = rows[index] ?? { id: post.id, createAt: 0 }
    const whole = withFirstId({ ...post, id: String(id) }, firstId)
    return { ...whole, createAt, updateAt: createAt, version: 0 }
  })
}
