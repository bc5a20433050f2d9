import type { CheckedDelivery } from '../host/checked.js'
import { checkParsed } from '../native/body/json.js'
import { WebhookError } from '../model/errors.js'
import { Recent } from '../model/recent.js'
import type { IncomingWebhook } from '../model/records.js'
import { livingKey } from '../rules/alive.js'
import { hasValidChecksum, KEY_SHAPE, keyDigest, looksLikeId } from '../rules/keys.js'
import type { Deliver } from './deliver.js'
import type { Delivered } from './once.js'
import type { HookRequest } from './request.js'

/** Keys that are remembered. */
const MAX_FOUND = 10_000
const ID_HINT = "this looks like a webhook's id: use the webhook's URL, which contains its key"

/** A webhook and which of its keys was used; null if that key is disabled, expired or replaced. */
interface FoundWebhook {
  readonly webhook: IncomingWebhook
  readonly used: 'current' | 'previous' | null
}

export type FindWebhook = (key: string, now: number) => Promise<FoundWebhook | null>

/** Finds the webhook of a key, also if the key may not be used now, so that its owner sees the attempt. */
export function createFindWebhook(
  webhooks: Pick<CheckedDelivery['webhooks'], 'findByKeyDigest'>,
): FindWebhook {
  /** Digests of keys that were found before. Their checksums are right: to check them takes a second hash. */
  const found = new Recent<true>(MAX_FOUND)
  return async (key, now) => {
    if (!KEY_SHAPE.test(key)) return null
    const digest = keyDigest(key)
    if (!found.get(digest) && !hasValidChecksum(key)) return null
    const webhook = await webhooks.findByKeyDigest(digest)
    if (!webhook) return null
    found.set(digest, true)
    return { webhook, used: livingKey(webhook, digest, now) }
  }
}

/**
 * The error for a key that may not be used. The hint depends on the form alone: a response must not
 * reveal whether there is a webhook with this id, or a disabled one with this key.
 */
export function unknownKey(key: string): WebhookError {
  return new WebhookError('webhook_unknown', looksLikeId(key) ? { detail: ID_HINT } : {})
}

/** A delivery without HTTP: the same checks in the same order, except the router's limits. */
export async function deliverByKey(
  parts: {
    readonly settings: CheckedDelivery['settings']
    readonly findWebhook: FindWebhook
    readonly deliver: Deliver
    readonly clock: () => number
  },
  key: string,
  payload: unknown,
): Promise<Delivered> {
  const settings = await parts.settings.get()
  if (!settings.enableIncomingWebhooks) throw new WebhookError('webhooks_disabled')
  const found = await parts.findWebhook(key, parts.clock())
  if (!found?.used) throw unknownKey(key)
  const request = payloadRequest(payload)
  return parts.deliver({ request, webhook: found.webhook, settings, key: null })
}

/** A payload from another source than HTTP, as a request. Throws for values that JSON cannot represent. */
export function payloadRequest(payload: unknown): HookRequest {
  const body = { kind: 'parsed', value: checkParsed(payload) } as const
  return { contentType: undefined, queryPayload: null, body }
}
