import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { networkOf, WebhookError } from 'express-incoming-webhooks'
import { WebSocketServer } from 'ws'
import { Connection, type ConnectionParts, tooManyOfAccount } from './connection.js'
import { bearerIn, type SessionCookie } from './session-cookie.js'
import { FAREWELL_MS, type Sockets } from './sockets.js'

const PATH = '/api/v4/websocket'
const MAX_PAYLOAD = 16_384

/** For the server's `upgrade` event. */
export type HandleUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

interface Parts extends ConnectionParts {
  readonly sockets: Sockets
  readonly cookie: SessionCookie
  /** The address of the client behind trusted proxies. */
  readonly addressOf: (req: IncomingMessage) => string
}

/**
 * `GET /api/v4/websocket`: the reference's protocol over `ws`. Handles every `Upgrade`, whatever
 * protocol it requests.
 */
export function websocketUpgrades(parts: Parts): HandleUpgrade {
  const { sockets, authenticate, cookie, log, addressOf } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const upgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (req.headers.upgrade?.toLowerCase() !== 'websocket') {
      refuse(socket, UNKNOWN_PROTOCOL, 'Upgrade: websocket\r\n', 426)
      return
    }
    // A host that mounts the chat below a prefix passes the whole URL.
    if (req.url?.split('?', 1)[0]?.endsWith(PATH) !== true) {
      refuse(socket, new WebhookError('not_found'))
      return
    }
    const network = networkOf(addressOf(req))
    const bearer = bearerIn(req)
    const token = bearer ?? cookie.tokenIn(req)
    // Pages of other sites can open websockets, and browsers add the cookie.
    if (bearer === null && token !== null && !cookie.isFromSite(req)) {
      refuse(socket, FOREIGN)
      return
    }
    const user = token === null ? null : await authenticate(token)
    // Pages cannot read this response. With a cookie, the response to the challenge reports the end.
    if (bearer !== null && user === null) {
      refuse(socket, new WebhookError('session_expired'))
    } else if (user && !sockets.hasRoomFor(user.id)) {
      refuse(socket, tooManyOfAccount(), RETRY_LATER)
    } else if (!(user ? sockets.makeRoom() : sockets.makeRoomForUnknown(network))) {
      refuse(socket, FULL, RETRY_LATER)
    } else {
      server.handleUpgrade(req, socket, head, (accepted) => {
        const connection = new Connection(accepted, socket, parts)
        sockets.add(connection, network)
        if (user && token !== null) connection.admit(user, token)
      })
    }
  }
  return (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrade(req, socket, head).catch((error: unknown) => {
      log('error', 'A websocket upgrade failed', { error })
      socket.destroy()
    })
  }
}

const UNKNOWN_PROTOCOL = new WebhookError('not_found', { detail: 'unknown protocol' })
const FOREIGN = new WebhookError('not_permitted', { detail: 'Origin: a different site' })
const FULL = new WebhookError('storage_unavailable', { detail: 'too many websockets' })
const RETRY_LATER = 'Retry-After: 10\r\n'

function refuse(socket: Duplex, error: WebhookError, headers = '', status = error.status): void {
  const { id, message, detail } = error
  const body = JSON.stringify({ id, message, detailed_error: detail, status_code: status })
  // The rest of the request is read and discarded; otherwise the client would never read the response.
  socket
    .resume()
    .end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
        `${headers}Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  const giveUp = setTimeout(() => socket.destroy(), FAREWELL_MS)
  socket.once('close', () => {
    clearTimeout(giveUp)
  })
}
