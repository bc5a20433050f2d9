import type { IdempotencyRecord } from '../adapters/types.js'
import type { CheckedDelivery } from '../host/checked.js'
import type { CheckedBatch } from '../host/read-records.js'
import type { FormatAnswer } from '../formats/format.js'
import { WebhookError } from '../model/errors.js'
import type { Facts } from '../model/event-rules.js'
import { isObject } from '../model/json.js'
import type { HookPost, HookWarning } from '../model/records.js'
import type { Turn } from '../host/turn.js'

/** What was done with a post. */
export type Action = 'created' | 'edited' | 'replied' | 'unchanged' | 'deleted'

/** The result of a delivery. */
export interface Delivered {
  readonly posts: readonly HookPost[]
  /** What was done with each of them. Absent: nothing. */
  readonly actions?: readonly Action[]
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  /** Whether this is a repeated request, for which nothing was stored now. */
  readonly repeated: boolean
  /** The name of the request's format. Absent: it was not read, as a repeated request. */
  readonly format?: string
  /** What happened, in the words of the format. */
  readonly event?: string
  /** The key of the incident that it is about, as the sender wrote it. Absent: it is about none. */
  readonly incident?: string
  /** The indexes of the webhook's rules that apply. Absent: none. */
  readonly rules?: readonly number[]
  /** What is known of the event. */
  readonly facts?: Facts
  /** What the sender counts as success. Absent: 200 with `ok`. */
  readonly answer?: FormatAnswer
  /** Whether the format shows nothing of this event, so that nothing was stored. */
  readonly skipped?: boolean
  /** The channel's name for people. Absent: it was not looked up, as for a repeated request. */
  readonly channelName?: string
}

/** That nothing was stored, and that there is nothing to say about it. */
export const NOTHING: Delivered = { posts: [], warnings: [], ignored: [], repeated: false }

/** A request's idempotency key and the digest of its content. */
export interface RequestKey {
  readonly key: string
  readonly fingerprint: string
}

/** How long a repeated request waits for the first one, in milliseconds. */
const PATIENCE = 5_000

/** How the posts of an earlier request are found. */
type EarlierPosts = Pick<CheckedDelivery['posts'], 'findBatch' | 'findById'>

type Run = () => Promise<Delivered>

/** How often is looked whether the first one still waits in line, in milliseconds. */
const LOOK_EVERY = 250

interface Running extends Pick<Turn, 'isWaiting'> {
  readonly fingerprint: string
  readonly result: Promise<Delivered>
}

/** Runs each request with a key once per webhook; repeated requests get the first result. */
export function createOnce(
  posts: EarlierPosts,
  patience: number = PATIENCE,
): (webhookId: string, request: RequestKey, turn: Turn | null, run: Run) => Promise<Delivered> {
  const running = new Map<string, Running>()
  return async (webhookId, request, turn, run) => {
    const name = `${webhookId} ${request.key}`
    // A failed request stored nothing, so the next one in line runs.
    for (let first = running.get(name); first; first = running.get(name)) {
      if (first.fingerprint !== request.fingerprint) throw otherBody()
      const result = await outcomeOf(first, patience)
      if (result) return { ...result, repeated: true }
    }
    const mine: Running = {
      fingerprint: request.fingerprint,
      result: findOrRun(posts, webhookId, request, run),
      get isWaiting() {
        return turn?.isWaiting ?? false
      },
    }
    running.set(name, mine)
    try {
      return await mine.result
    } finally {
      running.delete(name)
    }
  }
}

async function findOrRun(posts: EarlierPosts, webhookId: string, request: RequestKey, run: Run) {
  const earlier = await posts.findBatch(webhookId, request.key)
  return earlier ? answerOf(earlier, request, posts) : run()
}

/** The result of an earlier request with the same key. Throws if its content differs. */
export async function answerOf(
  earlier: CheckedBatch,
  request: RequestKey | null,
  { findById }: EarlierPosts,
): Promise<Delivered> {
  if (earlier.fingerprint !== request?.fingerprint) throw otherBody()
  const { warnings } = earlier
  const { ignored, root } = rootIn(earlier.ignored)
  const posts = ownOf(earlier.posts, root)
  if (!root || root.action === 'created') {
    return { posts, actions: posts.map(() => 'created'), warnings, ignored, repeated: true }
  }
  const found = await findById(root.id)
  const replied = posts.map(() => 'replied' as const)
  return {
    posts: found ? [found, ...posts] : posts,
    actions: found ? [root.action, ...replied] : replied,
    warnings,
    ignored,
    repeated: true,
  }
}

function otherBody() {
  return new WebhookError('idempotency_mismatch', {
    detail: 'Idempotency-Key: already used with a different body',
  })
}

/** The result, or null if the request failed. Throws if it runs for too long, besides its wait in line. */
async function outcomeOf(first: Running, patience: number) {
  let left = patience
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    const look = () => {
      if (!first.isWaiting) left -= LOOK_EVERY
      if (left >= 0) timer = setTimeout(look, Math.min(left, LOOK_EVERY))
      else reject(new WebhookError('idempotency_running', { retryAfterSeconds: 1 }))
    }
    timer = setTimeout(look, Math.min(left, LOOK_EVERY))
  })
  try {
    return await Promise.race([first.result.catch(() => null), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

// Stores keep the posts that were stored with a request, not the one that it changed, nor which of them are
// its own. The receipt of a repeated report about an incident needs both, so they are the last of the texts
// that every store keeps.

const ACTIONS = ['created', 'edited', 'unchanged'] as const

/** What a request did with the post of an incident. */
export type RootAction = (typeof ACTIONS)[number]

/** The post of an incident, and what a request did with it. */
interface KeptRoot {
  readonly id: string
  readonly action: RootAction
  /** The posts that are its own, where other reports were stored with it; null: all. */
  readonly own: readonly string[] | null
}

/** The record of a request that changed the post of an incident, only repeated what it shows, or was not alone. */
export function withRoot(once: IdempotencyRecord, { own, ...root }: KeptRoot): IdempotencyRecord {
  const text = JSON.stringify({ ...root, ...(own && { own }) })
  return { ...once, ignored: [...once.ignored, text] }
}

/** What was kept. The path of a parameter never begins like an object of JSON. */
function rootIn(kept: readonly string[]): {
  readonly ignored: readonly string[]
  readonly root: KeptRoot | null
} {
  const last = kept.at(-1) ?? ''
  const root = last.startsWith('{') ? rootOf(last) : null
  return root ? { ignored: kept.slice(0, -1), root } : { ignored: kept, root: null }
}

/** The posts of a request, of those that were stored with it. */
function ownOf(posts: readonly HookPost[], root: KeptRoot | null) {
  const own = root?.own
  return own ? posts.filter(({ id }) => own.includes(id)) : posts
}

function rootOf(text: string): KeptRoot | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const { id } = value
    const action = ACTIONS.find((known) => known === value['action'])
    const own = Array.isArray(value['own']) ? value['own'].map(String) : null
    return typeof id === 'string' && action ? { id, action, own } : null
  } catch {
    return null
  }
}
