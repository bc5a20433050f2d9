import type { Presence } from '../store/index.js'
import type { Connection } from './connection.js'
import { encodeEvent, type Publish } from './event.js'

/** Limits for connections. */
export interface SocketLimits {
  readonly all: number
  /** Unauthenticated connections, in total and per network. */
  readonly unknown: number
  readonly unknownOfNetwork: number
  readonly ofAccount: number
  /** Above this total, an account may have only `ofAccountWhenCrowded`, to leave room for other accounts. */
  readonly crowded: number
  readonly ofAccountWhenCrowded: number
}

export const SOCKET_LIMITS: SocketLimits = {
  all: 2_000,
  unknown: 200,
  unknownOfNetwork: 20,
  ofAccount: 20,
  crowded: 1_500,
  ofAccountWhenCrowded: 2,
}

/** The open connections and their users. */
export class Sockets {
  readonly #limits: SocketLimits
  readonly #connections = new Set<Connection>()
  /** Unauthenticated connections by network, oldest first. */
  readonly #unknown = new Map<Connection, string>()
  readonly #accounts = new Map<Connection, string>()
  readonly #counts = new Map<string, number>()
  readonly #note: Presence['note']

  constructor(note: Presence['note'], limits: SocketLimits = SOCKET_LIMITS) {
    this.#note = note
    this.#limits = limits
  }

  get size(): number {
    return this.#connections.size
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
    this.#connections.add(connection)
    this.#unknown.set(connection, network)
  }

  /**
   * Whether the account may have one more. A new one is refused rather than an old one closed: pages
   * come back by themselves, and would push each other out without end.
   */
  hasRoomFor(userId: string): boolean {
    const { crowded, ofAccount, ofAccountWhenCrowded } = this.#limits
    const share = this.size > crowded ? ofAccountWhenCrowded : ofAccount
    return (this.#counts.get(userId) ?? 0) < share
  }

  /** The connection is this user's from now on. */
  admit(connection: Connection, userId: string): void {
    if (!this.#unknown.delete(connection)) return
    this.#accounts.set(connection, userId)
    const before = this.#counts.get(userId) ?? 0
    this.#counts.set(userId, before + 1)
    if (before === 0) this.#note(userId, true)
  }

  delete(connection: Connection): void {
    this.#connections.delete(connection)
    this.#unknown.delete(connection)
    const userId = this.#accounts.get(connection)
    if (userId === undefined) return
    this.#accounts.delete(connection)
    const left = (this.#counts.get(userId) ?? 1) - 1
    if (left > 0) this.#counts.set(userId, left)
    else {
      this.#counts.delete(userId)
      this.#note(userId, false)
    }
  }

  all(): readonly Connection[] {
    return [...this.#connections]
  }

  readonly publish: Publish = (event, readers) => {
    // Serialized once for all: a busy public channel has many readers.
    const encoded = encodeEvent(event)
    for (const connection of this.#connections) {
      const { userId } = connection
      if (userId !== null && (readers === null || readers.has(userId))) connection.send(encoded)
    }
  }

  /** Cuts the connections of this user whose session has ended. */
  recheck(userId: string): void {
    for (const connection of this.#connections) {
      if (connection.userId === userId) connection.recheck()
    }
  }

  #dropOldestUnknown(): void {
    const [oldest] = this.#unknown.keys()
    this.#drop(oldest)
  }

  // Without a farewell: who does not authenticate may not answer one either.
  #drop(connection: Connection | undefined): void {
    if (!connection) return
    this.delete(connection)
    connection.terminate()
  }
}
