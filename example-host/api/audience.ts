import type { HookUser } from 'express-incoming-webhooks'
import type { ChatStore, Following } from '../store/index.js'
import { readable } from './calls.js'
import type { Connection } from './connection.js'

/** A user who is connected to this node. */
interface Reader {
  readonly userId: string
  readonly connections: Set<Connection>
  /** The channels that the user is a member of. */
  readonly channels: Set<string>
  /** Resolves when they are known, and followed. */
  ready: Promise<void>
}

/**
 * Whom the events of a channel reach: its members who are connected to this node, and who has it open. The
 * store is made to follow these channels and users, and no others.
 */
export class Audience {
  readonly #store: ChatStore
  readonly #following: Following
  readonly #users = new Map<string, Reader>()
  /** By channel. */
  readonly #readers = new Map<string, Set<Connection>>()
  readonly #viewed = new Map<Connection, string>()

  constructor(store: ChatStore, following: Following) {
    this.#store = store
    this.#following = following
  }

  /** The connections of a user. */
  of(userId: string): ReadonlySet<Connection> {
    return this.#users.get(userId)?.connections ?? new Set()
  }

  /** The connected members of a channel. */
  membersOf(channelId: string): readonly string[] {
    const members = [...this.#users.values()].filter(({ channels }) => channels.has(channelId))
    return members.map(({ userId }) => userId)
  }

  /** The connections of whoever reads a channel: of its members, and on which it is open. */
  readersOf(channelId: string): ReadonlySet<Connection> {
    return this.#readers.get(channelId) ?? new Set()
  }

  /** A user has connected. Resolves when the events of the user's channels come. */
  async enter(connection: Connection, userId: string): Promise<void> {
    const known = this.#users.get(userId)
    if (known) {
      known.connections.add(connection)
      for (const id of known.channels) this.#put(id, connection)
      return known.ready
    }
    const connections = new Set([connection])
    const reader = { userId, connections, channels: new Set<string>(), ready: Promise.resolve() }
    this.#users.set(userId, reader)
    reader.ready = this.#load(reader)
    return reader.ready
  }

  /** A connection of a user has ended. */
  leave(connection: Connection, userId: string): void {
    this.#close(connection, userId)
    const reader = this.#users.get(userId)
    for (const id of reader?.channels ?? []) this.#takeOut(id, connection)
    reader?.connections.delete(connection)
    if (reader?.connections.size !== 0) return
    this.#users.delete(userId)
    this.#following.delete([userId])
  }

  /** Users have become members of a channel, whose posts after `since` are told, too. */
  async join(userIds: readonly string[], channelId: string, since?: number): Promise<void> {
    const readers = await this.#settled(userIds)
    for (const reader of readers) this.#add(reader, channelId)
    if (readers.length > 0) await this.#following.add([channelId], since)
  }

  /** The same for all members of a channel. */
  async joinAll(channelId: string, since?: number): Promise<void> {
    if (this.#users.size === 0) return
    const connected = [...this.#users.keys()]
    await this.join(await this.#store.channels.membersAmong(channelId, connected), channelId, since)
  }

  /** A user is not a member of a channel any more. */
  async part(userId: string, channelId: string): Promise<void> {
    for (const { channels, connections } of await this.#settled([userId])) {
      if (!channels.delete(channelId)) continue
      for (const connection of connections) {
        if (this.#viewed.get(connection) !== channelId) this.#takeOut(channelId, connection)
      }
    }
  }

  /** A user has opened a channel. Throws if the user may not read it. Empty: none is open. */
  async open(connection: Connection, user: HookUser, channelId: string): Promise<void> {
    this.#close(connection, user.id)
    if (channelId === '') return
    const store = this.#store
    const { id, type } = await readable({ store, user }, await store.channels.byId(channelId))
    // What a member may read ends with the membership.
    const isOpenToAll = type === 'public' || user.admin
    if (!isOpenToAll || connection.userId === null) return
    this.#viewed.set(connection, id)
    this.#put(id, connection)
    await this.#following.add([id])
  }

  /** No channel is open on a connection any more. */
  #close(connection: Connection, userId: string): void {
    const id = this.#viewed.get(connection)
    if (id === undefined) return
    this.#viewed.delete(connection)
    if (this.#users.get(userId)?.channels.has(id) !== true) this.#takeOut(id, connection)
  }

  async #load(reader: Reader): Promise<void> {
    const { userId } = reader
    const { teams, channels } = this.#store
    // Before the channels are read, so that no change of them is missed.
    await this.#following.add([userId])
    const lists = await Promise.all(teams.map(async ({ id }) => channels.channelsOf(userId, id)))
    if (this.#users.get(userId) !== reader) return
    for (const { id } of lists.flat()) this.#add(reader, id)
    await this.#following.add([...reader.channels])
  }

  /** Those of the users who are connected, when it is known what they read. */
  async #settled(userIds: readonly string[]): Promise<readonly Reader[]> {
    const known = (): Reader[] => userIds.flatMap((id) => this.#users.get(id) ?? [])
    await Promise.allSettled(known().map(({ ready }) => ready))
    return known()
  }

  #add({ channels, connections }: Reader, channelId: string): void {
    channels.add(channelId)
    for (const connection of connections) this.#put(channelId, connection)
  }

  #put(channelId: string, connection: Connection): void {
    const readers = this.#readers.get(channelId)
    if (readers) readers.add(connection)
    else this.#readers.set(channelId, new Set([connection]))
  }

  #takeOut(channelId: string, connection: Connection): void {
    const left = this.#readers.get(channelId)
    left?.delete(connection)
    if (left?.size !== 0) return
    this.#readers.delete(channelId)
    this.#following.delete([channelId])
  }
}
