import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * How much of the rest of a refused body is discarded, and for how long, in milliseconds, before
 * closing. A body a little over the usual limit is read to its end: its sender finds the answer.
 */
const DISCARD_BYTES = 1_114_112
const DISCARD_TIME = 2_000
/** The same for a sender that has been waited for already. */
const STALLED_TIME = 500
/** The rest of such a body is left to Node, which reads it anyway before the next request. */
const SMALL_BYTES = 65_536

/**
 * Ends an answer although the request's body may still be coming. The answer leaves at once; the
 * connection is not closed under a sender that is still writing, or it would never read the answer.
 */
export function endWhenRead(res: ServerResponse, body: string): void {
  const { req } = res
  const { 'content-length': length, 'transfer-encoding': chunked } = req.headers
  const hasBody = chunked !== undefined || Number(length ?? 0) > 0
  if (!hasBody || req.complete || req.destroyed) res.end(body)
  else if (chunked === undefined && Number(length) <= SMALL_BYTES && res.shouldKeepAlive) {
    endAtOnce(res, body)
  } else endAfterDiscarding(res, body)
}

function endAtOnce(res: ServerResponse, body: string): void {
  const { req } = res
  // In one write with the headers, which counts when much is refused.
  res.end(body)
  if (answered.push(req) === 1) setImmediate(closeUnread)
}

const answered: IncomingMessage[] = []

// A timer for each would cost more than the answer: nearly all bodies are there a moment later.
function closeUnread(): void {
  for (const req of answered.splice(0)) {
    if (req.complete || req.destroyed) continue
    const timer = setTimeout(() => {
      req.socket.destroySoon()
    }, DISCARD_TIME)
    req.once('close', () => {
      clearTimeout(timer)
    })
  }
}

function endAfterDiscarding(res: ServerResponse, body: string): void {
  const { req } = res
  const { 'content-length': length } = req.headers
  if (length === undefined || Number(length) > DISCARD_BYTES) res.shouldKeepAlive = false
  res.write(body)
  let discarded = 0
  const stop = (): void => {
    clearTimeout(timer)
    req.off('data', count)
    res.end()
  }
  const giveUp = (): void => {
    stop()
    req.socket.destroySoon()
  }
  const count = (chunk: Buffer): void => {
    discarded += chunk.length
    if (discarded > DISCARD_BYTES) giveUp()
  }
  const timer = setTimeout(giveUp, res.statusCode === 408 ? STALLED_TIME : DISCARD_TIME)
  req.on('data', count).once('end', stop).once('close', stop).resume()
}
