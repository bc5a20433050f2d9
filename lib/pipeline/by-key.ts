import type { DeliveryAdapters } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook } from '../model/records.js'
import { hasValidChecksum, KEY_SHAPE, keyDigest } from '../rules/keys.js'
import { livingKey } from '../rules/living-key.js'
import type { Deliver } from './deliver.js'
import type { Delivered } from './once.js'

/** A webhook and which of its keys was used. */
export interface FoundWebhook {
  readonly webhook: IncomingWebhook
  readonly used: 'current' | 'previous'
}

export type FindWebhook = (key: string, now: number) => Promise<FoundWebhook | null>

/** Finds a webhook by a key that may be used now. Unknown, deleted, switched off and expired are all null. */
export function createFindWebhook(
  webhooks: Pick<DeliveryAdapters['webhooks'], 'findByKeyDigest'>,
): FindWebhook {
  return async (key, now) => {
    if (!KEY_SHAPE.test(key) || !hasValidChecksum(key)) return null
    const digest = keyDigest(key)
    const webhook = await webhooks.findByKeyDigest(digest)
    const used = webhook && livingKey(webhook, digest, now)
    return webhook && used ? { webhook, used } : null
  }
}

/** A delivery without HTTP: the same checks in the same order, but for the limits of the router. */
export async function deliverByKey(
  parts: {
    readonly adapters: Pick<DeliveryAdapters, 'settings'>
    readonly findWebhook: FindWebhook
    readonly deliver: Deliver
    readonly clock: () => number
  },
  key: string,
  payload: unknown,
): Promise<Delivered> {
  const settings = await parts.adapters.settings.get()
  if (!settings.enableIncomingWebhooks) throw new WebhookError('webhooks_disabled')
  const found = await parts.findWebhook(key, parts.clock())
  if (!found) throw new WebhookError('webhook_unknown')
  const request = {
    contentType: undefined,
    queryPayload: null,
    body: { kind: 'parsed', value: payload } as const,
  }
  return parts.deliver({ request, webhook: found.webhook, settings, key: null })
}
