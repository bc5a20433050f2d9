import type { CheckedDelivery } from '../adapters/checked.js'
import type { PostsEvent } from '../adapters/types.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type { IncomingWebhook, Settings, Warning } from '../model/records.js'
import { shownChannelName } from '../rules/shown-channel.js'
import { compose, type ComposeOptions } from './compose.js'
import { createOnce, type Delivered, replay, type RequestKey } from './once.js'
import { type HookRequest, parse } from './parse.js'
import { resolve } from './resolve.js'
import { store } from './store.js'
import { translate } from './translate.js'

export interface DeliverOptions extends ComposeOptions {
  readonly adapters: CheckedDelivery
  readonly userIdPattern: RegExp
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

export type Deliver = (delivery: Delivery) => Promise<Delivered>

const NOT_KEPT: Warning = {
  path: 'Idempotency-Key',
  reason: 'this host does not store idempotency keys: a repeated request posts again',
}

/** The pipeline: parse, translate, resolve, compose, store. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { adapters, userIdPattern, clock, announce } = options
  const once = createOnce(adapters.posts)
  const keepsKeys = adapters.guarantees.has('once')
  const run = async (delivery: Delivery): Promise<Delivered> => {
    const { request, webhook, settings } = delivery
    const key = keepsKeys ? delivery.key : null
    const unkept = key === delivery.key ? [] : [NOT_KEPT]
    const parsed = parse(request)
    const translated = translate(parsed.value, userIdPattern)
    const resolved = await resolve(translated.value, webhook, settings, adapters)
    const composed = compose(translated.value, resolved, options)
    const warnings = [...unkept, ...parsed.warnings, ...translated.warnings, ...composed.warnings]
    const ignored = [...parsed.ignored, ...translated.ignored, ...composed.ignored]
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
    return { posts: result.posts, warnings, ignored, replayed: false, channelName }
  }
  return (delivery) =>
    delivery.key === null || !keepsKeys
      ? run(delivery)
      : once(delivery.webhook.id, delivery.key, () => run(delivery))
}
