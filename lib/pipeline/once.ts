import type { DeliveryAdapters, StoredBatch } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { Post, Warning } from '../model/records.js'

/** What a delivery has led to. */
export interface Delivered {
  readonly posts: readonly Post[]
  readonly warnings: readonly Warning[]
  /** Paths of parameters that have no effect here and nothing to show. */
  readonly ignored: readonly string[]
  /** The request came before: nothing was stored now. */
  readonly replayed: boolean
}

/** A request's idempotency key and the digest of what it asks. */
export interface RequestKey {
  readonly key: string
  readonly fingerprint: string
}

/** How long a repeated request waits for the first one, in milliseconds (contract, section 1). */
const PATIENCE = 5_000

type Run = () => Promise<Delivered>

interface Running {
  readonly fingerprint: string
  readonly result: Promise<Delivered>
}

/** Runs each keyed request of a webhook once; repetitions get the first one's answer. */
export function createOnce(
  posts: Pick<DeliveryAdapters['posts'], 'findBatch'>,
  patience: number = PATIENCE,
): (webhookId: string, request: RequestKey, run: Run) => Promise<Delivered> {
  const running = new Map<string, Running>()
  return async (webhookId, request, run) => {
    const name = `${webhookId} ${request.key}`
    const deadline = performance.now() + patience
    // One that fails has stored nothing: the next in line takes its place.
    for (let first = running.get(name); first; first = running.get(name)) {
      if (first.fingerprint !== request.fingerprint) throw otherBody()
      const result = await outcomeOf(first.result, deadline)
      if (result) return replay({ ...result, fingerprint: first.fingerprint }, request.fingerprint)
    }
    const mine = {
      fingerprint: request.fingerprint,
      result: findOrRun(posts, webhookId, request, run),
    }
    running.set(name, mine)
    try {
      return await mine.result
    } finally {
      running.delete(name)
    }
  }
}

async function findOrRun(
  posts: Pick<DeliveryAdapters['posts'], 'findBatch'>,
  webhookId: string,
  request: RequestKey,
  run: Run,
): Promise<Delivered> {
  const earlier = await posts.findBatch(webhookId, request.key)
  return earlier ? replay(earlier, request.fingerprint) : run()
}

/** The answer of an earlier request under the same key, which must have asked for the same. */
export function replay(earlier: StoredBatch, fingerprint: string): Delivered {
  if (earlier.fingerprint !== fingerprint) throw otherBody()
  const { posts, warnings, ignored = [] } = earlier
  return { posts, warnings, ignored, replayed: true }
}

function otherBody(): WebhookError {
  return new WebhookError('idempotency_mismatch', {
    detail: 'Idempotency-Key: used before with another body',
  })
}

/** The result when it comes in time; null when it is a failure. */
async function outcomeOf(result: Promise<Delivered>, deadline: number): Promise<Delivered | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new WebhookError('idempotency_running', { retryAfterSeconds: 1 }))
    }, deadline - performance.now())
  })
  try {
    return await Promise.race([result.catch(() => null), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
