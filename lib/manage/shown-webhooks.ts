import type { CheckedManagement } from '../host/checked.js'
import { recordOf } from '../model/fields.js'
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
} from '../model/webhook-fields.js'
import { fieldRefusal } from '../rules/permissions.js'
import { replacedSaltUntil, type SigningSecretsOf } from '../rules/signing.js'
import type { ShownVerification } from '../model/verification-fields.js'
import type { KeyCipher } from './keys.js'
import { mayRead } from './may-read.js'
import { shownVerification } from './verification.js'

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
    const readable = async (id: string): Promise<HookChannel | null> => {
      const channel = await channels.findById(id)
      return channel && (await mayRead(channels, viewer, channel)) ? channel : null
    }
    const channelIds = [...new Set(webhooks.map((webhook) => webhook.channelId))]
    const [owners, found] = await Promise.all([
      users.findByIds(ownerIds),
      Promise.all(channelIds.map(readable)),
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
