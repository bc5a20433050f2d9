import type { Channel } from '../../api/channels.js'
import type { Webhook, WebhookInput } from '../../api/webhooks.js'
import { dateField, endOfDay, inDays } from '../../state/time.js'

export const EXPIRIES = ['never', '30', '90', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]

/** What a form holds while it is filled in. */
export interface Draft {
  readonly name: string
  readonly description: string
  readonly channel: Channel | null
  readonly locked: boolean
  readonly expiry: Expiry
  /** As a date field holds it. */
  readonly date: string
  readonly username: string
  readonly iconUrl: string
  readonly iconEmoji: string
  readonly perSecond: string
  readonly burst: string
  /** The id of the user whom a new webhook is to belong to; `''` is the caller. */
  readonly userId: string
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  description: '',
  channel: null,
  locked: false,
  expiry: 'never',
  date: '',
  username: '',
  iconUrl: '',
  iconEmoji: '',
  perSecond: '',
  burst: '',
  userId: '',
}

export function draftOf(webhook: Webhook): Draft {
  const { channelId: id, teamId, channel: name } = webhook
  return {
    name: webhook.name,
    description: webhook.description,
    channel: { id, teamId, name, isPrivate: false },
    locked: webhook.locked,
    expiry: webhook.expiresAt === 0 ? 'never' : 'date',
    date: webhook.expiresAt === 0 ? '' : dateField(webhook.expiresAt),
    username: webhook.username,
    iconUrl: webhook.iconUrl,
    iconEmoji: webhook.iconEmoji,
    perSecond: webhook.rateLimit === null ? '' : String(webhook.rateLimit.perSecond),
    burst: webhook.rateLimit === null ? '' : String(webhook.rateLimit.burst),
    userId: '',
  }
}

/** Which members differ; a channel is the same when its id is. */
export function changedNames(a: Draft, b: Draft): ReadonlySet<keyof Draft> {
  const names = Object.keys(EMPTY_DRAFT).filter((name) => isDraftName(name))
  return new Set(
    names.filter((name) =>
      name === 'channel' ? a.channel?.id !== b.channel?.id : a[name] !== b[name],
    ),
  )
}

function isDraftName(name: string): name is keyof Draft {
  return Object.hasOwn(EMPTY_DRAFT, name)
}

/** What the API is sent. Only administrators may speak of rates and owners. */
export function inputOf(draft: Draft, before: Webhook | null, admin: boolean): WebhookInput {
  return {
    channel_id: draft.channel?.id ?? '',
    display_name: draft.name.trim(),
    description: draft.description,
    channel_locked: draft.locked,
    expires_at: expiresAt(draft, before),
    username: draft.username.trim(),
    icon_url: draft.iconUrl.trim(),
    icon_emoji: draft.iconEmoji.trim(),
    ...(admin ? { rate_limit: rateLimitOf(draft) } : {}),
    ...(admin && draft.userId.trim() !== '' ? { user_id: draft.userId.trim() } : {}),
  }
}

/** 0 is never, NaN is no date. A date that was not touched stays what it was to the millisecond. */
export function expiresAt(draft: Draft, before: Webhook | null): number {
  if (draft.expiry === 'never') return 0
  if (draft.expiry !== 'date') return inDays(Number(draft.expiry))
  const kept = before === null || before.expiresAt === 0 ? null : before.expiresAt
  return kept !== null && dateField(kept) === draft.date ? kept : endOfDay(draft.date)
}

function rateLimitOf({ perSecond, burst }: Draft): WebhookInput['rate_limit'] {
  if (perSecond.trim() === '' && burst.trim() === '') return null
  return { per_second: Number(perSecond), burst: Number(burst) }
}
