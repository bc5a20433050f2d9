import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * How many bytes of a rejected body are discarded, and for how many milliseconds, before closing. A
 * body slightly over the default limit is read to its end, so that its sender receives the response.
 */
const DISCARD_BYTES = 1_114_112
const DISCARD_TIME = 2_000
/**
 * How many bytes of all rejected bodies together are discarded within a second. Node allocates a buffer
 * for each piece, and V8 collects these late. The rest stays unread until the connection closes.
 */
const DISCARD_RATE = 16_777_216
/** Instead of `DISCARD_TIME`, after a body timeout. */
const STALLED_TIME = 500
/** The rest of a body of at most this size is left to Node, which reads it before the next request. */
const SMALL_BYTES = 65_536

/**
 * Ends a response while the request's body may still be arriving. The response is sent at once, but
 * the connection stays open: a sender that is still writing would otherwise never read the response.
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
  // One write with the headers, which matters when many requests are rejected.
  res.end(body)
  if (answered.push(req) === 1) setImmediate(closeUnread)
}

const answered: IncomingMessage[] = []

// Nearly all bodies arrive a moment later, and a timer for each would cost more than the response.
function closeUnread(): void {
  for (const req of answered.splice(0)) {
    if (req.complete || req.destroyed) continue
    const timer = setTimeout(() => {
      closeSoon(req)
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
    closeSoon(req)
  }
  const count = (chunk: Buffer): void => {
    discarded += chunk.length
    if (discarded > DISCARD_BYTES) giveUp()
    else if (!mayDiscard(chunk.length)) req.pause()
  }
  const timer = setTimeout(giveUp, res.statusCode === 408 ? STALLED_TIME : DISCARD_TIME)
  req.on('data', count).once('end', stop).once('close', stop)
  if (mayDiscard(0)) req.resume()
  else req.pause()
}

let second = -Infinity
let discardedInSecond = 0

/** Whether more may be discarded within this second, after this many bytes. */
function mayDiscard(bytes: number): boolean {
  const now = performance.now()
  if (now - second >= 1000) {
    second = now
    discardedInSecond = 0
  }
  discardedInSecond += bytes
  return discardedInSecond < DISCARD_RATE
}

// A host can give its server any duplex as a connection, which has no `destroySoon`.
function closeSoon({ socket }: IncomingMessage): void {
  const connection: Duplex = socket
  if (socket instanceof Socket) socket.destroySoon()
  else connection.end(() => connection.destroy())
}
