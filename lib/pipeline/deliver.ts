import type { DeliveryAdapters } from '../adapters/types.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type { IncomingWebhook, Settings } from '../model/records.js'
import { compose, type ComposeOptions } from './compose.js'
import { createOnce, type Delivered, replay, type RequestKey } from './once.js'
import { type HookRequest, parse } from './parse.js'
import { resolve } from './resolve.js'
import { store } from './store.js'
import { translate } from './translate.js'

export interface DeliverOptions extends ComposeOptions {
  readonly adapters: DeliveryAdapters
  readonly userIdPattern: RegExp
  readonly clock: () => number
}

/** One request to a webhook that has been found by its key. */
export interface Delivery {
  readonly request: HookRequest
  readonly webhook: IncomingWebhook
  readonly settings: Settings
  /** Present when the sender asked for at most one run. */
  readonly key: RequestKey | null
}

export type Deliver = (delivery: Delivery) => Promise<Delivered>

/** The pipeline: parse, translate, resolve, compose, store. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { adapters, userIdPattern, clock } = options
  const once = createOnce(adapters.posts)
  const run = async ({ request, webhook, settings, key }: Delivery): Promise<Delivered> => {
    const parsed = parse(request)
    const translated = translate(parsed.value, userIdPattern)
    const resolved = await resolve(translated.value, webhook, settings, adapters)
    const composed = compose(translated.value, resolved, options)
    const warnings = [...parsed.warnings, ...translated.warnings, ...composed.warnings]
    const remember = key && {
      ...key,
      webhookId: webhook.id,
      expiresAt: clock() + IDEMPOTENCY_LIFETIME,
      warnings,
    }
    const result = await store(composed.value, resolved, remember, adapters)
    if (result.stored) return { posts: result.posts, warnings, replayed: false }
    return replay(result.earlier, { key: key?.key ?? '', fingerprint: key?.fingerprint ?? '' })
  }
  if (!adapters.posts.promises.includes('once')) return (delivery) => runUnkept(run, delivery)
  return (delivery) =>
    delivery.key === null
      ? run(delivery)
      : once(delivery.webhook.id, delivery.key, () => run(delivery))
}

const NOT_KEPT = {
  path: 'Idempotency-Key',
  reason: 'not kept by this host: the same request is stored again',
}

async function runUnkept(run: Deliver, delivery: Delivery): Promise<Delivered> {
  const delivered = await run({ ...delivery, key: null })
  if (delivery.key === null) return delivered
  return { ...delivered, warnings: [...delivered.warnings, NOT_KEPT] }
}
