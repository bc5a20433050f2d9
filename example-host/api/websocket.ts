import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type HookLog, networkOf, WebhookError } from 'express-incoming-webhooks'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Presence } from '../store/index.js'
import { type Authenticate, Connection, tooManyOfAccount } from './connection.js'
import type { Publish } from './event.js'
import type { SessionCookie } from './session-cookie.js'
import { type SocketLimits, Sockets } from './sockets.js'

const PATH = '/api/v4/websocket'
const BEAT_MS = 30_000
const MAX_PAYLOAD = 16_384
const GOING_AWAY = 1001
/** How long a peer may take to answer the closing handshake. */
const FAREWELL_MS = 1_000

export interface WebsocketServer {
  readonly publish: Publish
  /** Whether anybody is connected. */
  readonly isHeard: () => boolean
  /** Handles every `Upgrade`, whatever protocol it requests. */
  readonly handleUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Cuts the connections of the user whose session has ended. */
  readonly recheck: (userId: string) => void
  close(): Promise<void>
}

interface Parts {
  readonly authenticate: Authenticate
  readonly cookie: Pick<SessionCookie, 'tokenIn' | 'isFromSite'>
  readonly log: HookLog
  readonly presence: Pick<Presence, 'note'>
  /** The address of the client behind trusted proxies. */
  readonly addressOf: (req: IncomingMessage) => string
  readonly limits?: SocketLimits
}

/** `GET /api/v4/websocket`: the reference's protocol over `ws`. */
export function createWebsocketServer(parts: Parts): WebsocketServer {
  const { authenticate, cookie, log, addressOf, presence } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const sockets = new Sockets((userId, isOnline) => {
    presence.note(userId, isOnline)
  }, parts.limits)
  const beat = setInterval(() => {
    for (const connection of sockets.all()) connection.beat()
  }, BEAT_MS).unref()
  const open = (socket: WebSocket, network: string): Connection => {
    const connection = new Connection(socket, {
      authenticate,
      log,
      hasRoomFor: (userId) => sockets.hasRoomFor(userId),
      onAdmitted: (admitted, userId) => {
        sockets.admit(admitted, userId)
      },
    })
    sockets.add(connection, network)
    socket.on('close', () => {
      sockets.delete(connection)
    })
    return connection
  }
  const upgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const refusal = refusalOf(req)
    if (refusal) {
      refuse(socket, refusal)
      return
    }
    const network = networkOf(addressOf(req))
    const bearer = bearerToken(req)
    const token = bearer ?? cookie.tokenIn(req)
    // Pages of other sites can open websockets, and browsers add the cookie.
    if (bearer === null && token !== null && !cookie.isFromSite(req)) {
      refuse(socket, FOREIGN)
      return
    }
    const user = token === null ? null : await authenticate(token)
    // Pages cannot read this response. With a cookie, the response to the challenge reports the end.
    if (bearer !== null && user === null) {
      refuse(socket, { status: 401, error: new WebhookError('session_expired') })
    } else if (user && !sockets.hasRoomFor(user.id)) {
      refuse(socket, { status: 429, error: tooManyOfAccount(), headers: RETRY_LATER })
    } else if (!(user ? sockets.makeRoom() : sockets.makeRoomForUnknown(network))) {
      refuse(socket, FULL)
    } else {
      server.handleUpgrade(req, socket, head, (accepted) => {
        const connection = open(accepted, network)
        if (user && token !== null) connection.admit(user, token)
      })
    }
  }
  return {
    publish: sockets.publish,
    isHeard: () => sockets.size > 0,
    handleUpgrade: (req, socket, head) => {
      socket.on('error', () => socket.destroy())
      upgrade(req, socket, head).catch((error: unknown) => {
        log('error', 'A websocket upgrade failed', { error })
        socket.destroy()
      })
    },
    recheck: (userId) => {
      sockets.recheck(userId)
    },
    close: async () => {
      clearInterval(beat)
      await sayGoodbye(sockets)
    },
  }
}

async function sayGoodbye(sockets: Sockets): Promise<void> {
  for (const connection of sockets.all()) connection.close(GOING_AWAY, 'the server is stopping')
  const end = performance.now() + FAREWELL_MS
  while (sockets.size > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  for (const connection of sockets.all()) connection.terminate()
}

interface Refusal {
  readonly status: number
  readonly error: WebhookError
  readonly headers?: string
}

const FOREIGN: Refusal = {
  status: 403,
  error: new WebhookError('not_permitted', { detail: 'Origin: a different site' }),
}
const RETRY_LATER = 'Retry-After: 10\r\n'
const FULL: Refusal = {
  status: 503,
  error: new WebhookError('storage_unavailable', { detail: 'too many websockets' }),
  headers: RETRY_LATER,
}

function refusalOf(req: IncomingMessage): Refusal | null {
  if (req.headers.upgrade?.toLowerCase() !== 'websocket') {
    const error = new WebhookError('not_found', { detail: 'unknown protocol' })
    return { status: 426, error, headers: 'Upgrade: websocket\r\n' }
  }
  // A host that mounts the chat below a prefix passes the whole URL.
  if (req.url?.split('?', 1)[0]?.endsWith(PATH) !== true) {
    return { status: 404, error: new WebhookError('not_found') }
  }
  return null
}

function refuse(socket: Duplex, { status, error, headers = '' }: Refusal): void {
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

function bearerToken(req: IncomingMessage): string | null {
  return /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? null
}
