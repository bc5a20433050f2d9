import { readToken } from 'express-incoming-webhooks-ui/token'
import { memberOf, numberOf, parsed, textOf } from 'express-incoming-webhooks-ui/wire'
import { signedOut } from './call.js'
import { addressBelow } from './root.js'

export interface ServerEvent {
  readonly name: string
  readonly data: unknown
  readonly channelId: string
}

export interface SocketListener {
  /** Called with the user after authentication, when events begin. */
  onOpen(userId: string): void
  onEvent(event: ServerEvent): void
  /** Called once for each connection or attempt that has ended. */
  onClose(): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** The time without messages before a ping, and the time to wait for the reply. */
const QUIET_MS = 30_000
const ANSWER_MS = 5_000

/** A websocket that reconnects when the connection is lost. */
export class Socket {
  readonly #listener: SocketListener
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #quiet: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #seq = 1

  constructor(listener: SocketListener) {
    this.#listener = listener
  }

  /** Reconnects immediately. */
  connect(): void {
    clearTimeout(this.#retry)
    if (this.#socket) return
    const url = addressBelow('api/v4/websocket')
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(url)
    this.#socket = socket
    socket.onopen = () => {
      this.#ask('authentication_challenge', { token: readToken() ?? '' })
      this.#listen()
    }
    socket.onmessage = ({ data }) => this.#receive(String(data))
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #ask(action: string, data: object): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify({ seq: this.#seq++, action, data }))
  }

  #receive(json: string): void {
    this.#listen()
    const message = parsed(json)
    const name = textOf(message, 'event')
    if (name === 'hello') {
      this.#failures = 0
      this.#listener.onOpen(textOf(memberOf(message, 'broadcast'), 'user_id'))
    } else if (numberOf(memberOf(message, 'error'), 'status_code') === 401) signedOut()
    else if (name !== '') {
      const channelId = textOf(memberOf(message, 'broadcast'), 'channel_id')
      this.#listener.onEvent({ name, data: memberOf(message, 'data'), channelId })
    }
  }

  // A pulled cable does not close a connection, so it counts as lost if a ping gets no reply.
  #listen(): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => {
      this.#ask('ping', {})
      this.#quiet = setTimeout(() => {
        this.#socket?.close()
        this.#lost()
      }, ANSWER_MS)
    }, QUIET_MS)
  }

  #lost(): void {
    clearTimeout(this.#quiet)
    this.#socket = null
    this.#listener.onClose()
    // After a restart all clients reconnect, so the delay is random.
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#failures++, LONGEST_WAIT_MS)
    this.#retry = setTimeout(() => this.connect(), wait * (0.5 + Math.random()))
  }
}
