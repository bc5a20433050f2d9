import type { CheckedManagement } from '../host/checked.js'
import { recordOf, toWire } from '../model/fields.js'
import type {
  HookChannel,
  ChannelType,
  IncomingWebhook,
  HookUser,
  LastResult,
} from '../model/records.js'
import { resultIn } from '../model/last-result.js'
import {
  CALLER_FIELDS,
  CALLER_NAMES,
  type CallerValues,
  type PreviousKey,
  SERVER_NAMES,
  type ServerValues,
  SERVER_FIELDS,
} from '../model/webhook-fields.js'
import { fieldRefusal } from '../rules/permissions.js'
import { replacedSaltUntil, type SigningSecretsOf } from '../rules/signing.js'
import type { ShownVerification } from '../model/verification-fields.js'
import type { KeyCipher } from './keys.js'
import { readableChannel } from './choices.js'
import { shownVerification } from './verification.js'
import { OWN_TEMPLATE } from '../formats/templates/template-format.js'
import { type Formats, NATIVE_NAMES } from '../formats/registry.js'
import { shownInWire } from '../model/sent.js'
import type { ListedDelivery } from '../log/delivery-log.js'
import { type KeptRequest, sentText } from '../log/kept-requests.js'
import type { Attention } from './list-attention.js'
import type { Preview } from './preview.js'
import type { ReplayResult } from './replay.js'
import type { HandOverResult } from './webhooks.js'

// What the API shows: the members of the code by their names in the API, unless it says otherwise here.

/** A webhook as a list shows it. */
export function listedView(webhook: ListedWebhook) {
  const { channelDisplayName, channelType, ownerUsername, previousKey, verification } = webhook
  const { lastResult, webhookFormat } = webhook
  return {
    ...toWire<ServerValues>(SERVER_FIELDS, webhook),
    // Deleted records are removed.
    delete_at: 0,
    ...toWire<CallerValues>(CALLER_FIELDS, webhook),
    ...shownInWire({
      channelDisplayName,
      channelType: channelType && LETTERS[channelType],
      creatorUsername: ownerUsername,
      previousKey,
      verification,
      lastResult,
      webhookFormat,
    }),
  }
}

/** A single webhook, for those who may manage it. */
export function detailsView(webhook: WebhookDetails) {
  const { key, url, signingSecret, previousSigningSecret } = webhook
  const secrets = { key, url, signingSecret, previousSigningSecret }
  return { ...listedView(webhook), ...shownInWire(secrets) }
}

/** The formats that webhooks read, with the other names that their URL may end with. */
export function formatViews({ all }: Formats): readonly object[] {
  const [name, ...aliases] = NATIVE_NAMES
  const ours = { name, title: 'Slack, Mattermost', aliases }
  return [
    ours,
    ...[...all, OWN_TEMPLATE].map(({ name, title, aliases = [] }) => ({ name, title, aliases })),
  ]
}

/** As in the reference. */
const LETTERS: Readonly<Record<ChannelType, string>> = {
  public: 'O',
  private: 'P',
  direct: 'D',
  group: 'G',
}

/** A channel with the members that a picker needs. */
export function channelView({ id, teamId, type, name, displayName }: HookChannel): object {
  return shownInWire({ id, teamId, type: LETTERS[type], name, displayName })
}

/** A user with the members that a picker needs: no addresses. */
export function userView({ id, username, displayName }: HookUser): object {
  return shownInWire({ id, username, displayName: displayName ?? '' })
}

/** A request of the log. */
export function deliveryView({ share, webhookId, oldKey, ...shown }: ListedDelivery): object {
  return {
    ...shownInWire({ ...shown, hookId: webhookId, isOldKey: oldKey !== '' }),
    skipped: shown.outcome === 'skipped',
  }
}

/** A request of the log, with what was sent. */
export function sentDeliveryView(delivery: ListedDelivery, sent: KeptRequest | null): object {
  const body = sent && sentText(sent)
  const beside = sent && { ...sent, body: undefined }
  return { ...deliveryView(delivery), sent: beside, body }
}

/** What a request was answered that was sent again. */
export function replayedView({ status, errorId, message, detailedError }: ReplayResult): object {
  const isAccepted = message === ''
  return { status, ...(isAccepted ? {} : shownInWire({ id: errorId, message, detailedError })) }
}

/** Webhooks that were handed over. */
export function handedOverView({ handedOver, refused }: HandOverResult): object {
  return shownInWire({
    handedOver,
    refused: refused.map(({ webhookId, ...why }) => ({ hookId: webhookId, ...why })),
  })
}

/** Something that needs attention. */
export function attentionView({ webhookId, ...shown }: Attention): object {
  return shownInWire({ hookId: webhookId, ...shown })
}

/**
 * What would become of a request, with its posts as HTML if that is asked for. Names in the properties of
 * posts are its sender's.
 */
export function previewView(preview: Preview, html: readonly string[] = []): object {
  const posts = preview.posts.map(({ props, ...post }, at) => ({
    ...shownInWire(post),
    props,
    ...(html.length > 0 && { html: html[at] }),
  }))
  return { ...shownInWire({ ...preview, posts: [] }), posts }
}

/** A webhook as a list shows it, with what its viewer may see and without its key. */
export interface ListedWebhook extends ServerValues, Omit<CallerValues, 'rateLimit'> {
  /** For administrators only. Null: the default of the server. */
  readonly rateLimit?: CallerValues['rateLimit']
  /** The name of its channel, for people; `''` if the viewer finds no such channel. */
  readonly channelDisplayName: string
  /** The type of its channel; `''` if the viewer finds no such channel. */
  readonly channelType: ChannelType | ''
  /** The username of its owner; `''` if the user is not found. */
  readonly ownerUsername: string
  /** A replaced key while it still works, or null. */
  readonly previousKey: Omit<PreviousKey, 'keyDigest'> | null
  /** How its senders sign; null if they need not. */
  readonly verification: ShownVerification | null
  /** What became of its last request. Null: there was none, or the store does not keep it. */
  readonly lastResult:
    | (Pick<LastResult, 'at' | 'outcome' | 'status' | 'errorId'> & {
        /** What exactly was wrong; `''` if nothing is known. */
        readonly detail: string
      })
    | null
  /** The name of the format that was recognised last, such as `grafana`; `''` if none was yet. */
  readonly webhookFormat: string
}

/** A single webhook, for those who may manage it. `Key` is `string` if its key was just made. */
export interface WebhookDetails<Key extends string | null = string | null> extends ListedWebhook {
  /**
   * The key in its URL, which is a secret. Null, as `url`, if it was brought along from another system
   * or encrypted with a secret that is no longer passed.
   */
  readonly key: Key
  /** The secret URL that integrations post to. Null as `key`. */
  readonly url: Key
  /** `whsec_…`: signs the calls of its buttons, as Standard Webhooks describes. */
  readonly signingSecret: string
  /** A replaced signing secret that still signs these calls too, or null. */
  readonly previousSigningSecret: {
    /** Until when it signs, in milliseconds since 1970. */
    readonly expiresAt: number
  } | null
}

/** What a webhook is shown with and nobody sets. */
export const SHOWN_ONLY: readonly (keyof WebhookDetails)[] = [
  ...SERVER_NAMES,
  'channelDisplayName',
  'channelType',
  'ownerUsername',
  'previousKey',
  'lastResult',
  'webhookFormat',
  'key',
  'url',
  'signingSecret',
  'previousSigningSecret',
]

/** What is needed besides the record. */
interface ShownWebhooksOptions {
  readonly adapters: Pick<CheckedManagement, 'users' | 'channels'>
  readonly cipher: KeyCipher
  readonly signingSecretsOf: SigningSecretsOf
  readonly clock: () => number
  /** The URL that hook URLs start with. Never taken from a request. */
  readonly hookUrl: string
}

interface Names {
  readonly channels: ReadonlyMap<string, HookChannel>
  readonly owners: ReadonlyMap<string, string>
}

/** Webhooks with the fields that the viewer may see. */
export class ShownWebhooks {
  readonly #options: ShownWebhooksOptions

  constructor(options: ShownWebhooksOptions) {
    this.#options = options
  }

  async one(viewer: HookUser, webhook: IncomingWebhook): Promise<WebhookDetails> {
    const { cipher, signingSecretsOf, clock, hookUrl } = this.#options
    const names = await this.#namesOf(viewer, [webhook])
    const key = cipher.open(webhook.keyCipher, webhook.id)
    const now = clock()
    const [signingSecret] = signingSecretsOf(webhook, now)
    const expiresAt = replacedSaltUntil(webhook.signingSalt, now)
    return {
      ...listed(viewer, webhook, names, now),
      key,
      url: key === null ? null : `${hookUrl}/${key}`,
      signingSecret,
      previousSigningSecret: expiresAt === 0 ? null : { expiresAt },
    }
  }

  /** Looks up all owners in one query and each channel once. */
  async many(
    viewer: HookUser,
    webhooks: readonly IncomingWebhook[],
  ): Promise<readonly ListedWebhook[]> {
    if (webhooks.length === 0) return []
    const names = await this.#namesOf(viewer, webhooks)
    const now = this.#options.clock()
    return webhooks.map((webhook) => listed(viewer, webhook, names, now))
  }

  async #namesOf(viewer: HookUser, webhooks: readonly IncomingWebhook[]): Promise<Names> {
    const { users, channels } = this.#options.adapters
    const ownerIds = [...new Set(webhooks.map((webhook) => webhook.userId))]
    const channelIds = [...new Set(webhooks.map((webhook) => webhook.channelId))]
    const [owners, found] = await Promise.all([
      users.findByIds(ownerIds),
      Promise.all(channelIds.map(async (id) => readableChannel(channels, viewer, id))),
    ])
    return {
      channels: new Map(found.flatMap((c) => (c ? [[c.id, c] as const] : []))),
      owners: new Map(owners.map((user) => [user.id, user.username])),
    }
  }
}

function listed(
  viewer: HookUser,
  webhook: IncomingWebhook,
  names: Names,
  now: number,
): ListedWebhook {
  const { previousKey, verification } = webhook
  const lastResult = resultIn(webhook.lastResult)
  const channel = names.channels.get(webhook.channelId)
  const { rateLimit, ...fields } = recordOf<CallerValues>(CALLER_NAMES, (name) => webhook[name])
  return {
    ...recordOf<ServerValues>(SERVER_NAMES, (name) => webhook[name]),
    ...fields,
    ...(fieldRefusal(viewer, CALLER_FIELDS.rateLimit) ? {} : { rateLimit }),
    channelDisplayName: channel?.displayName ?? '',
    channelType: channel?.type ?? '',
    ownerUsername: names.owners.get(webhook.userId) ?? '',
    previousKey: previousKey && previousKey.expiresAt > now ? withoutDigest(previousKey) : null,
    verification: verification && shownVerification(verification),
    lastResult: lastResult ? shownResult(lastResult) : null,
    webhookFormat: webhook.lastResult?.format ?? '',
  }
}

function shownResult(result: LastResult): ListedWebhook['lastResult'] {
  const { at, outcome, status, errorId, detail = '' } = result
  return { at, outcome, status, errorId, detail }
}

function withoutDigest({ keyDigest, ...shown }: PreviousKey): ListedWebhook['previousKey'] {
  return shown
}
