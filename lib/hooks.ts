import type { CheckedDelivery } from './host/checked.js'
import { type Core, type Counted, createCore } from './core.js'
import { checkDeliveries } from './host/check-deliveries.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import { createReadBody } from './http/body.js'
import { createCheckSender } from './http/check-sender.js'
import { HookHandler, type HookParts } from './http/hook-handler.js'
import { createListener, hooksRouterOf, type Listener } from './http/hooks-router.js'
import { createTellMounting } from './http/mounting.js'
import { RateLimits } from './http/rate-limits.js'
import { createRunPreview, createRunReplay } from './http/run-sent.js'
import { createSendReceipt } from './http/receipts.js'
import { Admission, limitStoring } from './load/admission.js'
import { Bodies } from './load/bodies.js'
import { Turns } from './load/turns.js'
import { WaitingRoom } from './load/waiting-room.js'
import { createDeliveryLog } from './log/delivery-log.js'
import { recordsWith } from './log/delivery-record.js'
import { createKeptRequests } from './log/kept-requests.js'
import { type AnsweredRequest, createMetrics, type HookMetrics } from './log/metrics.js'
import { metricsText, type OwnMetric } from './log/metrics-text.js'
import { createRecordRequest, type RecordRequest } from './log/record-request.js'
import { createRefusals } from './log/refusals.js'
import type { SignalEvent } from './log/watch.js'
import { shownAddresses } from './log/shown-address.js'
import { keyRedactor } from './rules/redact.js'
import { createKeyCipher } from './manage/keys.js'
import { Expectations } from './manage/expectations.js'
import { createNoteResult } from './manage/note-result.js'
import { createFindWebhook } from './pipeline/by-key.js'
import { createDeliver } from './pipeline/deliver.js'
import { createOwnPosts } from './pipeline/own-posts.js'
import { createStoreTogether } from './pipeline/together.js'
import { createTouch } from './pipeline/touch.js'
import { resolveSecret, type Secrets } from './rules/secrets.js'
import type { ErrorRequestHandler, Router } from 'express'
import type { Guarantee } from './adapters/types.js'
import type { AnyDelivery } from './host/host-adapters.js'
import { checkGiven, checkSpelling } from './option-table.js'
import type { HooksOptions } from './options.js'

/** What all requests that wait for their turn hold, in bytes. */
const MOST_WAITING = 67_108_864

export interface HooksParts {
  readonly core: Core
  readonly adapters: Counted<CheckedDelivery>
  readonly recordRequest: RecordRequest
  readonly onSignal?: ((event: SignalEvent) => void) | undefined
  /** How the address of a client is kept in the log. */
  readonly shownAddress: (address: string) => string
  /** Null if the host gives none. */
  readonly secrets: Secrets | null
  /** The URL that hook URLs start with; null if they are never shown. */
  readonly hookUrl: string | null
}

/** What delivers messages to the host's store. */
export function hooksOf(parts: HooksParts) {
  const { core, recordRequest, secrets } = parts
  const { options, tell, announce, permalink } = core
  const { clock, log, limits, formats, bodyLimit, hooksPath } = options
  const { settings, channels, webhooks, counters } = parts.adapters
  const room = new WaitingRoom()
  const admission = new Admission(room)
  const turns = new Turns(counters, new WaitingRoom(undefined, MOST_WAITING))
  const metrics = createMetrics(hooksPath)
  const refusals = createRefusals(log)
  const limited = limitStoring(parts.adapters, admission, metrics.storing)
  const adapters = checkDeliveries(limited, options.userIdPattern, tell)
  const storing = { ...options, adapters, permalink, announce, tell }
  const { storedTogether } = metrics
  const storeTogether = createStoreTogether({ ...storing, storedTogether })
  const count = (request: AnsweredRequest) => {
    metrics.answered(request)
    refusals.note(request)
  }
  const read = (): HookMetrics => metrics.read(admission.waiting)
  const deliver = createDeliver({ ...storing, storeTogether })
  const findWebhook = createFindWebhook(adapters.webhooks)
  const tellMounting = createTellMounting(tell, parts.hookUrl)
  const results = createNoteResult({ webhooks, log })
  const expectations = new Expectations({ adapters, deliver, onSignal: parts.onSignal, clock, log })
  expectations.start()
  const handling: HookParts = {
    settings,
    findWebhook,
    clock,
    log,
    deliver,
    ownPosts: createOwnPosts(storing),
    count,
    recordRequest,
    shownAddress: parts.shownAddress,
    admission,
    checkSender: createCheckSender(secrets && createKeyCipher(secrets), clock, tell),
    readBody: createReadBody(bodyLimit, { tell, bodies: new Bodies(room) }),
    rateLimits: new RateLimits({
      counters,
      ownCounters: createMemoryCounters(),
      limits,
      turns,
      admission,
    }),
    formats,
    sendReceipt: createSendReceipt(channels, permalink),
    touch: createTouch(webhooks, log),
    noteResult: results.note,
    noteHeard: (webhook, at) => {
      expectations.heard(webhook, at)
    },
  }
  const handler = new HookHandler(handling)
  return {
    ...hooksRouterOf(handler, tellMounting),
    listener: createListener({ handler, admission, count, tellMounting, log, hooksPath }),
    deliver,
    preview: createRunPreview(handling, storing),
    replay: createRunReplay(handling),
    storeTogether,
    findWebhook,
    clock,
    drain: () => {
      turns.close()
    },
    metrics: read,
    metricsText: (own?: readonly OwnMetric[]) => metricsText(read(), own),
    close: async () => {
      refusals.write()
      await Promise.all([results.close(), expectations.close()])
    },
  }
}

/** What `createHooks` returns. */
export interface Hooks {
  /** `POST /:key`. Mount it at `hooksPath`, with `errorHandler` beside it if body parsers come first. */
  readonly router: Router
  /**
   * Delivers messages that a body parser before the router could not read, if it kept the text, and
   * otherwise responds as the router does. Mount it beside the router, at the same path.
   */
  readonly errorHandler: ErrorRequestHandler
  /**
   * For a server of its own, with or without Express: requests below `hooksPath` are answered, and all
   * others are passed on.
   */
  readonly listener: Listener
  /**
   * Call it when your server begins to close: requests that wait for the limit of their webhook, and
   * those that would have to, are answered 503 with `Retry-After`.
   */
  readonly drain: () => void
  /** The numbers of this process since the hooks were created. */
  readonly metrics: () => HookMetrics
  /** The same in the text format of Prometheus, with metrics of your own (docs/deployment.md, Metrics). */
  readonly metricsText: (own?: readonly OwnMetric[]) => string
}

/**
 * Only the hooks, for a host with its own sign-in and management. It needs only the adapter methods
 * that deliveries use. Throws a `TypeError` for an invalid option or missing methods.
 *
 * @example
 * ```ts
 * const hooks = createHooks({ adapters, siteUrl: 'https://chat.example.org' })
 * const app = express()
 * app.use('/hooks', hooks.router)
 * ```
 */
export function createHooks<G extends Guarantee>(given: HooksOptions<G>): Hooks {
  checkGiven(given, 'adapters')
  checkSpelling(given, ['adapters'])
  const core = createCore(given, 'createHooks', 'delivery')
  const adapters = core.counted(core.calls.checked<AnyDelivery>(given.adapters))
  const secrets = given.secret === undefined ? null : resolveSecret(given.secret)
  const hooks = hooksOf({
    core,
    adapters,
    recordRequest: recordingOf(core, adapters, secrets),
    shownAddress: shownAddresses(given.deliveryAddress, secrets),
    secrets,
    hookUrl: null,
  })
  const { router, errorHandler, listener, drain, metrics, metricsText: text } = hooks
  return { router, errorHandler, listener, drain, metrics, metricsText: text }
}

/** Writes the log that another process shows, if the host has a store for it. */
function recordingOf(
  { options }: Core,
  { deliveries, settings }: CheckedDelivery,
  secrets: Secrets | null,
) {
  if (!deliveries) return () => ({ detail: '' })
  const { clock, log, hooksPath } = options
  const kept = createKeptRequests(secrets)
  return createRecordRequest({
    deliveryLog: createDeliveryLog({ deliveries, settings, kept, clock, log }),
    debugLog: { write: () => undefined },
    recordOf: recordsWith(clock, keyRedactor(hooksPath), kept),
  })
}
