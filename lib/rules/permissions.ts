import type { ErrorCode } from '../model/errors.js'
import type { HookChannel, IncomingWebhook, HookSettings, HookUser } from '../model/records.js'
import { BUTTON_ROUTES, isOfWebhooks, MANAGEMENT_ROUTES, type Route } from '../model/routes.js'
import { isAlive } from './alive.js'

/** Every call with a session, by its route. */
const CALLS = { ...MANAGEMENT_ROUTES, ...BUTTON_ROUTES }

/** The name of a call with a session. */
export type Call = keyof typeof CALLS

/**
 * Why the call is rejected: 401 before 501 before 403. `EnableOnlyAdminIntegrations` restricts only
 * creation; users who already have webhooks can still manage them.
 */
export function callRefusal(
  call: Call,
  user: HookUser | null,
  settings: HookSettings,
): ErrorCode | null {
  if (!isAlive(user)) return 'session_expired'
  const route: Route = CALLS[call]
  if (isOfWebhooks(route) && !settings.enableIncomingWebhooks) return 'webhooks_disabled'
  if (user.admin || route.who === 'users') return null
  if (route.who === 'integrators' && !settings.enableOnlyAdminIntegrations) return null
  return 'not_permitted'
}

/** The owner and administrators can see and change a webhook; for all other users it does not exist. */
export function webhookRefusal(user: HookUser, webhook: IncomingWebhook | null): ErrorCode | null {
  return webhook && (user.admin || webhook.userId === user.id) ? null : 'webhook_not_found'
}

/** Who may read the channel that a webhook is to post to. */
interface ChannelReaders {
  readonly caller: boolean
  /** The user who owns the webhook, often the caller. */
  readonly owner: boolean
}

/**
 * Whether a channel may become the webhook's own. The result is the same for unknown, archived and
 * unreadable channels. Direct channels have no team to look up names in (`invalid_body`).
 */
export function channelRefusal(
  channel: HookChannel | null,
  readers: ChannelReaders,
): ErrorCode | null {
  if (!isAlive(channel) || !readers.caller) return 'channel_missing'
  if (channel.type === 'direct') return 'invalid_body'
  return readers.owner ? null : 'not_permitted'
}

/** Only administrators can create webhooks for others. `''` is the caller. */
export function ownerRefusal(user: HookUser, ownerId: string): ErrorCode | null {
  return ownerId === '' || ownerId === user.id || user.admin ? null : 'not_permitted'
}

/** Whether this user may see and set a field of a webhook. */
export function fieldRefusal(
  user: HookUser,
  field: { readonly onlyAdministrators?: true },
): ErrorCode | null {
  return field.onlyAdministrators && !user.admin ? 'not_permitted' : null
}
