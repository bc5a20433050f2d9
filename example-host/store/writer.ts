import { isDeleted } from './memory/deleted-post.js'
import { FULL, type HeapGuard } from './heap-guard.js'
import type { Journal } from './disk/journal.js'
import { unavailable } from './disk/journal.js'
import type { Model } from './memory/model.js'
import { createMutex, type Mutex } from './mutex.js'
import { KEYS, type Commit, type StoredPost } from './memory/rows.js'

const MAX_WAITING = 1_000
/** Seconds after which a store without memory is asked again: it takes an operator. */
const FULL_RETRY_SECONDS = 30

/** The one way to change the store: a commit is durable and applied when its promise resolves. */
export interface Writer {
  readonly commit: (commit: Commit) => Promise<void>
  /**
   * For changes that depend on what is there: nothing else of this kind runs between the look and
   * the commit.
   */
  readonly exclusive: Mutex
  /** The next time to give out: strictly rising, whatever the clock does. */
  readonly tick: () => number
  readonly clock: () => number
  readonly model: Model
  /** A post that is known to be stored, also what remains of it once it is deleted. */
  readonly post: (id: string) => StoredPost
  /** Refuses all later commits and waits for the running ones. */
  readonly finish: () => Promise<void>
}

export interface WriterOptions {
  readonly model: Model
  readonly journal: Journal
  readonly guard: HeapGuard
  readonly clock: () => number
  /** The latest time given out before. */
  readonly lastTime: number
}

export function createWriter(options: WriterOptions): Writer {
  const { model, journal, guard, clock, lastTime } = options
  let last = lastTime
  let isClosed = false
  const exclusive = createMutex(MAX_WAITING)
  return {
    commit: async (commit) => {
      if (isClosed) throw unavailable('the store is closed')
      if (isGrowth(model, commit) && guard.isFull()) {
        throw unavailable(FULL, FULL_RETRY_SECONDS)
      }
      const json = JSON.stringify(commit)
      await guard.counting(json.length, () => journal.append(json))
    },
    exclusive,
    tick: () => {
      last = Math.max(clock(), last + 1)
      return last
    },
    clock,
    model,
    post: (id) => {
      const post = model.timeline.stored(id)
      if (!post) throw new Error(`Post ${id} is missing`)
      return post
    },
    finish: async () => {
      isClosed = true
      await journal.drain()
    },
  }
}

/**
 * Posts, also changed ones but not deleted ones, and new rows of what there can be many of. Not the rest: a store without
 * memory can be cleared up, signed in to, read, and told that it has been read.
 */
function isGrowth({ tables }: Model, { posts = [], put = {} }: Commit): boolean {
  const { users = [], channels = [], members = [], webhooks = [] } = put
  return (
    posts.some((post) => !isDeleted(post)) ||
    users.some((row) => !tables.users.has(KEYS.users(row))) ||
    channels.some((row) => !tables.channels.has(KEYS.channels(row))) ||
    members.some((row) => !tables.members.has(KEYS.members(row))) ||
    webhooks.some((row) => !tables.webhooks.has(KEYS.webhooks(row)))
  )
}
