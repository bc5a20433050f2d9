import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { asError } from '../host/as-error.js'
import { asIfWritten } from '../host/as-if-written.js'
import type { Answered } from '../log/handled-request.js'
import type { RunPreview } from '../manage/preview.js'
import type { RunReplay, SentRequest } from '../manage/replay.js'
import type { IncomingWebhook } from '../model/records.js'
import { createDeliver, type DeliverOptions } from '../pipeline/deliver.js'
import type { RequestKey } from '../pipeline/once.js'
import { createOwnPosts } from '../pipeline/own-posts.js'
import { createStoreTogether } from '../pipeline/together.js'
import { isActive } from '../rules/alive.js'
import { coverOf } from '../rules/signatures.js'
import { HookHandler, type HookParts } from './hook-handler.js'
import type { RateLimits } from './rate-limits.js'
import { createSendReceipt, type Permalink } from './receipts.js'

/** Stands for the key in the URL. No key is longer, so that none begins with it. */
const KEY = 'a'.repeat(64)

const nothing = (): undefined => undefined

type SentParts = Omit<HookParts, 'rateLimits'> & {
  readonly rateLimits: Pick<RateLimits, 'turnOf'>
}

/** What a request that was sent before leaves out: its sender is not counted, noted or told of again. */
const UNNOTED = {
  // It was signed when it arrived, or is looked at as if it had been.
  checkSender: (_req, _webhook, verification) => ({ covers: coverOf(verification) }),
  touch: nothing,
  noteResult: nothing,
  noteHeard: nothing,
} satisfies Partial<HookParts>

/** What a preview leaves out of a request besides: nobody is kept waiting, counted or told. */
const UNSEEN = {
  admission: { admit: (run) => run() },
  rateLimits: { turnOf: () => null },
  count: nothing,
  recordRequest: () => ({ detail: '' }),
} satisfies Partial<SentParts>

/** Runs requests through the hook endpoint with adapters that write nothing. */
export function createRunPreview(
  parts: HookParts,
  storing: Omit<DeliverOptions, 'storeTogether'> & { readonly permalink: Permalink },
): RunPreview {
  const adapters = asIfWritten(storing.adapters, storing.clock)
  const unwritten = { ...storing, adapters, announce: nothing }
  const shared = {
    ...parts,
    ...UNSEEN,
    ownPosts: createOwnPosts(unwritten),
    sendReceipt: createSendReceipt(adapters.channels, storing.permalink),
  }
  return (webhook, sent) => {
    // Its own, because reports of one incident are otherwise stored together, and wait for each other.
    const deliver = createDeliver({ ...unwritten, storeTogether: createStoreTogether(unwritten) })
    return runSent({ ...shared, deliver }, webhook, isActive(webhook, parts.clock()), sent)
  }
}

/** Sends requests again through the hook endpoint, which judges them as if they arrived when they did. */
export function createRunReplay(parts: HookParts): RunReplay {
  const { deliver, ownPosts, recordRequest, clock, log } = parts
  const { change, delete: remove } = ownPosts
  return async ({ webhook, delivery, sent, anew, lastHeard }) => {
    const { id, time: arrivedAt, digest, beside, address } = delivery
    const isUsable = isActive(webhook, clock())
    // The digest is the record's, because what a parser left of the body is kept as other bytes.
    const keyFor = (own: RequestKey | null): RequestKey | null =>
      anew ? null : { key: own?.key ?? `replay ${id}`, fingerprint: digest }
    const replay: HookParts = {
      ...parts,
      clock: () => (isUsable ? arrivedAt : clock()),
      deliver: (given) =>
        deliver({ ...given, key: keyFor(given.key), again: { arrivedAt, lastHeard } }),
      ownPosts: {
        ...ownPosts,
        change: change && ((own, request) => change({ ...own, arrivedAt }, request)),
        delete: remove && ((own) => remove({ ...own, arrivedAt })),
      },
      recordRequest: (handled) =>
        recordRequest({ ...handled, digest, beside, address, sent: null, replayOf: id }),
    }
    try {
      return await runSent(replay, webhook, isUsable, sent)
    } catch (reason) {
      const error = asError(reason)
      log('error', 'could not send a request again', { webhook: webhook.id, error })
      return { status: 500, delivered: null, error: null, response: '', unusable: '' }
    }
  }
}

/** Runs a request that was sent before through the hook endpoint. Rejects with an error of the host. */
async function runSent(
  { rateLimits, ...parts }: SentParts,
  webhook: IncomingWebhook,
  isUsable: boolean,
  sent: SentRequest,
): Promise<Answered> {
  const req = messageOf(sent)
  const res = new ServerResponse(req)
  const { path, query } = sent
  const failures: Error[] = []
  const handler = new HookHandler({
    ...parts,
    ...UNNOTED,
    rateLimits: {
      countGuess: async () => undefined,
      countRequest: nothing,
      turnOf: (...of) => rateLimits.turnOf(...of),
    },
    // Whatever address its sender has.
    findWebhook: async () => ({
      webhook: { ...webhook, allowedAddresses: [] },
      used: isUsable ? 'current' : null,
    }),
  })
  const answered = await handler.handle({
    req,
    headers: req.headers,
    res,
    url: `/${KEY}${path}${query === '' ? '' : `?${query}`}`,
    hide: nothing,
    address: () => '',
    tellMounting: nothing,
    fail: (error) => failures.push(error),
  })
  if (answered) return answered
  // What failed is recorded when its response ends, and this one has no connection that could.
  res.emit('close')
  throw failures[0] ?? new Error('the request was not answered')
}

/** A request as Node receives it, without a connection. */
function messageOf({ method, headers, body }: SentRequest): IncomingMessage {
  const req = new IncomingMessage(new Socket())
  req.method = method
  const { 'transfer-encoding': _chunked, ...others } = headers
  req.headers = { ...others, 'content-length': `${body.length}` }
  if (body.length > 0) req.push(body)
  req.push(null)
  req.complete = true
  return req
}
