import type { HookPost } from 'express-incoming-webhooks'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import { type Broken, brokenPosts } from './broken.js'

const ALL_OR_NONE = 'posts: are all stored, or none are'
const FREE =
  'posts: that could not be stored do not use up their idempotency key, if once is guaranteed'
const ORDER = 'posts: of a batch keep their order, with increasing times in the channel'
const FIRST =
  'posts: of a message with several parts contain the id of the first post: either the ids they come with are kept, or withFirstId is called for each'
const FULL = 'posts: keep text of maximum length, with every character and line ending'
const GIVEN = 'posts: get an id and times, and otherwise keep the given values'
const NOT_FOUND = 'posts: are not found by text that is not an id, without failing'
const CHANGED = 'posts: can be changed: only the given values, updateAt and version change'

const FAILED =
  'incidents: are not written if a post of their batch cannot be stored, if incidents is guaranteed'
const UNEXPECTED = 'posts: do not change if version is not the expected one'

export const BROKEN_POSTS: readonly Broken[] = [
  keeping('the priority is lost', [GIVEN], (post) => ({ ...post, priority: null })),
  keeping('line ends are made alike', [FULL], (post) => ({
    ...post,
    message: post.message.replaceAll('\r\n', '\n'),
  })),
  keeping('16383 UTF-16 units are kept', [FULL], (post) => ({
    ...post,
    message: post.message.slice(0, 16_383),
  })),
  keeping('64 kB of props are kept', ['posts: keep props of maximum length'], (post) =>
    JSON.stringify(post.props).length > 65_536 ? { ...post, props: {} } : post,
  ),
  keeping(
    'a post without a message gets one',
    ['posts: may have an empty message, such as posts with only attachments'],
    (post) => ({ ...post, message: post.message || ' ' }),
  ),
  keeping(
    'replies lose their root',
    ['posts: reply to their root, if threads is guaranteed'],
    (post) => ({ ...post, rootId: '' }),
  ),
  keeping('withFirstId is forgotten', [FIRST], ({ props, ...post }) => {
    const { webhook_part: part, ...others } = props
    if (part === undefined) return { ...post, props }
    return { ...post, props: { ...others, webhook_part: { first_id: '' } } }
  }),
  brokenPosts('posts of a batch share one time', [ORDER], ({ host, posts }) => ({
    createBatch: async (batch) => {
      const result = await posts.createBatch(batch)
      if (!result.stored || batch.once) return result
      const { createAt = 0 } = result.posts[0] ?? {}
      const same = result.posts.map((post): HookPost => ({ ...post, createAt, updateAt: createAt }))
      for (const post of same) host.posts.set(post.id, post)
      return { ...result, posts: same }
    },
  })),
  brokenPosts(
    'a batch is stored the wrong way round',
    [
      ORDER,
      FIRST,
      'posts: of concurrent batches are all stored in their channels, each batch in order',
      'posts: of a batch have no posts of other batches between them, if consecutive is guaranteed',
    ],
    ({ posts }) => ({
      createBatch: (batch) =>
        batch.once || batch.edit || batch.incident
          ? posts.createBatch(batch)
          : posts.createBatch({ posts: [...batch.posts].reverse() }),
    }),
  ),
  brokenPosts('what came before a failure stays', [ALL_OR_NONE, FREE], ({ posts }) => ({
    createBatch: async (batch) => {
      try {
        return await posts.createBatch(batch)
      } catch (error) {
        await posts.createBatch({ posts: batch.posts.slice(0, 1) })
        throw error
      }
    },
  })),
  brokenPosts('a failure is answered like a success', [ALL_OR_NONE, FREE, FAILED], ({ posts }) => ({
    createBatch: async (batch) => {
      try {
        return await posts.createBatch(batch)
      } catch {
        return { stored: true, posts: [] }
      }
    },
  })),
  brokenPosts('after a failure nothing is stored any more', [ALL_OR_NONE, FREE], ({ posts }) => {
    let failed = false
    return {
      createBatch: async (batch) => {
        if (failed) throw new Error('the transaction is still open')
        try {
          return await posts.createBatch(batch)
        } catch (error) {
          failed = true
          throw error
        }
      },
    }
  }),
  brokenPosts(
    'all posts go to one channel',
    ['posts: of concurrent batches are all stored in their channels, each batch in order'],
    ({ posts }) => {
      let channelId = ''
      return {
        createBatch: (batch) => {
          channelId ||= batch.posts[0]?.channelId ?? ''
          const moved = batch.posts.map((post) =>
            /^[a-l]\d$/.test(post.message) ? { ...post, channelId } : post,
          )
          return posts.createBatch({ ...batch, posts: moved })
        },
      }
    },
  ),
  brokenPosts(
    'posts of several batches are mixed',
    ['posts: of a batch have no posts of other batches between them, if consecutive is guaranteed'],
    ({ posts }) => ({
      createBatch: async (batch) => {
        if (
          batch.once ||
          batch.edit ||
          batch.incident ||
          batch.posts.some((post) => !isReadable(post))
        ) {
          return posts.createBatch(batch)
        }
        const stored: HookPost[] = []
        for (const post of batch.posts) {
          const result = await posts.createBatch({ posts: [post] })
          if (result.stored) stored.push(...result.posts)
        }
        return { stored: true, posts: stored }
      },
    }),
  ),
  brokenPosts('an id that cannot be one is a failure', [NOT_FOUND], ({ posts }) => ({
    findById: (id) => {
      if (!/^[0-9a-z]{26}$/.test(id)) throw new Error('invalid input syntax for an id')
      return posts.findById(id)
    },
  })),
  brokenPosts('a change leaves updateAt', [CHANGED], ({ host, posts }) => ({
    update: async (id, changes, expected) => {
      const changed = await posts.update(id, changes, expected)
      if (!changed || changes.message === 'left' || changes.message === 'right') return changed
      const { createAt: updateAt } = changed
      host.posts.set(id, { ...changed, updateAt })
      return { ...changed, updateAt }
    },
  })),
  brokenPosts('a change leaves the version', [CHANGED, UNEXPECTED], ({ posts }) => ({
    update: (id, changes, expected) => posts.update(id, { ...changes, version: 0 }, expected),
  })),
  brokenPosts('a change takes the props away', [CHANGED], ({ host, posts }) => ({
    update: async (id, changes, expected) => {
      const changed = await posts.update(id, changes, expected)
      if (!changed || changes.props) return changed
      host.posts.set(id, { ...changed, props: {} })
      return { ...changed, props: {} }
    },
  })),
  brokenPosts('any change is taken', [UNEXPECTED], ({ posts }) => ({
    update: async (id, changes) => {
      const post = await posts.findById(id)
      return post ? posts.update(id, changes, post.version ?? 0) : null
    },
  })),
  brokenPosts(
    'posts are live references',
    ['posts: are copies: changing input or results does not change what is stored'],
    ({ posts }) => {
      const live = new Map<string, HookPost>()
      return {
        findById: async (id) => {
          const post = live.get(id) ?? (await posts.findById(id))
          if (post && post.updateAt === post.createAt) live.set(id, post)
          return post
        },
        update: async (id, changes, expected) => {
          live.delete(id)
          return posts.update(id, changes, expected)
        },
      }
    },
  ),
  brokenPosts(
    'changed posts are live references',
    ['posts: are still copies after a change'],
    ({ posts }) => {
      const live = new Map<string, HookPost>()
      return {
        findById: (id) => live.get(id) ?? posts.findById(id),
        update: async (id, changes, expected) => {
          const changed = await posts.update(id, changes, expected)
          if (changed) live.set(id, changed)
          return changed
        },
      }
    },
  ),
]

/** An adapter that stores something else than it is given. */
function keeping(
  what: string,
  fails: readonly string[],
  change: (post: HookPost) => HookPost,
): Broken {
  return brokenPosts(what, fails, ({ host, posts }) => ({
    createBatch: async (batch) => {
      const result = await posts.createBatch(batch)
      if (!result.stored) return result
      const kept = result.posts.map(change)
      for (const post of kept) host.posts.set(post.id, post)
      return { ...result, posts: kept }
    },
  }))
}

export function isReadable(post: NewPost): boolean {
  try {
    return typeof post.props === 'object'
  } catch {
    return false
  }
}
