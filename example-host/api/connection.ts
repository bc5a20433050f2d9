import { type HookLog, type HookUser, WebhookError } from 'express-incoming-webhooks'
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { fieldsOf } from '../fields.js'
import { isUnavailable } from '../store/errors.js'

const AUTHENTICATION_MS = 5_000
/** Bytes buffered for a client that does not read. */
const MAX_BUFFERED = 1_048_576
/** Events wait for the end of a turn of the event loop, to be one write, until there are so many bytes of them. */
const HELD_BYTES = 65_536
/** Messages without a reply yet. */
const MAX_PENDING = 50
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

export interface ConnectionParts {
  readonly authenticate: (token: string) => Promise<HookUser | null>
  readonly log: HookLog
  readonly sockets: {
    /** Whether this user may open another connection. */
    hasRoomFor(userId: string): boolean
    /** Assigns the connection to this user. Resolves when the events of the user's channels come. */
    admit(connection: Connection, userId: string): Promise<void>
    /** Notes the channel that the user has opened; throws if the user may not read it. */
    open(connection: Connection, user: HookUser, channelId: string): Promise<void>
  }
}

type Request = NonNullable<ReturnType<typeof readRequest>>

/** A websocket: its user, its requests, and the numbers of its events. */
export class Connection {
  readonly socket: WebSocket
  /** The TCP or TLS stream of the websocket. */
  readonly #stream: Duplex
  readonly #parts: ConnectionParts
  readonly #deadline: NodeJS.Timeout
  #token = ''
  #user: HookUser | null = null
  #seq = 0
  #alive = true
  #isHeld = false
  #pending = 0
  #last = Promise.resolve()

  constructor(socket: WebSocket, stream: Duplex, parts: ConnectionParts) {
    this.socket = socket
    this.#stream = stream
    this.#parts = parts
    this.#deadline = setTimeout(() => {
      socket.close(POLICY_VIOLATION, 'not authenticated')
    }, AUTHENTICATION_MS)
    socket.on('message', (data, isBinary) => {
      this.#receive(data, isBinary)
    })
    socket.on('pong', () => (this.#alive = true))
    socket.on('close', () => {
      clearTimeout(this.#deadline)
      this.#user = null
    })
    // A close follows.
    socket.on('error', () => undefined)
  }

  /** Null before authentication and after closing. */
  get userId(): string | null {
    return this.#user?.id ?? null
  }

  send(event: Buffer): void {
    const end = `,"seq":${this.#seq++}}`
    const start = event.length - 1
    if (!this.#beginWrite()) return
    if (event.length < SHARED_FROM) {
      // Bytes, because a text would be encoded for each connection.
      const bytes = Buffer.allocUnsafe(start + end.length)
      event.copy(bytes, 0, 0, start)
      bytes.write(end, start)
      this.socket.send(bytes, { binary: false })
    } else {
      // One message in two frames. All connections share the memory of the first.
      this.socket.send(event.subarray(0, start), { binary: false, fin: false })
      this.socket.send(end)
    }
  }

  /** Signs in with the token of the upgrade. */
  admit(user: HookUser, token: string): void {
    this.#inTurn(() => this.#admit(user, token))
  }

  /** Marks the connection as signed in and sends the first event. */
  async #admit(user: HookUser, token: string): Promise<void> {
    clearTimeout(this.#deadline)
    this.#token = token
    await this.#parts.sockets.admit(this, user.id)
    // Its session may have ended meanwhile.
    if (this.socket.readyState !== this.socket.OPEN) return
    this.#user = user
    const data = { connection_id: randomUUID(), server_version: '', server_hostname: '' }
    this.send(encodeEvent({ event: 'hello', data, userId: user.id }))
  }

  /** Closes the connection if its session has ended. */
  recheck(): void {
    this.#parts.authenticate(this.#token).then(
      (user) => {
        if (!user) this.#cut()
      },
      (error: unknown) => {
        if (isUnavailable(error)) return
        this.#parts.log('error', 'A session could not be checked', { error })
      },
    )
  }

  /** Sends a ping. Ends the connection if the last one was not answered. */
  beat(): void {
    if (!this.#alive) {
      this.socket.terminate()
      return
    }
    this.#alive = false
    this.socket.ping()
    if (this.#user !== null) this.recheck()
  }

  #cut(): void {
    this.#user = null
    this.socket.close(POLICY_VIOLATION, 'the session has ended')
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#alive = true
    if (isBinary || !Buffer.isBuffer(data)) {
      this.socket.close(POLICY_VIOLATION, 'text messages only')
      return
    }
    if (++this.#pending > MAX_PENDING) {
      this.socket.close(POLICY_VIOLATION, 'too many messages at once')
      return
    }
    this.#inTurn(() => this.#answer(data.toString()).finally(() => this.#pending--))
  }

  // One after another, because messages after the challenge depend on its result.
  #inTurn(task: () => Promise<void>): void {
    this.#last = this.#last.then(task).catch((error: unknown) => {
      this.#parts.log('error', 'A websocket message failed', { error })
      this.socket.close(1011)
    })
  }

  async #answer(text: string): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return
    const request = readRequest(text)
    if (!request) {
      this.#refuse(0, new WebhookError('invalid_body', { params: { name: 'body' } }))
      this.socket.close(POLICY_VIOLATION)
    } else if (request.action === 'authentication_challenge') await this.#challenge(request)
    else if (this.#user === null) this.#refuse(request.seq, new WebhookError('session_expired'))
    else if (request.action === 'ping') this.#accept(request.seq, { text: 'pong' })
    else if (request.action === 'presence') await this.#open(this.#user, request)
    else {
      this.#refuse(request.seq, new WebhookError('invalid_param', { params: { name: 'action' } }))
    }
  }

  async #challenge({ seq, token }: Request): Promise<void> {
    // Pages that are signed in with a cookie cannot read their token.
    const user = await this.#parts.authenticate(token === '' ? this.#token : token)
    if (!user) {
      this.#refuse(seq, new WebhookError('session_expired'))
      this.#cut()
      return
    }
    // Some clients authenticate twice, by header and by challenge.
    if (this.#user === null && this.socket.readyState === this.socket.OPEN) {
      if (!this.#parts.sockets.hasRoomFor(user.id)) {
        this.#refuse(seq, tooManyOfAccount())
        this.socket.close(TRY_AGAIN_LATER, 'too many websockets for this account')
        return
      }
      // Before the reply, because clients of the reference treat the first message as the hello.
      await this.#admit(user, token)
    }
    this.#accept(seq)
  }

  async #open(user: HookUser, { seq, channelId }: Request): Promise<void> {
    try {
      await this.#parts.sockets.open(this, user, channelId)
      this.#accept(seq)
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      this.#refuse(seq, error)
    }
  }

  #accept(seq: number, data?: object): void {
    this.#write(JSON.stringify({ status: 'OK', data, seq_reply: seq }))
  }

  #refuse(seq: number, { id, message, status, detail }: WebhookError): void {
    const error = { id, message, detailed_error: detail, status_code: status }
    this.#write(JSON.stringify({ status: 'FAIL', error, seq_reply: seq }))
  }

  #write(text: string): void {
    if (this.#beginWrite()) this.socket.send(text)
  }

  /**
   * Holds what is written until the end of the turn. Returns false and ends the connection if its client does
   * not read.
   */
  #beginWrite(): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false
    if (this.socket.bufferedAmount > HELD_BYTES) this.#release()
    if (this.socket.bufferedAmount <= MAX_BUFFERED) {
      this.#hold()
      return true
    }
    this.socket.terminate()
    return false
  }

  // Events often come together, and a write takes more time than an event. After an early release, what is
  // held next is written at the end of the same turn.
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#stream.cork()
    process.nextTick(() => {
      this.#release()
    })
  }

  #release(): void {
    if (this.#isHeld) this.#stream.uncork()
    this.#isHeld = false
  }
}

export function tooManyOfAccount(): WebhookError {
  return new WebhookError('rate_limited', { detail: 'too many websockets for this account' })
}

function readRequest(text: string) {
  try {
    const { seq, action, data } = fieldsOf(JSON.parse(text))
    const { token, channel_id: channelId } = fieldsOf(data)
    if (typeof action !== 'string') return null
    return {
      seq: Number.isSafeInteger(seq) ? Number(seq) : 0,
      action,
      token: typeof token === 'string' ? token : '',
      channelId: typeof channelId === 'string' ? channelId : '',
    }
  } catch {
    return null
  }
}

/** A websocket event. */
export interface ChatEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly channelId?: string
  readonly teamId?: string
  readonly userId?: string
}

/** Events of at least this many bytes are shared between connections instead of copied. */
const SHARED_FROM = 16_384

/** The JSON of an event in UTF-8. In place of its last brace, each connection writes a number of its own. */
export function encodeEvent({ event, data, channelId, teamId, userId }: ChatEvent): Buffer {
  const broadcast = {
    omit_users: null,
    user_id: userId ?? '',
    channel_id: channelId ?? '',
    team_id: teamId ?? '',
  }
  return Buffer.from(JSON.stringify({ event, data, broadcast }))
}
