import type {
  Adapters,
  DeliveryAdapters,
  Guarantee,
  ManagementAdapters,
  OnPosts,
} from './adapters/types.js'
import { DEFAULT_SIGN_IN_LIMIT, type SignInLimit } from './auth/throttle.js'
import { allFormats } from './formats/all.js'
import type { Format } from './formats/format.js'
import { Formats } from './formats/registry.js'
import type { OnSignIn } from './http/auth-router.js'
import type { CurrentUser } from './http/current-user.js'
import { DEFAULT_HOOK_LIMITS, type HookLimits } from './http/rate-limits.js'
import type { Permalink } from './http/receipts.js'
import type { Log } from './model/log.js'
import { BODY_LIMIT, MAX_POST_LENGTH, MAX_POST_LENGTH_BEFORE_5_0 } from './model/limits.js'
import type { Show } from './pipeline/compose.js'
import type { Secret } from './rules/secrets.js'
import { withoutTrailing } from './text/trimming.js'

/** Rate limits of all routers; `null` turns one off. */
export interface LimitOptions extends Partial<HookLimits> {
  /**
   * Failed sign-ins per account and address, and per address over all accounts. Default: 10 and 50 in
   * 15 minutes.
   */
  readonly signIn?: SignInLimit | null
}

/** Options of the hooks router besides the adapters. Each one has a default. */
export interface DeliveryOptions {
  /**
   * The public URL of the host, for permalinks, without user info, query or fragment. A trailing slash
   * is ignored.
   */
  readonly siteUrl?: string
  /** Maximum bytes of a request body, counted after decompression. Default 1048576. */
  readonly bodyLimit?: number
  /**
   * Maximum code points of a post's `message`, at least 100. Attachments are not counted, unless `show`
   * makes them a part of it. Default 16383, or 4000 below `compatVersion` 5.0.
   */
  readonly maxPostLength?: number
  /**
   * What your clients show. `attachments`: Markdown in `message`, and `props.attachments`. `markdown`,
   * `text`: only `message`, which then holds the attachments too, as Markdown or as plain text;
   * `props.attachments` is not set (docs/rendering.md). Default: `attachments`.
   */
  readonly show?: Show
  /**
   * The id of a user of the host, such as a bot, who is the `userId` of posts outside direct channels.
   * The creator of the webhook needs the permissions in any case. Default: the creator.
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
   * The formats that are read besides our own, which Slack and Mattermost share. Default: `allFormats`
   * of `express-incoming-webhooks/formats`.
   */
  readonly formats?: readonly Format[]
  /**
   * Rate limits of webhooks, of unknown keys and of sign-ins. `null` turns all of them off; a limit in
   * a webhook's own record still applies. Default: 10 requests per second and webhook, with bursts of
   * 100.
   */
  readonly limits?: LimitOptions | null
  /**
   * Milliseconds that an adapter call may take. After that, the response is 504 if something may have
   * been stored, otherwise 503. 0 turns the timeout off. Default 15000.
   */
  readonly adapterTimeout?: number
  /** Called after posts are stored or changed, to notify clients. */
  readonly onPosts?: OnPosts
  /** Called with operational messages, such as mistakes in the configuration. Default: none. */
  readonly log?: Log
  /**
   * Returns the current time in milliseconds since 1970: that of the database where several processes
   * share one, or of a test. Default: `Date.now`.
   */
  readonly clock?: () => number
}

/** Options of `createHooksRouter` and `createHooksListener`. */
export interface HooksRouterOptions<G extends Guarantee = Guarantee> extends DeliveryOptions {
  /** The adapter methods that deliveries use. */
  readonly adapters: DeliveryAdapters<G>
  /** That of the instance that manages the webhooks. Needed if their senders sign (docs/signatures.md). */
  readonly secret?: Secret
}

/** Options of `createIncomingWebhooks`, whichever way users sign in. */
export interface InstanceOptions extends DeliveryOptions {
  /**
   * At least 32 bytes, from the configuration of the host. Signs tokens, and encrypts keys and the
   * secrets of senders. To replace it, pass `[current, previous]`: data made with the previous one
   * stays readable.
   */
  readonly secret: Secret
  /**
   * The public URL of the host, without user info, query or fragment. Hook URLs and permalinks
   * start with it.
   */
  readonly siteUrl: string
  /** Internal or http-only hosts that buttons may call: `host` or `host:port`. */
  readonly allowedIntegrationHosts?: readonly string[]
  /**
   * Further origins of the same site, whose pages may make management calls with cookies, such as
   * `https://intranet.example.org`. That of `siteUrl` is always one.
   */
  readonly trustedOrigins?: readonly string[]
  /** The path where the host mounts the hooks router; not `/`. Default `/hooks`. */
  readonly hooksPath?: string
  /** The name of this process in the debug log. Default: the machine's name. */
  readonly node?: string
}

/** Options of `createIncomingWebhooks` for hosts whose users sign in through the library. */
export interface IncomingWebhooksOptions<G extends Guarantee = Guarantee> extends InstanceOptions {
  /** Your adapters, with credentials and sessions. */
  readonly adapters: Adapters<G>
  /**
   * Returns the signed-in user of a request, for hosts with their own sign-in. Default: the user of
   * the bearer token.
   */
  readonly currentUser?: CurrentUser
  /**
   * How long a sign-in lasts, in seconds, an integer of at least 1. Default 43200, which is 12
   * hours.
   */
  readonly tokenLifetime?: number
  /** Called when a user has signed in with the auth router, such as to set a cookie. */
  readonly onSignIn?: OnSignIn
}

/**
 * Options of `createIncomingWebhooks` for hosts with their own sign-in. Sessions and credentials
 * are not needed.
 */
export interface OwnSignInOptions<G extends Guarantee = Guarantee> extends InstanceOptions {
  /** Your adapters. */
  readonly adapters: ManagementAdapters<G>
  /**
   * Returns the user who makes a request, or null. It may read cookies: cross-site requests are
   * rejected.
   */
  readonly currentUser: CurrentUser
}

/** The limits that apply, with their defaults. */
export interface Limits extends HookLimits {
  readonly signIn: SignInLimit | null
}

/** Checked delivery options with their defaults. */
export interface ResolvedOptions {
  readonly limits: Limits
  readonly formats: Formats
  readonly siteUrl: string
  readonly bodyLimit: number
  readonly maxPostLength: number
  readonly compatVersion: string
  readonly iconEmoji: boolean
  readonly show: Show
  readonly botUserId: string | null
  readonly userIdPattern: RegExp
  readonly adapterTimeout: number
  readonly log: Log
  readonly clock: () => number
}

const ADAPTER_TIMEOUT = 15_000
const NEWEST = '12.0'
const BAD_VERSION = 'compatVersion: expected a version such as "5.14"'

/** Throws a `TypeError` for an invalid option, with its name and the expected value. */
export function resolveOptions(options: DeliveryOptions): ResolvedOptions {
  const compatVersion = options.compatVersion ?? NEWEST
  if (typeof compatVersion !== 'string') throw new TypeError(BAD_VERSION)
  const version = /^(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(compatVersion)
  if (!version) throw new TypeError(BAD_VERSION)
  const isAtLeast = (major: number, minor: number): boolean =>
    Number(version[1]) > major || (Number(version[1]) === major && Number(version[2]) >= minor)
  const siteUrl = checkSiteUrl(options.siteUrl ?? 'http://localhost')
  const userIdPattern = options.userIdPattern ?? /^[a-z0-9]{26}$/
  if (!(userIdPattern instanceof RegExp) || userIdPattern.global || userIdPattern.sticky) {
    throw new TypeError('userIdPattern: expected a regular expression without the flags g and y')
  }
  checkFunctions(options)
  return {
    limits: resolveLimits(options.limits),
    formats: new Formats(options.formats ?? allFormats),
    siteUrl,
    bodyLimit: atLeast('bodyLimit', options.bodyLimit ?? BODY_LIMIT, 1024),
    maxPostLength: atLeast(
      'maxPostLength',
      options.maxPostLength ?? (isAtLeast(5, 0) ? MAX_POST_LENGTH : MAX_POST_LENGTH_BEFORE_5_0),
      100,
    ),
    compatVersion,
    iconEmoji: isAtLeast(5, 14),
    show: checkShow(options.show ?? 'attachments'),
    botUserId: checkBot(options.botUserId, userIdPattern),
    userIdPattern,
    adapterTimeout: atLeast('adapterTimeout', options.adapterTimeout ?? ADAPTER_TIMEOUT, 0),
    log: quietly(options.log),
    clock: options.clock ?? Date.now,
  }
}

/** The URL as URLs are written, without a trailing slash: paths are appended to it. */
function checkSiteUrl(siteUrl: unknown): string {
  // Values of the environment may end with a line break.
  const given = typeof siteUrl === 'string' ? siteUrl.trim() : ''
  if (/^https?:\/\/[^?#]+$/i.test(given) && URL.canParse(given)) {
    const { username, password, href } = new URL(given)
    if (username === '' && password === '') return withoutTrailing(href, '/')
  }
  throw new TypeError(
    'siteUrl: expected an absolute http or https URL without user info, query or fragment',
  )
}

const SHOW: readonly Show[] = ['attachments', 'markdown', 'text']

function checkShow(show: Show): Show {
  if (SHOW.includes(show)) return show
  throw new TypeError('show: expected "attachments", "markdown" or "text"')
}

function checkBot(id: unknown, userIdPattern: RegExp): string | null {
  if (id === undefined) return null
  if (typeof id === 'string' && userIdPattern.test(id)) return id
  throw new TypeError('botUserId: expected a user id, as a string that matches userIdPattern')
}

/** Wraps a log so that its failures neither change a response nor end the process. */
function quietly(log: Log | undefined): Log {
  if (!log) return () => undefined
  const write: (...line: Parameters<Log>) => unknown = log
  return (level, message, fields) => {
    try {
      // An async log may reject.
      Promise.resolve(write(level, message, fields)).catch(() => undefined)
    } catch {
      // There is nowhere to report this.
    }
  }
}

const FUNCTIONS = ['permalink', 'log', 'clock', 'currentUser', 'onSignIn', 'onPosts'] as const

function checkFunctions(options: Partial<Record<(typeof FUNCTIONS)[number], unknown>>): void {
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw new TypeError(`${name}: expected a function`)
    }
  }
}

function resolveLimits(options: LimitOptions | null = {}): Limits {
  if (options === null) {
    return { ...DEFAULT_HOOK_LIMITS, webhook: null, keyFailures: null, signIn: null }
  }
  if (!isObject(options)) throw new TypeError('limits: expected an object, or null for no limits')
  const {
    webhook = DEFAULT_HOOK_LIMITS.webhook,
    keyFailures = DEFAULT_HOOK_LIMITS.keyFailures,
    refuseWith = DEFAULT_HOOK_LIMITS.refuseWith,
    signIn = DEFAULT_SIGN_IN_LIMIT,
  } = options
  if (![429, 503].includes(refuseWith))
    throw new TypeError('limits.refuseWith: expected 429 or 503')
  if (isLimit('limits.signIn', signIn)) {
    atLeast('limits.signIn.failures', signIn.failures, 1)
    atLeast('limits.signIn.seconds', signIn.seconds, 1)
    atLeast('limits.signIn.failuresPerAddress', signIn.failuresPerAddress ?? 1, 1)
  }
  if (keyFailures !== null) atLeast('limits.keyFailures', keyFailures, 1)
  if (isLimit('limits.webhook', webhook)) {
    atLeast('limits.webhook.burst', webhook.burst, 1)
    if (!(webhook.perSecond > 0 && Number.isFinite(webhook.perSecond)))
      throw new TypeError('limits.webhook.perSecond: expected a number above 0')
  }
  return { webhook, keyFailures, refuseWith, signIn }
}

/** False for null, which turns the limit off. */
function isLimit<Limit extends object>(name: string, limit: Limit | null): limit is Limit {
  if (limit === null) return false
  if (isObject(limit)) return true
  throw new TypeError(`${name}: expected an object, or null for no limit`)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function atLeast(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new TypeError(`${name}: expected an integer of at least ${least}`)
}
