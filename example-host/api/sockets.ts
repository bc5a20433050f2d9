import { setTimeout as sleep } from 'node:timers/promises'
import type { HookUser } from 'express-incoming-webhooks'
import type { ChatStore, Following } from '../store/index.js'
import { Audience } from './audience.js'
import { type ChatEvent, type Connection, encodeEvent } from './connection.js'

const BEAT_MS = 30_000
const GOING_AWAY = 1001
/** How long a peer may take to answer the closing handshake. */
export const FAREWELL_MS = 1_000

/** How many connections there may be. */
const SOCKET_LIMITS = {
  all: 2_000,
  /** Unauthenticated connections, in total and per network. */
  unknown: 200,
  unknownOfNetwork: 20,
  ofAccount: 20,
  /** Above this total, an account may have only `ofAccountWhenCrowded`, to leave room for other accounts. */
  crowded: 1_500,
  ofAccountWhenCrowded: 2,
}

export type SocketLimits = Readonly<typeof SOCKET_LIMITS>

/** The open connections and their users. */
export class Sockets {
  readonly #limits: SocketLimits
  /** Unauthenticated connections by network, oldest first. */
  readonly #unknown = new Map<Connection, string>()
  readonly #accounts = new Map<Connection, string>()
  readonly #store: ChatStore
  readonly audience: Audience
  readonly #beat: NodeJS.Timeout

  constructor(store: ChatStore, following: Following, limits: SocketLimits = SOCKET_LIMITS) {
    this.#store = store
    this.audience = new Audience(store, following)
    this.#limits = limits
    this.#beat = setInterval(() => {
      for (const connection of this.#all()) connection.beat()
    }, BEAT_MS).unref()
  }

  get size(): number {
    return this.#unknown.size + this.#accounts.size
  }

  /**
   * Makes room for an unauthenticated connection if possible, and returns whether there is room. The
   * oldest one is closed rather than the new one, because real clients authenticate immediately.
   */
  makeRoomForUnknown(network: string): boolean {
    const { unknown, unknownOfNetwork } = this.#limits
    const ofNetwork = [...this.#unknown].filter(([, each]) => each === network)
    if (ofNetwork.length >= unknownOfNetwork) this.#drop(ofNetwork[0]?.[0])
    else if (this.#unknown.size >= unknown) this.#dropOldestUnknown()
    return this.makeRoom()
  }

  /** Whether there is room for one more; one that has not authenticated may give way. */
  makeRoom(): boolean {
    if (this.size >= this.#limits.all) this.#dropOldestUnknown()
    return this.size < this.#limits.all
  }

  /** A connection of nobody known yet. */
  add(connection: Connection, network: string): void {
    this.#unknown.set(connection, network)
    connection.socket.once('close', () => {
      this.delete(connection)
    })
  }

  /**
   * Whether the account may have one more. A new one is refused rather than an old one closed: pages
   * come back by themselves, and would push each other out without end.
   */
  hasRoomFor(userId: string): boolean {
    const { crowded, ofAccount, ofAccountWhenCrowded } = this.#limits
    const share = this.size > crowded ? ofAccountWhenCrowded : ofAccount
    return this.audience.of(userId).size < share
  }

  /** The connection is this user's from now on. Resolves when the events of the user's channels come. */
  async admit(connection: Connection, userId: string): Promise<void> {
    if (!this.#unknown.delete(connection)) return
    this.#accounts.set(connection, userId)
    if (this.audience.of(userId).size === 0) this.#store.presence.note(userId, true)
    await this.audience.enter(connection, userId)
  }

  /** The user has opened this channel, if that is allowed; with `''`, none. */
  async open(connection: Connection, user: HookUser, channelId: string): Promise<void> {
    await this.audience.open(connection, user, channelId)
  }

  delete(connection: Connection): void {
    this.#unknown.delete(connection)
    const userId = this.#accounts.get(connection)
    if (userId === undefined) return
    this.#accounts.delete(connection)
    this.audience.leave(connection, userId)
    if (this.audience.of(userId).size === 0) this.#store.presence.note(userId, false)
  }

  /** Sends to these connections; with null, to all that are signed in. */
  publish(event: ChatEvent, readers: Iterable<Connection> | null): void {
    // Serialized once for all: a busy public channel has many readers.
    const encoded = encodeEvent(event)
    for (const connection of readers ?? this.#accounts.keys()) {
      if (connection.userId !== null) connection.send(encoded)
    }
  }

  /** Cuts the connections of this user whose session has ended. */
  recheck(userId: string): void {
    for (const connection of this.audience.of(userId)) connection.recheck()
  }

  /** Says goodbye to all, and ends those that do not answer. */
  async close(): Promise<void> {
    clearInterval(this.#beat)
    for (const { socket } of this.#all()) socket.close(GOING_AWAY, 'the server is stopping')
    const end = performance.now() + FAREWELL_MS
    while (this.size > 0 && performance.now() < end) await sleep(20)
    for (const { socket } of this.#all()) socket.terminate()
  }

  #all(): readonly Connection[] {
    return [...this.#unknown.keys(), ...this.#accounts.keys()]
  }

  #dropOldestUnknown(): void {
    const [oldest] = this.#unknown.keys()
    this.#drop(oldest)
  }

  // Without a farewell: who does not authenticate may not answer one either.
  #drop(connection: Connection | undefined): void {
    if (!connection) return
    this.delete(connection)
    connection.socket.terminate()
  }
}
