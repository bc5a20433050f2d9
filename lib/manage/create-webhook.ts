import { randomBytes } from 'node:crypto'
import type { CheckedManagement } from '../adapters/checked.js'
import { WebhookError } from '../model/errors.js'
import { toWire } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'
import { CALLER_FIELDS, type CallerValues } from '../model/webhook-fields.js'
import { callRefusal } from '../rules/permissions.js'
import type { KeyCipher } from './keys.js'
import { createWebhooks } from './webhooks.js'
import { isAlive } from '../rules/alive.js'

/** A webhook that the host itself creates for a user. */
export interface NewWebhook extends Partial<Omit<CallerValues, 'displayName'>> {
  /** Its creator, who must be an administrator if the settings require it. */
  readonly userId: string
  readonly channelId: string
  readonly displayName: string
}

export interface CreatedWebhook {
  readonly webhook: IncomingWebhook
  /** The secret URL that integrations post to. */
  readonly url: string
}

export interface CreateWebhookParts {
  readonly adapters: Pick<CheckedManagement, 'users' | 'channels' | 'webhooks' | 'settings'>
  readonly cipher: KeyCipher
  readonly clock: () => number
  /** The URL without the key. */
  readonly hookUrl: string
}

/** Creates webhooks without HTTP, under the same rules. Throws the `WebhookError` that the API would send. */
export function createCreateWebhook(
  parts: CreateWebhookParts,
): (fields: NewWebhook) => Promise<CreatedWebhook> {
  const { adapters, cipher, clock, hookUrl } = parts
  const webhooks = createWebhooks({ adapters, cipher, clock, random: randomBytes })
  return async ({ userId, channelId, ...fields }) => {
    const { parseWebhook } = await import('./schemas.js')
    const [user] = await adapters.users.findByIds([userId])
    if (!isAlive(user)) throw new WebhookError('user_missing')
    const settings = await adapters.settings.get()
    const refusal = callRefusal('create', user, settings)
    if (refusal) throw new WebhookError(refusal)
    const sent = toWire<CallerValues>(CALLER_FIELDS, fields)
    const input = parseWebhook({ channel_id: channelId, ...sent })
    const webhook = await webhooks.create({ user, settings }, input)
    const key = cipher.open(webhook.keyCipher, webhook.id) ?? ''
    return { webhook, url: `${hookUrl}/${key}` }
  }
}
