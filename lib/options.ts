import type { Adapters, DeliveryAdapters, Guarantee, OnPosts } from './adapters/types.js'
import type { SignInLimit } from './auth/throttle.js'
import type { Format } from './formats/format.js'
import type { CurrentUser, OnSignIn } from './http/auth-router.js'
import type { HookLimits } from './http/rate-limits.js'
import type { Permalink } from './http/receipts.js'
import type { DeliveryAddress } from './log/shown-address.js'
import type { OnSignal } from './log/watch.js'
import type { OnAudit } from './manage/audit.js'
import type { HookLog } from './model/log.js'
import type { Show } from './pipeline/compose.js'
import type { Secret } from './rules/secrets.js'

/** The default pattern of user ids. */
export const USER_ID = /^[a-z0-9]{26}$/

/** Rate limits of all routers; `null` turns one off. */
export interface LimitOptions extends Partial<HookLimits> {
  /**
   * Failed sign-ins per account and address, and per address over all accounts. Default: 10 and 50 in
   * 15 minutes.
   */
  readonly signIn?: SignInLimit | null
}

/** Options of hooks besides the adapters. Each one has a default. */
export interface DeliveryOptions {
  /**
   * The public URL of the host, for permalinks, without user info, query or fragment. A trailing slash
   * is ignored.
   */
  readonly siteUrl?: string
  /** The path where the host mounts the hooks router; not `/`. Default `/hooks`. */
  readonly hooksPath?: string
  /** Maximum bytes of a request body, counted after decompression. Default 1048576. */
  readonly bodyLimit?: number
  /**
   * Maximum code points of a post's `message`, at least 100. Attachments count only if `show` makes them a
   * part of it. Default 16383, or 4000 below `compatVersion` 5.0.
   */
  readonly maxPostLength?: number
  /**
   * What your clients show: `attachments`, or only `message`, with the attachments in it as `markdown` or
   * plain `text` (docs/rendering.md). Default: `attachments`.
   */
  readonly show?: Show
  /**
   * The id of the user, such as a bot, to whom posts outside direct channels belong. The owner's permissions
   * still apply. Default: the owner.
   */
  readonly botUserId?: string
  /**
   * The version of Mattermost to behave like, such as `5.14` (docs/contract.md, Versions).
   * Default: the newest.
   */
  readonly compatVersion?: string
  /** Matches the host's user ids. Default `/^[a-z0-9]{26}$/`. */
  readonly userIdPattern?: RegExp
  /** Builds the URL of a post. Default `{siteUrl}/{team}/pl/{id}`. */
  readonly permalink?: Permalink
  /**
   * The formats that are read besides Slack's and Mattermost's: your own, and names of included ones, such
   * as `github`. Default: all included ones.
   */
  readonly formats?: readonly (Format | string)[]
  /**
   * Rate limits. `null` turns all off, except those in webhooks' own records. Default: 10 messages per
   * second and webhook, with bursts of 600.
   */
  readonly limits?: LimitOptions | null
  /** Milliseconds that an adapter call may take; 0 for any time. Default 15000. */
  readonly adapterTimeout?: number
  /** Called after posts are stored or changed, to notify clients. */
  readonly onPosts?: OnPosts
  /**
   * Called with operational messages. Default: configuration mistakes, each once, with `console.warn`;
   * `false` for nothing.
   */
  readonly log?: HookLog | false
  /**
   * How the log of requests keeps addresses of clients: `cut` to their network (IPv4 /24, IPv6 /64),
   * `whole`, or `hashed` with the secret. Default: `cut`.
   */
  readonly deliveryAddress?: DeliveryAddress
  /** Returns the time in milliseconds since 1970, such as that of a database. Default: `Date.now`. */
  readonly clock?: () => number
}

/** Options of `createHooks`. */
export interface HooksOptions<G extends Guarantee = Guarantee> extends DeliveryOptions {
  /** The adapter methods that deliveries use. */
  readonly adapters: DeliveryAdapters<G>
  /** The secret of the instance that manages the webhooks, if senders sign (docs/signatures.md). */
  readonly secret?: Secret
}

/** Options of `createIncomingWebhooks`. */
export interface IncomingWebhooksOptions<G extends Guarantee = Guarantee> extends DeliveryOptions {
  /** Your adapters. */
  readonly adapters: Adapters<G>
  /**
   * At least 32 bytes. Signs tokens, and encrypts keys and the secrets of senders. `[current, previous]`
   * replaces it: data made with the previous one stays readable.
   */
  readonly secret: Secret
  /**
   * The public URL of the host, without user info, query or fragment. Hook URLs and permalinks
   * start with it.
   */
  readonly siteUrl: string
  /**
   * Returns the signed-in user of a request, or null, for hosts with their own sign-in. Default: the user of
   * the bearer token.
   */
  readonly currentUser?: CurrentUser
  /** Whole seconds that a sign-in lasts. Default 43200, which is 12 hours. */
  readonly tokenLifetime?: number
  /** Called after each change of a webhook. Best effort, as `onPosts`. */
  readonly onAudit?: OnAudit
  /** Called when a webhook needs attention or works again. Best effort, as `onPosts`. */
  readonly onSignal?: OnSignal
  /**
   * The URL of the console, for links in messages to owners, without user info, query or fragment. Default:
   * no links.
   */
  readonly consoleUrl?: string
  /** Called after a sign-in with the auth router, for example to set a cookie. */
  readonly onSignIn?: OnSignIn
  /** Internal or http-only hosts that buttons may call: `host` or `host:port`. */
  readonly allowedIntegrationHosts?: readonly string[]
  /** Further origins, such as `https://intranet.example.org`, whose pages may make calls with cookies. */
  readonly trustedOrigins?: readonly string[]
  /** The name of this process in the debug log. Default: the machine's name. */
  readonly node?: string
}
