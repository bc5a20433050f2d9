import type { Post } from 'express-incoming-webhooks'
import type { Journal } from './journal.js'
import { unavailable } from './journal.js'
import type { Model } from './model.js'
import { createMutex, type Mutex } from './mutex.js'
import type { Commit } from './rows.js'

const MAX_WAITING = 1_000

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
  /** A stored post, which is known to be there. */
  readonly post: (id: string) => Post
  /** Refuses all later commits and waits for the running ones. */
  readonly finish: () => Promise<void>
}

export function createWriter(
  model: Model,
  journal: Journal,
  clock: () => number,
  lastTime: number,
): Writer {
  let last = lastTime
  let isClosed = false
  const exclusive = createMutex(MAX_WAITING)
  return {
    commit: async (commit) => {
      if (isClosed) throw unavailable('the store is closed')
      await journal.append(JSON.stringify(commit))
    },
    exclusive,
    tick: () => {
      last = Math.max(clock(), last + 1)
      return last
    },
    clock,
    model,
    post: (id) => {
      const post = model.timeline.byId(id)
      if (!post) throw new Error(`Post ${id} is missing`)
      return post
    },
    finish: async () => {
      isClosed = true
      await journal.drain()
    },
  }
}
