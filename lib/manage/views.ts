import type { ManagementAdapters } from '../adapters/types.js'
import { fieldNames, toWire } from '../model/fields.js'
import type { Channel, ChannelType, IncomingWebhook, User } from '../model/records.js'
import {
  CALLER_FIELDS,
  type CallerFields,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../model/webhook-fields.js'
import { fieldRefusal } from '../rules/permissions.js'
import type { SigningSecretsOf } from '../rules/signing.js'
import type { KeyCipher } from './keys.js'
import type { RecentRequest } from './recent-requests.js'

const FIELDS: CallerFields = CALLER_FIELDS
const NAMES = fieldNames(FIELDS)

/** A webhook as a list shows it: its fields by their names in the API. */
export interface WebhookView {
  /** Always 0, because deleted records are removed. */
  readonly delete_at: 0
  readonly channel_display_name: string
  readonly creator_username: string
  /** A replaced key while it still works. */
  readonly previous_key: {
    readonly key_hint: string
    readonly expires_at: number
    readonly last_used: number
  } | null
  readonly [wire: string]: unknown
}

/** A single webhook, for those who may manage it. `key` and `url` are null if the host's secret has changed. */
export interface WebhookViewWithKey extends WebhookView {
  readonly key: string | null
  readonly url: string | null
  /** `whsec_…`, which signs the calls of its buttons. */
  readonly signing_secret: string
}

/** Records in wire form, with the fields that the viewer may see. */
export interface WebhookViews {
  one(viewer: User, webhook: IncomingWebhook): Promise<WebhookViewWithKey>
  /** Without keys. Looks up all creators in one query and each channel once. */
  many(viewer: User, webhooks: readonly IncomingWebhook[]): Promise<readonly WebhookView[]>
}

/** What is needed besides the record. */
export interface WebhookViewsOptions {
  readonly adapters: Pick<ManagementAdapters, 'users' | 'channels'>
  readonly cipher: KeyCipher
  readonly signingSecretsOf: SigningSecretsOf
  readonly clock: () => number
  /** Without a trailing slash. Never taken from a request. */
  readonly siteUrl: string
  /** The path where the hooks router is mounted, such as `/hooks`. */
  readonly hooksPath: string
}

interface Names {
  readonly channels: ReadonlyMap<string, string>
  readonly creators: ReadonlyMap<string, string>
}

/** Names that cannot be found are empty. */
export function createWebhookViews(options: WebhookViewsOptions): WebhookViews {
  const { adapters, cipher, signingSecretsOf, clock, siteUrl, hooksPath } = options
  return {
    one: async (viewer, webhook) => {
      const names = await namesOf(adapters, [webhook])
      const key = cipher.open(webhook.keyCipher, webhook.id)
      const url = key === null ? null : `${siteUrl}${hooksPath}/${key}`
      const [signing_secret] = signingSecretsOf(webhook)
      return { ...webhookView(viewer, webhook, names, clock()), key, url, signing_secret }
    },
    many: async (viewer, webhooks) => {
      const names = await namesOf(adapters, webhooks)
      const now = clock()
      return webhooks.map((webhook) => webhookView(viewer, webhook, names, now))
    },
  }
}

async function namesOf(
  { users, channels }: WebhookViewsOptions['adapters'],
  webhooks: readonly IncomingWebhook[],
): Promise<Names> {
  if (webhooks.length === 0) return { channels: new Map(), creators: new Map() }
  const creatorIds = [...new Set(webhooks.map((webhook) => webhook.userId))]
  const channelIds = [...new Set(webhooks.map((webhook) => webhook.channelId))]
  const [creators, found] = await Promise.all([
    users.findByIds(creatorIds),
    Promise.all(channelIds.map(async (id) => channels.findById(id))),
  ])
  return {
    channels: new Map(found.flatMap((c) => (c ? [[c.id, c.displayName] as const] : []))),
    creators: new Map(creators.map((user) => [user.id, user.username])),
  }
}

function webhookView(
  viewer: User,
  webhook: IncomingWebhook,
  names: Names,
  now: number,
): WebhookView {
  const { previousKey } = webhook
  const shown = NAMES.filter((name) => !fieldRefusal(viewer, FIELDS[name]))
  return {
    ...toWire<ServerValues>(SERVER_FIELDS, webhook),
    delete_at: 0,
    ...toWire<CallerValues>(FIELDS, webhook, shown),
    channel_display_name: names.channels.get(webhook.channelId) ?? '',
    creator_username: names.creators.get(webhook.userId) ?? '',
    previous_key:
      previousKey && previousKey.expiresAt > now
        ? {
            key_hint: previousKey.keyHint,
            expires_at: previousKey.expiresAt,
            last_used: previousKey.lastUsed,
          }
        : null,
  }
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
export function channelView(channel: Channel): ChannelView {
  return {
    id: channel.id,
    team_id: channel.teamId,
    type: LETTERS[channel.type],
    name: channel.name,
    display_name: channel.displayName,
  }
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
  readonly post_ids: readonly string[]
  readonly replayed: boolean
}

/** The wire names of a recent request. */
export function recentRequestView(request: RecentRequest): RecentRequestView {
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
    post_ids: request.postIds,
    replayed: request.replayed,
  }
}
