import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express'
import type { DeliveryAdapters } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { Log } from '../model/log.js'
import type { IncomingWebhook, Settings } from '../model/records.js'
import type { FindWebhook } from '../pipeline/by-key.js'
import type { Deliver } from '../pipeline/deliver.js'
import type { Delivered } from '../pipeline/once.js'
import type { HookBody } from '../pipeline/parse.js'
import type { Admission } from './admission.js'
import { asError } from './async-handler.js'
import type { ReadBody } from './body.js'
import { passOn, requestId, sendError } from './error-handler.js'
import {
  type HookAddress,
  notAHook,
  pathOf,
  readAddress,
  readRequestKey,
  sizeOf,
} from './hook-request.js'
import { hideKey } from './key-redaction.js'
import { isParserError, type ParserError } from './left-by-host.js'
import type { RateLimits } from './rate-limits.js'
import type { Receipts } from './receipts.js'

/** What is known of a request when it is answered: for the webhook's recent requests and the debug log. */
export interface HookOutcome {
  readonly webhook: IncomingWebhook
  readonly settings: Settings
  readonly req: Request
  readonly body: HookBody | null
  readonly size: number
  readonly answer: HookAnswer
}

export interface HookAnswer {
  readonly status: number
  readonly delivered: Delivered | null
  /** Null, as `delivered` is, when the host failed and its own error handler responded. */
  readonly error: WebhookError | null
}

export interface HooksRouterParts {
  readonly settings: Pick<DeliveryAdapters['settings'], 'get'>
  readonly findWebhook: FindWebhook
  readonly deliver: Deliver
  readonly readBody: ReadBody
  readonly rateLimits: RateLimits
  readonly admission: Admission
  readonly receipts: Receipts
  readonly clock: () => number
  readonly log: Log
  /** Before the answer: how the router is mounted, and behind what. */
  readonly inspect: (req: Request) => void
  /** After the answer: the key was used. */
  readonly touch: (webhook: IncomingWebhook, key: 'current' | 'previous', at: number) => void
  /** After the answer: what became of a request to a webhook that exists. */
  readonly observe: (outcome: HookOutcome) => void
}

interface LivingWebhook {
  readonly webhook: IncomingWebhook
  readonly used: 'current' | 'previous'
}

/** What the steps have found out so far, for whoever is told of the outcome. */
interface Progress {
  settings: Settings | null
  webhook: IncomingWebhook | null
  body: HookBody | null
}

/** What `app.use` mounts: a handler, and one for the failures of body parsers before it. */
export type HooksRouter = (RequestHandler | ErrorRequestHandler)[]

/**
 * `POST /:key`, below wherever the host mounts it. Every other path and method below is answered
 * here too: a host's own 404 page would print the key.
 */
export function createHooksRouter(parts: HooksRouterParts): HooksRouter {
  const handler = new HookHandler(parts)
  const handled = new WeakSet<Request>()
  const handle: RequestHandler = (req, res, next) => {
    handled.add(req)
    void handler.handle(req, res, next)
  }
  const handleFailure: ErrorRequestHandler = (error: unknown, req, res, next) => {
    // An adapter may fail with an error that looks like a parser's: its request has been handled.
    if (isParserError(error) && !handled.has(req)) void handler.handle(req, res, next, error)
    else passOn(error, req, res, next)
  }
  return [handle, handleFailure]
}

class HookHandler {
  readonly #parts: HooksRouterParts

  constructor(parts: HooksRouterParts) {
    this.#parts = parts
  }

  async handle(
    req: Request,
    res: Response,
    next: NextFunction,
    failure?: ParserError,
  ): Promise<void> {
    const progress: Progress = { settings: null, webhook: null, body: null }
    try {
      const delivered = await this.#answer(req, res, progress, failure)
      this.#observe(req, progress, { status: res.statusCode, delivered, error: null })
    } catch (reason) {
      const error = asError(reason)
      if (!(error instanceof WebhookError)) {
        this.#observeFailure(req, res, progress)
        passOn(error, req, res, next)
        return
      }
      sendError(res, error, requestId(req))
      this.#observe(req, progress, { status: error.status, delivered: null, error })
    }
  }

  async #answer(
    req: Request,
    res: Response,
    progress: Progress,
    failure: ParserError | undefined,
  ): Promise<Delivered> {
    const address = addressOf(req, res)
    return this.#parts.admission.admit(() => this.#deliver(address, req, res, progress, failure))
  }

  async #deliver(
    address: HookAddress,
    req: Request,
    res: Response,
    progress: Progress,
    failure: ParserError | undefined,
  ): Promise<Delivered> {
    const { clock, rateLimits, readBody, deliver, receipts } = this.#parts
    this.#parts.inspect(req)
    const settings = (progress.settings = await this.#parts.settings.get())
    if (!settings.enableIncomingWebhooks) throw new WebhookError('webhooks_disabled')
    const now = clock()
    const { webhook, used } = await this.#findWebhook(address.key, req, res, now, progress)
    await rateLimits.take(webhook, res)
    const body = (progress.body = await readBody(req, res, failure))
    const { queryPayload, wait } = address
    const key = readRequestKey(req, body, queryPayload)
    const request = { contentType: req.headers['content-type'], body, queryPayload }
    const delivered = await deliver({ request, webhook, settings, key })
    await receipts.send(res, delivered, wait)
    this.#parts.touch(webhook, used, now)
    return delivered
  }

  async #findWebhook(
    key: string,
    req: Request,
    res: Response,
    now: number,
    progress: Progress,
  ): Promise<LivingWebhook> {
    const { findWebhook, rateLimits } = this.#parts
    // Looked up first, whoever asks: neighbours behind the same address must not stop a valid key.
    const found = await findWebhook(key, now)
    // A dead one answers as if it did not exist, yet its owner may see that somebody tried.
    if (found) progress.webhook = found.webhook
    if (found?.used) return { webhook: found.webhook, used: found.used }
    await rateLimits.countGuess(req, res)
    throw new WebhookError('webhook_unknown')
  }

  // The host's error handler chooses the status: it is known once the response is over.
  #observeFailure(req: Request, res: Response, progress: Progress): void {
    const observe = (): void => {
      const status = res.headersSent ? res.statusCode : 500
      this.#observe(req, progress, { status, delivered: null, error: null })
    }
    if (res.closed) observe()
    else res.once('close', observe)
  }

  #observe(req: Request, { settings, webhook, body }: Progress, answer: HookAnswer): void {
    if (!settings || !webhook) return
    const size = sizeOf(req, body)
    try {
      this.#parts.observe({ webhook, settings, req, body, size, answer })
    } catch (cause) {
      // The request has been answered: what cannot be noted must not end the process.
      this.#parts.log('error', 'a request could not be noted', { webhook: webhook.id, cause })
    }
  }
}

function addressOf(req: Request, res: Response): HookAddress {
  const { url } = req
  const address = readAddress(url)
  // A refused address may hold a key too: fetched by a link preview, or with something behind it.
  hideKey(req, address?.key ?? pathOf(url))
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    throw new WebhookError('method_not_allowed')
  }
  if (!address) throw notAHook(url)
  return address
}
