import type { Router } from 'express'
import { createMemoryCounters } from './adapters/memory/counters.js'
import type { CheckedDelivery } from './adapters/checked.js'
import type { CountersAdapter } from './adapters/types.js'
import type { Announce } from './host/announce.js'
import { checkDeliveries } from './host/check-deliveries.js'
import type { TellMistake } from './host/host-mistakes.js'
import { createReadBody } from './http/body.js'
import { createCheckSender } from './http/check-sender.js'
import { HookHandler } from './http/hook-handler.js'
import { hooksRouterOf } from './http/hooks-router.js'
import { createListener, type Listener } from './http/listener.js'
import { createTellMounting } from './http/mounting-mistakes.js'
import { createRateLimits } from './http/rate-limits.js'
import { createReceipts, defaultPermalink, type Permalink, safely } from './http/receipts.js'
import { Admission } from './load/admission.js'
import { Bodies } from './load/bodies.js'
import { limitStoring } from './load/limit-storing.js'
import { WaitingRoom } from './load/waiting-room.js'
import { createKeyCipher } from './manage/keys.js'
import type { RecordRequest } from './manage/record-request.js'
import type { DeliveryOptions, ResolvedOptions } from './options.js'
import { createFindWebhook, type FindWebhook } from './pipeline/by-key.js'
import { createDeliver, type Deliver } from './pipeline/deliver.js'
import { createOwnPosts } from './pipeline/own-posts.js'
import { createTouch } from './pipeline/touch.js'
import type { Secrets } from './rules/secrets.js'

/** The adapters of a host with checked calls and with counters. */
export type Counted<A extends CheckedDelivery> = A & { readonly counters: CountersAdapter }

/** Adds in-memory counters if the host has none. `clock` is the host's, if it has one. */
export function withCounters<A extends CheckedDelivery>(
  adapters: A,
  clock: (() => number) | undefined,
): Counted<A> {
  return { ...adapters, counters: adapters.counters ?? createMemoryCounters(clock) }
}

export interface DeliveryParts {
  readonly options: DeliveryOptions
  readonly resolved: ResolvedOptions
  readonly adapters: Counted<CheckedDelivery>
  readonly tell: TellMistake
  readonly announce: Announce
  readonly recordRequest: RecordRequest
  /** Null if the host gives none. */
  readonly secrets: Secrets | null
  /** The URL that hook URLs start with; null if they are never shown. */
  readonly hookUrl: string | null
}

/** The parts that deliver a message to the host's store. */
export interface Delivery {
  readonly hooksRouter: Router
  /** For a server whose hooks are below this path. */
  readonly listenerAt: (hooksPath: string) => Listener
  readonly deliver: Deliver
  readonly findWebhook: FindWebhook
  readonly permalink: Permalink
}

export function wireDelivery(parts: DeliveryParts): Delivery {
  const { resolved, tell, recordRequest } = parts
  const { clock, log, limits, formats, bodyLimit, userIdPattern } = resolved
  const { settings, channels, webhooks, counters } = parts.adapters
  const room = new WaitingRoom()
  const admission = new Admission(room)
  const limited = limitStoring(parts.adapters, admission)
  const adapters = checkDeliveries(limited, userIdPattern, tell)
  const permalink = safely(permalinks(parts))
  const deliver = createDeliver({ ...resolved, adapters, permalink, announce: parts.announce })
  const ownPosts = createOwnPosts({ ...resolved, adapters, announce: parts.announce })
  const findWebhook = createFindWebhook(adapters.webhooks)
  const tellMounting = createTellMounting(tell, parts.hookUrl)
  const handler = new HookHandler({
    settings,
    findWebhook,
    clock,
    log,
    deliver,
    ownPosts,
    recordRequest,
    admission,
    checkSender: createCheckSender(parts.secrets && createKeyCipher(parts.secrets), clock, tell),
    readBody: createReadBody(bodyLimit, { tell, bodies: new Bodies(room) }),
    rateLimits: createRateLimits(counters, limits),
    formats,
    receipts: createReceipts(channels, permalink),
    touch: createTouch(webhooks, log),
  })
  return {
    hooksRouter: hooksRouterOf(handler, tellMounting),
    listenerAt: (hooksPath) => createListener({ handler, admission, tellMounting, log, hooksPath }),
    deliver,
    findWebhook,
    permalink,
  }
}

function permalinks({ options, resolved, tell }: DeliveryParts): Permalink {
  if (options.permalink) return options.permalink
  const permalink = defaultPermalink(resolved.siteUrl)
  if (options.siteUrl !== undefined) return permalink
  return (post, channel) => {
    tell('EIW_SITE_URL_MISSING')
    return permalink(post, channel)
  }
}
