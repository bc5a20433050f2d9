import { eventPrefix, type Publish } from './event.js'
import type { Connection } from './connection.js'

/** The open connections. */
export class Sockets {
  readonly #connections = new Set<Connection>()

  get size(): number {
    return this.#connections.size
  }

  add(connection: Connection): void {
    this.#connections.add(connection)
  }

  delete(connection: Connection): void {
    this.#connections.delete(connection)
  }

  all(): readonly Connection[] {
    return [...this.#connections]
  }

  readonly publish: Publish = (event, readers) => {
    // Serialized once for all: a busy public channel has many readers.
    const prefix = eventPrefix(event)
    for (const connection of this.#connections) {
      const { userId } = connection
      if (userId !== null && (readers === null || readers.has(userId))) connection.send(prefix)
    }
  }

  /** Cuts the connections of this user whose session has ended. */
  recheck(userId: string): void {
    for (const connection of this.#connections) {
      if (connection.userId === userId) connection.recheck()
    }
  }
}
