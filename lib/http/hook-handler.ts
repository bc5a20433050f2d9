import type { CheckedDelivery } from '../host/checked.js'
import { entryOf } from '../formats/json-members.js'
import { ANY_FORMAT, type Asked, type Formats } from '../formats/registry.js'
import { asError } from '../host/as-error.js'
import type { Admission } from '../load/admission.js'
import type { Answered, HookAnswer } from '../log/handled-request.js'
import type { AnsweredRequest } from '../log/metrics.js'
import type { NoteResult } from '../manage/note-result.js'
import { resultIn } from '../model/last-result.js'
import type { RecordRequest } from '../log/record-request.js'
import { WebhookError } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import type { HookSettings, IncomingWebhook } from '../model/records.js'
import { type FindWebhook, unknownKey } from '../pipeline/by-key.js'
import type { Deliver } from '../pipeline/deliver.js'
import type { Delivered } from '../pipeline/once.js'
import type { OwnPosts } from '../pipeline/own-posts.js'
import type { HookRequest } from '../pipeline/request.js'
import { whyUnusable } from '../rules/alive.js'
import { isFrom } from '../rules/networks.js'
import type { ParserError, ReadBody } from './body.js'
import { type CheckSender, withoutSecret } from './check-sender.js'
import { answerHandshake, isHandshake } from './handshake.js'
import { sendError, notAllowed } from './answers.js'
import { heardBeside } from './heard.js'
import {
  type HookCall,
  type HookAddress,
  notAHook,
  readAddress,
  readRequestKey,
  writtenKey,
} from './hook-request.js'
import { type NamedPost, ownPostIn, ownPostMethods, unprovenChange } from './own-post.js'
import type { RateLimits } from './rate-limits.js'
import type { SendReceipt } from './receipts.js'
import { infoOf } from './request-info.js'
import { answeredIn, handledIn, letGo, type Trace, traceOf } from './trace.js'

export interface HookParts {
  readonly settings: CheckedDelivery['settings']
  readonly findWebhook: FindWebhook
  readonly deliver: Deliver
  readonly ownPosts: OwnPosts
  readonly readBody: ReadBody
  readonly checkSender: CheckSender
  readonly rateLimits: Pick<RateLimits, 'countGuess' | 'countRequest' | 'turnOf'>
  readonly admission: Pick<Admission, 'admit'>
  readonly sendReceipt: SendReceipt
  readonly formats: Formats
  readonly clock: () => number
  readonly log: HookLog
  /** Called after the response: the key was used. */
  readonly touch: (webhook: IncomingWebhook, key: 'current' | 'previous', at: number) => void
  /** Called after the response, of every request. */
  readonly count: (request: AnsweredRequest) => void
  /** Called after the response: records a request to an existing webhook. */
  readonly recordRequest: RecordRequest
  /** How the address of a client is kept. */
  readonly shownAddress: (address: string) => string
  /** Called after the response: what became of a request whose key may be used. */
  readonly noteResult: NoteResult
  /** Called after the response: a request was accepted or skipped. */
  readonly noteHeard: (webhook: IncomingWebhook, at: number) => void
}

/** What the URL of a request names. */
interface Target {
  readonly address: HookAddress
  /** Null if there is no such format. */
  readonly asked: Asked | null
  /** A post of the sender's own; null for a new message. */
  readonly own: NamedPost | null
}

/** A request whose key may be used. */
interface Known {
  readonly settings: HookSettings
  readonly webhook: IncomingWebhook
  readonly used: 'current' | 'previous'
  /** When it arrived. */
  readonly now: number
}

/**
 * The hook endpoint, whatever framework a request came through. Every path and method gets a response
 * here, because a host's own 404 page would print the key.
 */
export class HookHandler {
  readonly #parts: HookParts

  constructor(parts: HookParts) {
    this.#parts = parts
  }

  /**
   * `failure`: the error of a host's body parser for this request. Null: an error of the host, which `fail`
   * has got.
   */
  async handle(call: HookCall, failure?: ParserError): Promise<Answered | null> {
    const { req, res } = call
    const trace = traceOf(call, failure)
    // At once, because a timeout of the host may respond first.
    if (!res.headersSent) res.setHeader('X-Request-Id', infoOf(req).requestId)
    try {
      const target = this.#readTarget(call)
      trace.address = target.address
      const delivered = await this.#parts.admission.admit(() => this.#answer(target, trace))
      return this.#answered(trace, { status: res.statusCode, delivered, error: null })
    } catch (reason) {
      const error = asError(reason)
      if (!(error instanceof WebhookError)) {
        this.#recordFailure(trace)
        call.fail(error)
        return null
      }
      trace.response = sendError(res, error)
      return this.#answered(trace, { status: error.status, delivered: null, error })
    }
  }

  #answered(trace: Trace, answer: HookAnswer): Answered {
    this.#record(trace, answer)
    return { response: trace.response, unusable: trace.unusable, ...answer }
  }

  async #answer(target: Target, trace: Trace): Promise<Delivered> {
    const { call } = trace
    call.tellMounting()
    const known = await this.#findWebhook(target, trace)
    const { allowedAddresses } = known.webhook
    if (allowedAddresses.length > 0 && !isFrom(allowedAddresses, call.address())) {
      trace.isProven = false
      trace.usedAt = known.now
      return this.#refuse(call, new WebhookError('address_refused'))
    }
    if (call.req.method === 'OPTIONS') return this.#answerQuestion(call)
    trace.usedAt = known.now
    await this.#countUnsigned(target, known, call)
    const request = await this.#readRequest(target, known, trace)
    const delivered = await this.#deliver(target, known, request, trace)
    await this.#respond(target, delivered, trace)
    this.#parts.touch(known.webhook, known.used, known.now)
    return delivered
  }

  /** Hides the address, and checks the method. */
  #readTarget({ req, res, url, hide }: HookCall): Target {
    const { formats, ownPosts } = this.#parts
    const address = readAddress(url)
    // A rejected path may contain a key too: fetched by a link preview, or followed by other text.
    hide(writtenKey(url, address))
    const asked = address && formats.asked(formatPath(address))
    const own = address && ownPostIn(address.path, formats)
    const methods = own ? ownPostMethods(own, ownPosts) : methodsOf(asked)
    const isQuestion = address !== null && isHandshake(req, asked, formats)
    if (!methods.includes(req.method ?? '') && !isQuestion) {
      res.setHeader('Allow', methods.join(', '))
      throw notAllowed(methods)
    }
    if (!address) throw notAHook(url)
    const words = asked?.kind === 'format' ? asked.words : undefined
    const query = words && { ...address.query, ...words }
    return { address: query ? { ...address, query } : address, asked, own }
  }

  async #findWebhook({ address: { key }, asked }: Target, trace: Trace): Promise<Known> {
    const { findWebhook, rateLimits, clock } = this.#parts
    const { req, res, address } = trace.call
    const info = infoOf(req)
    if (asked?.kind === 'format') info.format = asked.format.name
    const settings = (trace.settings = await this.#parts.settings.get())
    if (!settings.enableIncomingWebhooks) throw new WebhookError('webhooks_disabled')
    const now = clock()
    // Looked up first: other senders behind the same address must not block a valid key.
    const found = await findWebhook(key, now)
    // An unusable key gets the same response as an unknown one, but its owner sees the attempt.
    if (found) {
      trace.webhook = found.webhook
      info.webhookId = found.webhook.id
    }
    if (found?.used) {
      const { webhook, used } = found
      trace.used = used
      trace.isProven = !webhook.verification
      return { settings, webhook, used, now }
    }
    await rateLimits.countGuess(address(), res)
    if (found) trace.unusable = whyUnusable(found.webhook, now)
    throw unknownKey(key)
  }

  // Nothing that anybody can send with the address alone takes of what the webhook may receive.
  async #answerQuestion({ req, res, address }: HookCall): Promise<Delivered> {
    await this.#parts.rateLimits.countGuess(address(), res)
    return answerHandshake(req, res)
  }

  /** Counts a request of the webhook, unless it has to be signed: those count once it is known. */
  #countUnsigned({ own }: Target, { webhook }: Known, call: HookCall): Promise<void> | void {
    if (!webhook.verification) return this.#parts.rateLimits.countRequest(webhook, call.res)
    if (own || call.req.method === 'DELETE') return this.#refuse(call, unprovenChange(call.res))
  }

  /** Counts a request of somebody who may know nothing but the address of the webhook. */
  async #refuse({ res, address }: HookCall, error: WebhookError): Promise<never> {
    await this.#parts.rateLimits.countGuess(address(), res)
    throw error
  }

  /** Of a webhook whose senders sign, only what they have signed. */
  async #readRequest(
    { address, asked, own }: Target,
    { webhook, now }: Known,
    trace: Trace,
  ): Promise<HookRequest> {
    const { readBody, rateLimits, checkSender, formats } = this.#parts
    if (!asked && !own) throw unknownFormat(formats)
    const { call, failure } = trace
    const { req, res, headers } = call
    const { verification } = webhook
    const check =
      verification &&
      (async (bytes: Uint8Array | null): Promise<void> => {
        const sender = checkSender(req, webhook, verification, bytes)
        if ('refusal' in sender) return this.#refuse(call, sender.refusal)
        trace.covers = sender.covers
        trace.isProven = true
        // Counted only now: those who know the address alone must not use up what senders may send.
        await rateLimits.countRequest(webhook, res)
      })
    const body = (trace.body = await readBody(req, res, { failure, check }))
    const { method = 'POST' } = req
    const beside = { address, method, headers: withoutSecret(headers, verification), now }
    return {
      contentType: headers['content-type'],
      body,
      asked: asked ?? ANY_FORMAT,
      ...heardBeside(beside, trace.covers, formats.choosingHeaders),
    }
  }

  #deliver(
    { own }: Target,
    { webhook, settings }: Known,
    request: HookRequest,
    trace: Trace,
  ): Promise<Delivered> {
    const { req, res, headers } = trace.call
    const { deliver, ownPosts, rateLimits } = this.#parts
    if (!own) {
      const turn = rateLimits.turnOf(webhook, res, () => letGo(trace))
      return deliver({ request, webhook, settings, turn, key: readRequestKey(headers, request) })
    }
    const act = { GET: ownPosts.get, PATCH: ownPosts.change, DELETE: ownPosts.delete }
    const work = entryOf<OwnPosts['change'] | OwnPosts['delete']>(act, req.method ?? '')
    if (!work) throw notAllowed(ownPostMethods(own, ownPosts))
    return work({ webhook, settings, ...own }, request)
  }

  async #respond({ address }: Target, delivered: Delivered, trace: Trace): Promise<void> {
    const { req, res } = trace.call
    if (delivered.format !== undefined) infoOf(req).format = delivered.format
    // A timeout of the host may have responded already.
    if (res.headersSent) return
    trace.response = await this.#parts.sendReceipt(res, delivered, address.wait)
  }

  // The host's error handler sets the status, so it is known only when the response ends.
  #recordFailure(trace: Trace): void {
    const { res } = trace.call
    const record = (): void => {
      const status = res.headersSent ? res.statusCode : 500
      this.#record(trace, { status, delivered: null, error: null })
    }
    if (res.closed) record()
    else res.once('close', record)
  }

  #record(trace: Trace, answer: HookAnswer): void {
    this.#parts.count(answeredIn(trace, answer))
    const { shownAddress, formats } = this.#parts
    const handled = handledIn(trace, answer, shownAddress, formats)
    if (!handled) return
    try {
      const { detail } = this.#parts.recordRequest(handled)
      const { webhook } = handled
      if (trace.usedAt === null) return
      this.#parts.noteResult(webhook.id, trace.usedAt, answer, resultIn(webhook.lastResult), detail)
      if (answer.delivered) this.#parts.noteHeard(webhook, trace.usedAt)
    } catch (cause) {
      // The response has been sent, so a failure to record the request must not end the process.
      this.#parts.log('error', 'could not record a request', { webhook: handled.webhook.id, cause })
    }
  }
}

/** What names the format that the URL asks for. */
function formatPath({ path, query: { format = '' } }: HookAddress): string {
  return path === '' && format !== '' ? `/${format}` : path
}

function methodsOf(asked: Asked | null): readonly string[] {
  if (asked?.kind !== 'format') return ['POST']
  const { methods = [], pathWords = [] } = asked.format
  const isWhole = pathWords.every((word) => asked.words?.[word] !== undefined)
  return ['POST', ...methods.filter((method) => method !== 'DELETE' || isWhole)]
}

function unknownFormat(formats: Formats): WebhookError {
  return new WebhookError('format_unknown', {
    detail: `the URL may end with one of these names, or with none: ${formats.names.join(', ')}`,
  })
}
