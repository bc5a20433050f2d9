import { type Formats, NATIVE_NAMES } from '../formats/registry.js'
import { toWire } from '../model/fields.js'
import type { HookChannel, ChannelType, IncomingWebhook, HookUser } from '../model/records.js'
import {
  CALLER_FIELDS,
  type CallerFields,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../model/webhook-fields.js'
import type { ShownVerification } from '../model/verification-fields.js'
import type { RecentRequest } from './kept-requests.js'
import type { ListedWebhook, ShownWebhooks, WebhookDetails } from './shown-webhooks.js'

const FIELDS: CallerFields = CALLER_FIELDS

/** A webhook as a list shows it: its fields by their names in the API. */
export interface WebhookView {
  /** Always 0, because deleted records are removed. */
  readonly delete_at: 0
  readonly channel_display_name: string
  /** A letter as in the reference, empty if the channel is not found. */
  readonly channel_type: ChannelView['type'] | ''
  readonly creator_username: string
  /** A replaced key while it still works. */
  readonly previous_key: {
    readonly key_hint: string
    readonly expires_at: number
    readonly last_used: number
  } | null
  /** How its senders sign; null if they need not. */
  readonly verification: {
    readonly scheme: string
    readonly header: string
    readonly prefix?: string | undefined
    readonly encoding?: string | undefined
    readonly timestamp_header?: string | undefined
    readonly signed?: string | undefined
    readonly has_previous_secret: boolean
  } | null
  readonly [wire: string]: unknown
}

/** A single webhook, for those who may manage it. */
export interface WebhookViewWithKey extends WebhookView {
  readonly key: string | null
  readonly url: string | null
  readonly signing_secret: string
  /** A replaced signing secret that is still used. */
  readonly previous_signing_secret: { readonly expires_at: number } | null
}

/** Records in wire form, with the fields that the viewer may see. */
export interface WebhookViews {
  one(viewer: HookUser, webhook: IncomingWebhook): Promise<WebhookViewWithKey>
  /** Without keys. */
  many(viewer: HookUser, webhooks: readonly IncomingWebhook[]): Promise<readonly WebhookView[]>
}

export function createWebhookViews(shown: ShownWebhooks): WebhookViews {
  return {
    one: async (viewer, webhook) => detailsView(await shown.one(viewer, webhook)),
    many: async (viewer, webhooks) => (await shown.many(viewer, webhooks)).map(listedView),
  }
}

function detailsView(webhook: WebhookDetails): WebhookViewWithKey {
  const { key, url, signingSecret: signing_secret, previousSigningSecret: previous } = webhook
  const previous_signing_secret = previous && { expires_at: previous.expiresAt }
  return { ...listedView(webhook), key, url, signing_secret, previous_signing_secret }
}

function listedView(webhook: ListedWebhook): WebhookView {
  const { previousKey, verification } = webhook
  return {
    ...toWire<ServerValues>(SERVER_FIELDS, webhook),
    delete_at: 0,
    ...toWire<CallerValues>(FIELDS, webhook),
    channel_display_name: webhook.channelDisplayName,
    channel_type: webhook.channelType && LETTERS[webhook.channelType],
    creator_username: webhook.ownerUsername,
    previous_key: previousKey && {
      key_hint: previousKey.keyHint,
      expires_at: previousKey.expiresAt,
      last_used: previousKey.lastUsed,
    },
    verification: verification && verificationView(verification),
  }
}

function verificationView({
  timestampHeader,
  hasPreviousSecret,
  ...same
}: ShownVerification): WebhookView['verification'] {
  const time = timestampHeader === undefined ? {} : { timestamp_header: timestampHeader }
  return { ...same, ...time, has_previous_secret: hasPreviousSecret }
}

/** A format that webhooks read, with the other names that their URL may end with. */
export interface FormatView {
  readonly name: string
  readonly title: string
  readonly aliases: readonly string[]
}

export function formatViews({ all }: Formats): readonly FormatView[] {
  const [name, ...aliases] = NATIVE_NAMES
  const ours = { name, title: 'Slack, Mattermost', aliases }
  return [ours, ...all.map(({ name, title, aliases = [] }) => ({ name, title, aliases }))]
}

/** A channel in the picker; `type` is a letter as in the reference. */
export interface ChannelView {
  readonly id: string
  readonly team_id: string
  readonly type: 'O' | 'P' | 'D' | 'G'
  readonly name: string
  readonly display_name: string
}

const LETTERS = { public: 'O', private: 'P', direct: 'D', group: 'G' } as const satisfies Record<
  ChannelType,
  string
>

/** The members that a picker needs. */
export function channelView(channel: HookChannel): ChannelView {
  return {
    id: channel.id,
    team_id: channel.teamId,
    type: LETTERS[channel.type],
    name: channel.name,
    display_name: channel.displayName,
  }
}

/** A user in the picker. */
export interface UserView {
  readonly id: string
  readonly username: string
  /** `''` if the host has none. */
  readonly display_name: string
}

/** The members that a picker needs: no addresses. */
export function userView({ id, username, displayName }: HookUser): UserView {
  return { id, username, display_name: displayName ?? '' }
}

/** One of a webhook's recent requests. */
export interface RecentRequestView {
  readonly time: number
  readonly request_id: string
  readonly status: number
  readonly error_id: string
  readonly message: string
  readonly detail: string
  readonly warnings: RecentRequest['warnings']
  readonly ignored: readonly string[]
  readonly size: number
  readonly user_agent: string
  readonly content_type: string
  readonly headers: readonly string[]
  readonly duration: number | null
  readonly response: string
  readonly post_ids: readonly string[]
  readonly posted_to: {
    readonly channel_id: string
    readonly name: string
    readonly requested: boolean
  } | null
  readonly replayed: boolean
  readonly format: string
  readonly event: string
  readonly skipped: boolean
}

/** The wire names of a recent request. */
export function recentRequestView(request: RecentRequest): RecentRequestView {
  const { postedTo } = request
  return {
    time: request.time,
    request_id: request.requestId,
    status: request.status,
    error_id: request.errorId,
    message: request.message,
    detail: request.detail,
    warnings: request.warnings,
    ignored: request.ignored,
    size: request.size,
    user_agent: request.userAgent,
    content_type: request.contentType,
    headers: request.headers,
    duration: request.duration,
    response: request.response,
    post_ids: request.postIds,
    posted_to: postedTo && {
      channel_id: postedTo.channelId,
      name: postedTo.name,
      requested: postedTo.requested,
    },
    replayed: request.replayed,
    format: request.format,
    event: request.event,
    skipped: request.skipped,
  }
}
