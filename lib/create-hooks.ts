import type { RequestHandler } from 'express'
import { checkAdapters } from './adapters/check.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import { createReadBody } from './http/body.js'
import { createHooksRouter as createRouter, type HooksRouterParts } from './http/hooks-router.js'
import { createRateLimits, DEFAULT_HOOK_LIMITS } from './http/rate-limits.js'
import { createReceipts, defaultPermalink } from './http/receipts.js'
import { type HooksRouterOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { createFindWebhook } from './pipeline/by-key.js'
import { createDeliver, type Deliver } from './pipeline/deliver.js'
import { createTouch } from './pipeline/touch.js'

/**
 * The hooks router alone, for a host with sign-in and management of its own: it asks for the
 * methods that a delivery needs and no others.
 */
export function createHooksRouter(options: HooksRouterOptions): RequestHandler {
  checkAdapters(options.adapters, 'delivery')
  const resolved = resolveOptions(options)
  const deliver = createDeliver({ ...resolved, adapters: options.adapters })
  return wireHooks(options, resolved, deliver, () => undefined)
}

/** The hooks router over a pipeline that others use too. */
export function wireHooks(
  options: HooksRouterOptions,
  resolved: ResolvedOptions,
  deliver: Deliver,
  observe: HooksRouterParts['observe'],
): RequestHandler {
  const { adapters, limits } = options
  const { clock, log, siteUrl, bodyLimit } = resolved
  return createRouter({
    settings: adapters.settings,
    findWebhook: createFindWebhook(adapters.webhooks),
    clock,
    deliver,
    observe,
    readBody: createReadBody(bodyLimit, { log }),
    rateLimits: createRateLimits(adapters.counters ?? createMemoryCounters(), {
      ...DEFAULT_HOOK_LIMITS,
      ...limits,
    }),
    receipts: createReceipts(adapters.channels, options.permalink ?? defaultPermalink(siteUrl)),
    touch: createTouch(adapters.webhooks, log),
  })
}
