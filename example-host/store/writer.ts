import { WebhookError } from 'express-incoming-webhooks'
import type { Journal } from './disk/journal.js'
import { unavailable } from './errors.js'
import { FULL, type HeapGuard } from './heap.js'
import { isDeleted, outlineOf, parsePost, type WrittenPost } from './memory/kept-post.js'
import type { Model } from './memory/model.js'
import { indexLine } from './memory/post-index.js'
import type { StoreChange } from './memory/rows.js'
import { type Commit, isCommit } from './memory/tables.js'

/** Changes that may wait for their turn. */
const MAX_WAITING = 1_000
/** `Retry-After` of a store without memory: it takes an operator to give it more. */
const FULL_RETRY_SECONDS = 30

/** Tables whose new rows take memory that matters. */
const GROWING = ['users', 'channels', 'members', 'webhooks', 'things'] as const

interface WriterOptions {
  readonly model: Model
  readonly journal: Journal
  readonly guard: HeapGuard
  readonly clock: () => number
  /** The latest time that was given out before this start. */
  readonly lastTime: number
  /** Called once for each commit, in order. */
  readonly onApplied: (changes: readonly StoreChange[]) => void
}

export type Writer = ReturnType<typeof createWriter>

/** The one way to change the store: a commit is durable and applied when its promise resolves. */
export function createWriter(options: WriterOptions) {
  const { model, journal, guard, clock, lastTime, onApplied } = options
  let last = lastTime
  let isClosed = false
  const inOneTurn = createLocks(MAX_WAITING)
  return {
    commit: async (commit: Commit): Promise<readonly StoreChange[]> => {
      if (isClosed) throw unavailable('the store is closed')
      if (isGrowth(model, commit) && guard.isFull()) {
        throw unavailable(FULL, FULL_RETRY_SECONDS)
      }
      const { posts, rest, json } = write(commit)
      const applyIt = (): readonly StoreChange[] => {
        const changes = apply(model, posts, rest)
        onApplied(changes)
        return changes
      }
      return guard.counting(json.length, () => journal.append(json, applyIt))
    },
    /** Runs changes that depend on what is stored one by one: check and commit see the same state. */
    exclusive: <Result>(work: () => Promise<Result>) => inOneTurn([''], work),
    /** As `exclusive`, for changes that depend only on what they name. */
    inTurn: createLocks(MAX_WAITING),
    /** The time of the next post or change: strictly rising, also when the clock is set back. */
    tick: () => {
      last = Math.max(clock(), last + 1)
      return last
    },
    clock,
    model,
    /** A post that is certainly stored. A deleted one without its content. */
    post: (id: string) => {
      const post = model.timeline.stored(id)
      if (!post) throw new Error(`Post ${id} is missing`)
      return post
    },
    /** Refuses all later commits and waits for the running ones. */
    finish: async () => {
      isClosed = true
      await journal.drain()
    },
  }
}

/** A commit as the journal takes it: each post is written once, for memory and snapshot too. */
function write({ posts: given = [], ...others }: Commit) {
  const posts = given.map((post) => JSON.stringify(post))
  const rest = JSON.stringify(others)
  if (posts.length === 0) return { posts, rest, json: rest }
  const end = rest === '{}' ? '}' : `,${rest.slice(1)}`
  return { posts, rest, json: `{"posts":[${posts.join(',')}]${end}` }
}

// Parsed again: memory then holds exactly what a restart would read, shared with no caller.
function apply(model: Model, posts: readonly string[], rest: string) {
  const others: unknown = JSON.parse(rest)
  if (!isCommit(others)) throw new TypeError('not a commit')
  return model.apply({ ...others, posts: posts.map(parsed) })
}

function parsed(json: string): WrittenPost {
  const post = parsePost(json)
  return { post, json, index: indexLine(outlineOf(post)) }
}

/**
 * Whether a commit takes memory that matters: new or changed posts, and new rows of the tables that
 * grow. Everything else still works when memory is short: deleting, signing in, marking as read.
 */
function isGrowth({ tables }: Model, { posts = [], put = {} }: Commit) {
  return (
    posts.some((post) => !isDeleted(post)) ||
    GROWING.some((name) => tables[name].newIn(put[name]).length > 0)
  )
}

/**
 * Runs work after all earlier work that has a name in common with it, in the order of the calls. Work
 * that shares no name runs at the same time, so that its commits share a write.
 */
type Locks = <T>(names: readonly string[], work: () => Promise<T>) => Promise<T>

/** Beyond `limit` waiting callers: `storage_unavailable`. */
export function createLocks(limit: number): Locks {
  /** The last work of each name, until it has ended. Resolves also if the work fails. */
  const last = new Map<string, Promise<void>>()
  let waiting = 0

  return async (names, work) => {
    const before = names.flatMap((name) => last.get(name) ?? [])
    // Before it is noted: later work must not take its refusal for the end of earlier work.
    if (before.length > 0 && waiting >= limit) {
      throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
    }
    // Without anything to wait for, it begins at once: posts keep the order in which they were sent.
    const running = before.length === 0 ? work() : whenEnded(before).then(work)
    const forget = () => {
      for (const name of names) if (last.get(name) === ended) last.delete(name)
    }
    const ended: Promise<void> = running.then(forget, forget)
    for (const name of names) last.set(name, ended)
    return running
  }

  async function whenEnded(before: readonly Promise<void>[]) {
    waiting++
    await Promise.all(before)
    waiting--
  }
}
