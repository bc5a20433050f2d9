import { checkAdapters } from './adapters/check.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import { Admission } from './http/admission.js'
import { createReadBody } from './http/body.js'
import { HostAdapters } from './http/host-adapters.js'
import { createTellMistake, type TellMistake } from './http/host-mistakes.js'
import {
  createHooksRouter as createRouter,
  type HooksRouter,
  type HooksRouterParts,
} from './http/hooks-router.js'
import { createInspect } from './http/inspect.js'
import { createRateLimits, DEFAULT_HOOK_LIMITS } from './http/rate-limits.js'
import { createReceipts, defaultPermalink, type Permalink } from './http/receipts.js'
import { watchAdapters } from './http/watched-adapters.js'
import { type HooksRouterOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { createFindWebhook } from './pipeline/by-key.js'
import { createDeliver, type Deliver } from './pipeline/deliver.js'
import { createTouch } from './pipeline/touch.js'

/**
 * The hooks router alone, for a host with sign-in and management of its own: it asks for the
 * methods that a delivery needs and no others.
 */
export function createHooksRouter(options: HooksRouterOptions): HooksRouter {
  checkAdapters(options.adapters, 'delivery')
  const resolved = resolveOptions(options)
  const tell = createTellMistake(resolved.log)
  const admission = new Admission()
  const host = new HostAdapters(resolved.adapterTimeout, tell).delivery(options.adapters)
  const adapters = watchAdapters(host, resolved.userIdPattern, { tell, admission })
  return wireHooks({
    options: { ...options, adapters },
    resolved,
    deliver: createDeliver({ ...resolved, adapters }),
    observe: () => undefined,
    tell,
    hookUrl: null,
    admission,
  })
}

export interface HooksParts {
  readonly options: HooksRouterOptions
  readonly resolved: ResolvedOptions
  readonly deliver: Deliver
  readonly observe: HooksRouterParts['observe']
  readonly tell: TellMistake
  /** What hook URLs begin with, where they are shown. */
  readonly hookUrl: string | null
  readonly admission: Admission
}

/** The hooks router over a pipeline that others use too. */
export function wireHooks(parts: HooksParts): HooksRouter {
  const { options, resolved, deliver, observe, tell, admission } = parts
  const { adapters, limits } = options
  const { clock, log, bodyLimit } = resolved
  return createRouter({
    settings: adapters.settings,
    findWebhook: createFindWebhook(adapters.webhooks),
    clock,
    log,
    deliver,
    observe,
    inspect: createInspect(tell, parts.hookUrl),
    admission,
    readBody: createReadBody(bodyLimit, { tell, admission }),
    rateLimits: createRateLimits(adapters.counters ?? createMemoryCounters(), {
      ...DEFAULT_HOOK_LIMITS,
      ...limits,
    }),
    receipts: createReceipts(adapters.channels, permalinks(parts)),
    touch: createTouch(adapters.webhooks, log),
  })
}

function permalinks({ options, resolved, tell }: HooksParts): Permalink {
  if (options.permalink) return options.permalink
  const permalink = defaultPermalink(resolved.siteUrl)
  if (options.siteUrl !== undefined) return permalink
  return (post, channel) => {
    tell('EIW_SITE_URL_MISSING')
    return permalink(post, channel)
  }
}
