import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { WebhookError } from '../../model/errors.js'
import { fieldNames } from '../../model/fields.js'
import type { StoredPost } from '../../model/records.js'
import type { KeptIncidents, IncidentWrite } from '../incidents.js'
import type { BatchResult, MaybePromise, PostBatch } from '../types.js'

interface Stored {
  readonly createBatch: (batch: PostBatch) => MaybePromise<BatchResult>
  readonly findIncident: KeptIncidents['findIncident']
  /** Those posts that exist, in this order. */
  readonly find: (ids: readonly string[]) => Promise<readonly StoredPost[]>
}

/** How long the database may be away, and the pause between two tries, in milliseconds. */
interface Waits {
  readonly patience: number
  readonly pause: number
}

/** Restarts, and most failovers, are over by then. Less than the default of `adapterTimeout`. */
const WAITS: Waits = { patience: 10_000, pause: 200 }

/**
 * Where the connection broke before the server confirmed, the idempotency key or the incident tells: the
 * second try waits for the end of the first and finds what that has stored, or stores it.
 */
export async function certainly(
  batch: PostBatch,
  stored: Stored,
  waits = WAITS,
): Promise<BatchResult> {
  try {
    return await stored.createBatch(batch)
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'storage_timeout') throw error
    if (!batch.once && !batch.incident) throw error
    const second = await onceBack(async () => again(batch, stored), waits)
    // While nobody answers, it is still unknown.
    if (!second) throw error
    return second
  }
}

/** Null if the database does not come back in time, or fails for another reason. */
async function onceBack<Result>(attempt: () => Promise<Result>, { patience, pause }: Waits) {
  const end = performance.now() + patience
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WebhookError) || performance.now() > end) return null
    }
    await setTimeout(pause)
  }
}

async function again(batch: PostBatch, stored: Stored): Promise<BatchResult> {
  const second = await stored.createBatch(batch)
  if (second.stored) return second
  if ('earlier' in second) {
    const { posts } = second.earlier
    return isFirst(batch, posts) ? whole(batch, posts, stored) : second
  }
  // Posts, if there are any, tell for sure; otherwise another request may have made the incident the same.
  const posts = await stored.find(batch.posts.map(({ id }) => id))
  const isStored =
    batch.posts.length > 0
      ? posts.length > 0
      : batch.incident !== undefined && (await isWritten(batch.incident, stored))
  return isStored ? whole(batch, posts, stored) : second
}

async function whole(
  { edit }: PostBatch,
  posts: readonly StoredPost[],
  { find }: Stored,
): Promise<BatchResult> {
  const [edited = null] = edit ? await find([edit.id]) : []
  return { stored: true, posts, edited }
}

/** Whether what was found is what the first try has stored, and no other request with this key. */
function isFirst({ posts }: PostBatch, earlier: readonly StoredPost[]) {
  if (earlier.length !== posts.length) return false
  return earlier.every(({ id }, index) => id === posts[index]?.id)
}

/** Whether the incident is as it was to become. Its post may have another id than its batch said. */
async function isWritten({ incident }: IncidentWrite, { findIncident }: Stored) {
  const found = await findIncident(incident.webhookId, incident.channelId, incident.key)
  const { postId: _postId, ...expected } = incident
  return fieldNames(expected).every((name) => isDeepStrictEqual(found?.[name], expected[name]))
}
