import type { ServerResponse } from 'node:http'
import type { CheckedDelivery } from '../host/checked.js'
import { ANY_FORMAT, type Asked, type Formats } from '../formats/registry.js'
import { asError } from '../host/as-error.js'
import type { Admission } from '../load/admission.js'
import type { HookAnswer } from '../manage/recent-requests.js'
import type { RecordRequest } from '../manage/record-request.js'
import { WebhookError } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import type { IncomingWebhook } from '../model/records.js'
import { type FindWebhook, unknownKey } from '../pipeline/by-key.js'
import type { Deliver } from '../pipeline/deliver.js'
import type { Delivered } from '../pipeline/once.js'
import type { OwnPost, OwnPosts } from '../pipeline/own-posts.js'
import type { HookBody } from '../native/body/sent.js'
import type { HookRequest } from '../pipeline/request.js'
import { whyUnusable } from '../rules/living-key.js'
import type { Covered } from '../rules/signatures.js'
import type { ReadBody } from './body.js'
import { type CheckSender, withoutSecret } from './check-sender.js'
import { answerHandshake, isHandshake } from './handshake.js'
import { sendError } from './error-handler.js'
import { heardBeside } from './heard.js'
import type { HookCall } from './hook-call.js'
import {
  type HookAddress,
  notAHook,
  readAddress,
  readRequestKey,
  writtenKey,
} from './hook-request.js'
import type { ParserError } from './left-by-host.js'
import { ownPostIn, ownPostMethods, unprovenChange } from './own-post.js'
import type { RateLimits } from './rate-limits.js'
import type { SendReceipt } from './receipts.js'
import { infoOf } from './request-info.js'
import { Trace } from './trace.js'

export interface HookParts {
  readonly settings: CheckedDelivery['settings']
  readonly findWebhook: FindWebhook
  readonly deliver: Deliver
  readonly ownPosts: OwnPosts
  readonly readBody: ReadBody
  readonly checkSender: CheckSender
  readonly rateLimits: RateLimits
  readonly admission: Admission
  readonly sendReceipt: SendReceipt
  readonly formats: Formats
  readonly clock: () => number
  readonly log: HookLog
  /** Called after the response: the key was used. */
  readonly touch: (webhook: IncomingWebhook, key: 'current' | 'previous', at: number) => void
  /** Called after the response: records a request to an existing webhook. */
  readonly recordRequest: RecordRequest
}

/** What the URL of a request names. */
interface Target {
  readonly address: HookAddress
  /** Null if there is no such format. */
  readonly asked: Asked | null
  /** A post to be changed; null for a new message. */
  readonly postId: string | null
}

interface LivingWebhook {
  readonly webhook: IncomingWebhook
  readonly used: 'current' | 'previous'
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

  /** `failure`: the error of a host's body parser for this request. */
  async handle(call: HookCall, failure?: ParserError): Promise<void> {
    const { req, res } = call
    const trace = new Trace(call, failure)
    // At once, because a timeout of the host may respond first.
    if (!res.headersSent) res.setHeader('X-Request-Id', infoOf(req).requestId)
    try {
      const target = this.#targetOf(call)
      const delivered = await this.#parts.admission.admit(() => this.#deliver(target, trace))
      this.#record(trace, { status: res.statusCode, delivered, error: null })
    } catch (reason) {
      const error = asError(reason)
      if (!(error instanceof WebhookError)) {
        this.#recordFailure(res, trace)
        call.fail(error)
        return
      }
      trace.note('response', sendError(res, error))
      this.#record(trace, { status: error.status, delivered: null, error })
    }
  }

  async #deliver({ address, asked, postId }: Target, trace: Trace): Promise<Delivered> {
    const { clock, rateLimits, sendReceipt } = this.#parts
    const { call } = trace
    const { req, headers, res } = call
    const info = infoOf(req)
    if (asked?.kind === 'format') info.format = asked.format.name
    call.tellMounting()
    const settings = trace.note('settings', await this.#parts.settings.get())
    if (!settings.enableIncomingWebhooks) throw new WebhookError('webhooks_disabled')
    const now = clock()
    const { webhook, used } = await this.#findWebhook(address.key, now, trace)
    const isHandshaking = req.method === 'OPTIONS'
    const isUnproven = isHandshaking || (postId !== null && webhook.verification !== null)
    // Nothing that anybody can send with the address alone takes of what the webhook may receive.
    if (isUnproven) await rateLimits.countGuess(call.address(), res)
    if (isHandshaking) return answerHandshake(req, res)
    if (isUnproven) throw unprovenChange(res)
    // Signed requests count once they are known to be signed.
    if (!webhook.verification) await rateLimits.take(webhook, res)
    if (!asked && postId === null) throw unknownFormat(this.#parts.formats)
    const { body, covers } = await this.#readBody(webhook, trace)
    const beside = { address, headers: withoutSecret(headers, webhook.verification), now }
    const request: HookRequest = {
      contentType: headers['content-type'],
      body,
      asked: asked ?? ANY_FORMAT,
      ...heardBeside(beside, covers, this.#parts.formats.choosingHeaders),
    }
    const delivered =
      postId === null
        ? await this.#parts.deliver({
            request,
            webhook,
            settings,
            key: readRequestKey(headers, request),
          })
        : await this.#changeOwnPost(request, req.method ?? '', { webhook, settings, postId })
    if (delivered.format !== undefined) info.format = delivered.format
    // A timeout of the host has responded already.
    if (!res.headersSent) trace.note('response', await sendReceipt(res, delivered, address.wait))
    this.#parts.touch(webhook, used, now)
    return delivered
  }

  async #changeOwnPost(request: HookRequest, method: string, own: OwnPost): Promise<Delivered> {
    const { ownPosts } = this.#parts
    const delivered = method === 'PATCH' ? ownPosts.change?.(own, request) : ownPosts.delete?.(own)
    if (!delivered) throw new WebhookError('method_not_allowed')
    return delivered
  }

  /** Of a webhook whose senders sign, only what they have signed. */
  async #readBody(
    webhook: IncomingWebhook,
    trace: Trace,
  ): Promise<{ readonly body: HookBody; readonly covers: Covered }> {
    const { readBody, rateLimits, checkSender } = this.#parts
    const { call, failure } = trace
    const { req, res, address } = call
    const { verification } = webhook
    let covers: Covered = 'request'
    const check =
      verification &&
      (async (bytes: Uint8Array | null): Promise<void> => {
        const sender = checkSender(req, webhook, verification, bytes)
        if ('refusal' in sender) {
          await rateLimits.countGuess(address(), res)
          throw sender.refusal
        }
        covers = sender.covers
        trace.note('isProven', true)
        // Counted only now: those who know the address alone must not use up what senders may send.
        await rateLimits.take(webhook, res)
      })
    return { body: trace.note('body', await readBody(req, res, { failure, check })), covers }
  }

  /** The format that the URL asks for; null if there is no such format. */
  #formatOf({ path, query }: HookAddress): Asked | null {
    const { format = '' } = query
    return this.#parts.formats.asked(path === '' && format !== '' ? `/${format}` : path)
  }

  /** Hides the address, and checks the method. */
  #targetOf({ req, res, url, hide }: HookCall): Target {
    const address = readAddress(url)
    // A rejected path may contain a key too: fetched by a link preview, or followed by other text.
    hide(writtenKey(url, address))
    const asked = address && this.#formatOf(address)
    const postId = address && ownPostIn(address.path)
    const { method = '' } = req
    const methods = postId === null ? methodsOf(asked) : ownPostMethods(this.#parts.ownPosts)
    const isQuestion = address !== null && isHandshake(req, asked, this.#parts.formats)
    if (!methods.includes(method) && !isQuestion) {
      res.setHeader('Allow', methods.join(', '))
      throw new WebhookError('method_not_allowed')
    }
    if (!address) throw notAHook(url)
    return { address, asked, postId }
  }

  async #findWebhook(key: string, now: number, trace: Trace): Promise<LivingWebhook> {
    const { findWebhook, rateLimits } = this.#parts
    const { req, res, address } = trace.call
    // Looked up first: other senders behind the same address must not block a valid key.
    const found = await findWebhook(key, now)
    // An unusable key gets the same response as an unknown one, but its owner sees the attempt.
    if (found) infoOf(req).webhookId = trace.note('webhook', found.webhook).id
    if (found?.used) {
      trace.note('isProven', !found.webhook.verification)
      return { webhook: found.webhook, used: found.used }
    }
    await rateLimits.countGuess(address(), res)
    if (found) trace.note('unusable', whyUnusable(found.webhook, now))
    throw unknownKey(key)
  }

  // The host's error handler sets the status, so it is known only when the response ends.
  #recordFailure(res: ServerResponse, trace: Trace): void {
    const record = (): void => {
      const status = res.headersSent ? res.statusCode : 500
      this.#record(trace, { status, delivered: null, error: null })
    }
    if (res.closed) record()
    else res.once('close', record)
  }

  #record(trace: Trace, answer: HookAnswer): void {
    const handled = trace.handled(answer)
    if (!handled) return
    try {
      this.#parts.recordRequest(handled)
    } catch (cause) {
      // The response has been sent, so a failure to record the request must not end the process.
      this.#parts.log('error', 'could not record a request', { webhook: handled.webhook.id, cause })
    }
  }
}

function methodsOf(asked: Asked | null): readonly string[] {
  const more = asked?.kind === 'format' ? asked.format.methods : undefined
  return more ? ['POST', ...more] : ['POST']
}

function unknownFormat(formats: Formats): WebhookError {
  return new WebhookError('format_unknown', {
    detail: `the URL may end with one of these names, or with none: ${formats.names.join(', ')}`,
  })
}
