import type { ServerResponse } from 'node:http'

/** How much of the rest of a refused body is discarded, and for how long, in milliseconds, before closing. */
const DISCARD_BYTES = 1_048_576
const DISCARD_TIME = 2_000

/**
 * Ends an answer although the request's body may still be coming. The answer leaves at once; the
 * connection is not closed under a sender that is still writing, or it would never read the answer.
 */
export function endWhenRead(res: ServerResponse, body: Buffer): void {
  const { req } = res
  const { 'content-length': length, 'transfer-encoding': chunked } = req.headers
  const hasBody = chunked !== undefined || Number(length ?? 0) > 0
  if (!hasBody || req.complete || req.destroyed) {
    res.end(body)
    return
  }
  if (chunked !== undefined || Number(length) > DISCARD_BYTES) res.shouldKeepAlive = false
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
  const timer = setTimeout(giveUp, DISCARD_TIME)
  req.on('data', count).once('end', stop).once('close', stop).resume()
}
