import { type AdapterNeeds, checkAdapters } from './adapters/check.js'
import type { CheckedDelivery } from './host/checked.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import type { CountersAdapter, DeliveryAdapters, WebhooksAdapter } from './adapters/types.js'
import { createAnnounce } from './host/announce.js'
import { createHostAdapters } from './host/host-adapters.js'
import { createTellMistake, type TellMistake } from './host/host-mistakes.js'
import { defaultPermalink, type Permalink, safely } from './http/receipts.js'
import { type Caller, checkOptions, tellIdleOptions } from './option-table.js'
import { type DeliveryOptions, type LimitOptions, USER_ID } from './options.js'
import { DEFAULT_SIGN_IN_LIMIT } from './auth/throttle.js'
import { allFormats, ourFormat } from './formats/all.js'
import { Formats } from './formats/registry.js'
import { DEFAULT_HOOK_LIMITS } from './http/rate-limits.js'
import type { HookLog } from './model/log.js'
import { BODY_LIMIT, MAX_POST_LENGTH, MAX_POST_LENGTH_BEFORE_5_0 } from './model/limits.js'
import { siteUrlOf, HOOKS_PATH, hooksPathOf } from './rules/site-url.js'

/** The adapters of a host with checked calls and with counters. */
export type Counted<A extends CheckedDelivery> = A & { readonly counters: CountersAdapter }

/** What everything else is made of. */
export type Core = ReturnType<typeof createCore>

/** Throws a `TypeError` for an invalid option or missing methods of adapters. */
export function createCore(
  given: DeliveryOptions & { readonly adapters: Pick<DeliveryAdapters<never>, 'webhooks'> },
  caller: Caller,
  needs: AdapterNeeds,
) {
  checkAdapters(given.adapters, needs)
  checkOptions(given)
  const options = resolveOptions(given)
  const tell = createTellMistake(options.mistakes)
  tellIdleOptions(given, caller, tell)
  void tellNoTransactions(given.adapters.webhooks, tell)
  return {
    options,
    tell,
    calls: createHostAdapters(options.adapterTimeout, tell),
    announce: createAnnounce(given.onPosts, tell),
    permalink: safely(given.permalink ?? permalinkOf(given, options, tell), tell),
    /** Adds counters in memory if the host has none. */
    counted: <A extends CheckedDelivery>(adapters: A): Counted<A> => ({
      ...adapters,
      counters: adapters.counters ?? createMemoryCounters(given.clock),
    }),
  }
}

function permalinkOf(
  given: DeliveryOptions,
  { siteUrl }: ResolvedOptions,
  tell: TellMistake,
): Permalink {
  const permalink = defaultPermalink(siteUrl)
  if (given.siteUrl !== undefined) return permalink
  return (post, channel) => {
    tell('EIW_SITE_URL_MISSING')
    return permalink(post, channel)
  }
}

/** Asks the store at start. If it does not answer, the requests that need it say so. */
async function tellNoTransactions(
  webhooks: Pick<WebhooksAdapter, 'hasTransactions'>,
  tell: TellMistake,
) {
  try {
    if ((await webhooks.hasTransactions?.()) === false) tell('EIW_NO_TRANSACTIONS')
  } catch {
    return
  }
}

/** Checked delivery options with their defaults. */
type ResolvedOptions = ReturnType<typeof resolveOptions>

const ADAPTER_TIMEOUT = 15_000
const NEWEST = '12.0'

/** The options that `checkOptions` has accepted, with their defaults. */
export function resolveOptions(given: DeliveryOptions) {
  const { compatVersion = NEWEST } = given
  const log = quietly(given.log)
  const mostLetters = isAtLeast(compatVersion, 5, 0) ? MAX_POST_LENGTH : MAX_POST_LENGTH_BEFORE_5_0
  return {
    limits: limitsOf(given.limits),
    formats: new Formats((given.formats ?? allFormats).map(ourFormat)),
    /** Without a trailing slash. */
    siteUrl: siteUrlOf(given.siteUrl ?? 'http://localhost'),
    /** Without a trailing slash. */
    hooksPath: hooksPathOf(given.hooksPath ?? HOOKS_PATH),
    bodyLimit: given.bodyLimit ?? BODY_LIMIT,
    maxPostLength: given.maxPostLength ?? mostLetters,
    compatVersion,
    iconEmoji: isAtLeast(compatVersion, 5, 14),
    show: given.show ?? 'attachments',
    botUserId: given.botUserId ?? null,
    userIdPattern: given.userIdPattern ?? USER_ID,
    adapterTimeout: given.adapterTimeout ?? ADAPTER_TIMEOUT,
    log,
    /** Where mistakes of the host go. */
    mistakes: given.log === undefined ? warn : log,
    clock: given.clock ?? Date.now,
  }
}

function isAtLeast(version: string, major: number, minor: number) {
  const [first = 0, second = 0] = version.split('.').map(Number)
  return first > major || (first === major && second >= minor)
}

function limitsOf(given: LimitOptions | null = {}): Required<LimitOptions> {
  if (given === null) {
    return {
      ...DEFAULT_HOOK_LIMITS,
      webhook: null,
      requests: null,
      keyFailures: null,
      signIn: null,
    }
  }
  const {
    webhook = DEFAULT_HOOK_LIMITS.webhook,
    requests = DEFAULT_HOOK_LIMITS.requests,
    keyFailures = DEFAULT_HOOK_LIMITS.keyFailures,
    refuseWith = DEFAULT_HOOK_LIMITS.refuseWith,
    signIn = DEFAULT_SIGN_IN_LIMIT,
  } = given
  return { webhook, requests, keyFailures, refuseWith, signIn }
}

/** Wraps a log so that its failures neither change a response nor end the process. */
function quietly(log: HookLog | false = false): HookLog {
  if (!log) return () => undefined
  const write: (...line: Parameters<HookLog>) => unknown = log
  return (level, message, fields) => {
    try {
      // An async log may reject.
      Promise.resolve(write(level, message, fields)).catch(() => undefined)
    } catch {
      // There is nowhere to report this.
    }
  }
}

/** Without a log, a mistake would be silent: it is only seen in what does not arrive. */
function warn(...[, message, fields]: Parameters<HookLog>) {
  console.warn(`express-incoming-webhooks: ${message}`, fields)
}
