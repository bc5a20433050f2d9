import type { CheckedDelivery } from '../adapters/checked.js'
import type { PostsEvent } from '../adapters/types.js'
import type { ReceiptPost } from '../formats/format.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type { IncomingWebhook, Settings, Warning } from '../model/records.js'
import { shownChannelName } from '../rules/shown-channel.js'
import { compose, type ComposeOptions } from './compose.js'
import { createOnce, type Delivered, replay, type RequestKey } from './once.js'
import { read, type ReadOptions } from './read.js'
import { resolve } from './resolve.js'
import type { HookRequest } from './sent.js'
import { store } from './store.js'

export interface DeliverOptions extends ComposeOptions, ReadOptions {
  readonly adapters: CheckedDelivery
  readonly clock: () => number
  /** Told of each batch that was stored. */
  readonly announce: (event: PostsEvent) => void
}

/** A request to a webhook that was found by its key. */
export interface Delivery {
  readonly request: HookRequest
  readonly webhook: IncomingWebhook
  readonly settings: Settings
  /** Present if the request has an idempotency key. */
  readonly key: RequestKey | null
}

/** What is left of an event that its format does not show. */
const NOTHING = { posts: [], warnings: [], ignored: [], replayed: false } as const

/** For the answer to an event that is not shown: clients read dates and ids of it. */
function standIn({ id: webhookId, channelId }: IncomingWebhook, now: number): ReceiptPost {
  return { id: '0', channelId, webhookId, createAt: now, message: '' }
}

export type Deliver = (delivery: Delivery) => Promise<Delivered>

const NOT_KEPT: Warning = {
  path: 'Idempotency-Key',
  reason: 'this host does not store idempotency keys: a repeated request posts again',
}

/** The pipeline: read (parse and translate), resolve, compose, store. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { adapters, clock, announce } = options
  const once = createOnce(adapters.posts)
  const keepsKeys = adapters.guarantees.has('once')
  const run = async (delivery: Delivery): Promise<Delivered> => {
    const { request, webhook, settings } = delivery
    const key = keepsKeys ? delivery.key : null
    const unkept = key === delivery.key ? [] : [NOT_KEPT]
    const { message, answer: answerTo, ...format } = read(request, options, webhook)
    const answered = (posts: readonly ReceiptPost[]): Pick<Delivered, 'answer'> =>
      answerTo ? { answer: answerTo(posts) } : {}
    if (!message) {
      return { ...NOTHING, ...format, skipped: true, ...answered([standIn(webhook, clock())]) }
    }
    const resolved = await resolve(message.value, webhook, settings, adapters)
    const composed = compose(message.value, resolved, options)
    const warnings = [...unkept, ...message.warnings, ...composed.warnings]
    const ignored = [...message.ignored, ...composed.ignored]
    const remember = key && {
      ...key,
      webhookId: webhook.id,
      expiresAt: clock() + IDEMPOTENCY_LIFETIME,
      warnings,
      ignored,
    }
    const { result, channel } = await store(composed.value, resolved, remember, adapters)
    if (!result.stored) return replay(result.earlier, key?.fingerprint ?? '')
    announce({ change: 'posted', posts: result.posts, channel })
    const channelName = shownChannelName(channel)
    const { posts } = result
    return {
      ...format,
      posts,
      warnings,
      ignored,
      replayed: false,
      channelName,
      ...answered(posts),
    }
  }
  return (delivery) =>
    delivery.key === null || !keepsKeys
      ? run(delivery)
      : once(delivery.webhook.id, delivery.key, () => run(delivery))
}
