import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Answered } from '../log/handled-request.js'
import type { SentRequest } from '../manage/sent-request.js'
import { HookHandler, type HookParts } from './hook-handler.js'

/** Stands for the key in the URL. No key is longer, so that none begins with it. */
const KEY = 'a'.repeat(64)

const nothing = (): undefined => undefined

/** What a request that was sent before leaves out: its sender is not counted, noted or told of again. */
export const UNNOTED = {
  rateLimits: { countGuess: async () => undefined, countRequest: nothing },
  touch: nothing,
  noteResult: nothing,
  noteHeard: nothing,
}

/** Runs a request that was sent before through the hook endpoint. Rejects with an error of the host. */
export async function runSent(parts: HookParts, sent: SentRequest): Promise<Answered> {
  const req = messageOf(sent)
  const res = new ServerResponse(req)
  const { path, query } = sent
  const failures: Error[] = []
  const answered = await new HookHandler(parts).handle({
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
