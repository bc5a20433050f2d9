import type { HookPost } from 'express-incoming-webhooks'
import { type Broken, brokenPosts } from './broken.js'

const titleOf = (what: string): string => `posts: ${what}, if the host provides delete`
const GONE = titleOf('can be deleted: they are found no more, and other posts stay')
const NOT_FOUND = titleOf('are not deleted by text that is not an id, without failing')
const ONCE = titleOf('are deleted once by concurrent calls')
const KEY = titleOf('that were deleted still use up their idempotency key')

const ITS_INCIDENT =
  'incidents: whose post was deleted are not written with its edit, if incidents is guaranteed'

export const BROKEN_DELETED_POSTS: readonly Broken[] = [
  brokenPosts(
    'a deleted post is still shown',
    [GONE, ONCE, KEY, ITS_INCIDENT],
    ({ host, posts }) => {
      const gone = new Set<string>()
      return {
        delete: (id) => {
          if (!host.posts.get(id) || gone.has(id)) return false
          gone.add(id)
          return true
        },
        findById: (id) => (gone.has(id) ? null : posts.findById(id)),
        createBatch: (batch) =>
          batch.edit && gone.has(batch.edit.id)
            ? { stored: false, changed: true }
            : posts.createBatch(batch),
      }
    },
  ),
  brokenPosts('a deleted post can still be changed', [GONE], ({ host, posts }) => {
    const gone = new Map<string, HookPost>()
    return {
      delete: async (id) => {
        const post = await posts.findById(id)
        if (post) gone.set(id, post)
        return host.posts.delete(id)
      },
      update: (id, changes, expected) => gone.get(id) ?? posts.update(id, changes, expected),
    }
  }),
  brokenPosts('other posts of the channel are deleted too', [GONE, ONCE], ({ host, posts }) => ({
    delete: async (id) => {
      const post = await posts.findById(id)
      const all = [...host.posts.values()].filter(({ channelId }) => channelId === post?.channelId)
      for (const each of all) host.posts.delete(each.id)
      return all.length > 0
    },
  })),
  brokenPosts('every delete returns true', [GONE, NOT_FOUND, ONCE], ({ host }) => ({
    delete: (id) => host.posts.delete(id) || true,
  })),
  brokenPosts('deleting an id that cannot be one is a failure', [NOT_FOUND], ({ host }) => ({
    delete: (id) => {
      if (!/^[0-9a-z]{26}$/.test(id)) throw new Error('invalid input syntax for an id')
      return host.posts.delete(id)
    },
  })),
  brokenPosts('a post is looked for, awaited and deleted', [ONCE], ({ host, posts }) => ({
    delete: async (id) => {
      const post = await posts.findById(id)
      await new Promise((resolve) => setTimeout(resolve, 1))
      host.posts.delete(id)
      return post !== null
    },
  })),
  brokenPosts('a deleted post takes its idempotency key with it', [KEY], ({ host }) => ({
    delete: (id) => {
      for (const [key, { posts }] of host.batches) {
        if (posts.some((post) => post.id === id)) host.batches.delete(key)
      }
      return host.posts.delete(id)
    },
  })),
]
