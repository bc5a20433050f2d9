import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { asIfWritten } from '../host/as-if-written.js'
import type { RunPreview, SentRequest } from '../manage/preview.js'
import { createDeliver, type DeliverOptions } from '../pipeline/deliver.js'
import { createOwnPosts } from '../pipeline/own-posts.js'
import { createStoreTogether } from '../pipeline/together.js'
import { isActive } from '../rules/living-key.js'
import { coverOf } from '../rules/signatures.js'
import { HookHandler, type HookParts } from './hook-handler.js'
import { createSendReceipt, type Permalink } from './receipts.js'

/** Stands for the key in the URL. No key is longer, so that none begins with it. */
const KEY = 'a'.repeat(64)

const nothing = (): undefined => undefined

/** What a preview leaves out of a request: nobody is counted, kept waiting, noted or told. */
const UNNOTED = {
  admission: { admit: (run) => run() },
  rateLimits: { countGuess: async () => undefined, countRequest: nothing, turnOf: () => null },
  // As if its sender had signed it.
  checkSender: (_req, _webhook, verification) => ({ covers: coverOf(verification) }),
  touch: nothing,
  count: nothing,
  recordRequest: () => ({ detail: '' }),
  noteResult: nothing,
  noteHeard: nothing,
} satisfies Partial<HookParts>

/** Runs requests through the hook endpoint with adapters that write nothing. */
export function createRunPreview(
  parts: HookParts,
  storing: Omit<DeliverOptions, 'storeTogether'> & { readonly permalink: Permalink },
): RunPreview {
  const adapters = asIfWritten(storing.adapters, storing.clock)
  const unwritten = { ...storing, adapters, announce: nothing }
  const shared = {
    ...parts,
    ...UNNOTED,
    ownPosts: createOwnPosts(unwritten),
    sendReceipt: createSendReceipt(adapters.channels, storing.permalink),
  }
  return (webhook, sent) => {
    // Its own, because reports of one incident are otherwise stored together, and wait for each other.
    const deliver = createDeliver({ ...unwritten, storeTogether: createStoreTogether(unwritten) })
    const handler = new HookHandler({
      ...shared,
      deliver,
      // Whatever address its senders have.
      findWebhook: async (_key, now) => ({
        webhook: { ...webhook, allowedAddresses: [] },
        used: isActive(webhook, now) ? 'current' : null,
      }),
    })
    return new Promise((resolve, reject) => {
      const req = messageOf(sent)
      const { path, query } = sent
      const call = {
        req,
        headers: req.headers,
        res: new ServerResponse(req),
        url: `/${KEY}${path}${query === '' ? '' : `?${query}`}`,
        hide: nothing,
        address: () => '',
        tellMounting: nothing,
        fail: reject,
      }
      // Of an error of the host, `fail` is told first.
      handler.handle(call).then((answered) => {
        if (answered) resolve(answered)
      }, reject)
    })
  }
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
