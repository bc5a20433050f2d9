import type { HookUser } from 'express-incoming-webhooks'
import type { ChatStore, Following } from '../store/index.js'
import { readable } from './calls.js'
import type { Connection } from './connection.js'

/** A user who is connected to this node. */
interface Reader {
  readonly userId: string
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
  readonly #members = new Map<string, Set<string>>()
  readonly #viewers = new Map<string, Set<Connection>>()
  readonly #viewed = new Map<Connection, string>()

  constructor(store: ChatStore, following: Following) {
    this.#store = store
    this.#following = following
  }

  /** The connected members of a channel. */
  membersOf(channelId: string): ReadonlySet<string> {
    return this.#members.get(channelId) ?? new Set()
  }

  /** The connections on which a channel is open. */
  viewersOf(channelId: string): ReadonlySet<Connection> {
    return this.#viewers.get(channelId) ?? new Set()
  }

  /** A user has connected. Resolves when the events of the user's channels come. */
  async enter(userId: string): Promise<void> {
    const known = this.#users.get(userId)
    if (known) return known.ready
    const reader: Reader = { userId, channels: new Set(), ready: Promise.resolve() }
    this.#users.set(userId, reader)
    reader.ready = this.#load(reader)
    return reader.ready
  }

  /** The last connection of a user has ended. */
  leave(userId: string): void {
    const { channels = [] } = this.#users.get(userId) ?? {}
    this.#users.delete(userId)
    this.#following.delete([userId])
    for (const id of channels) this.#takeOut(this.#members, id, userId)
  }

  /** Users have become members of a channel, whose posts after `since` are told, too. */
  async join(userIds: readonly string[], channelId: string, since?: number): Promise<void> {
    const readers = await this.#settled(userIds)
    for (const { userId, channels } of readers) {
      channels.add(channelId)
      put(this.#members, channelId, userId)
    }
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
    for (const { channels } of await this.#settled([userId])) {
      if (channels.delete(channelId)) this.#takeOut(this.#members, channelId, userId)
    }
  }

  /** A user has opened a channel. Throws if the user may not read it. Empty: none is open. */
  async open(connection: Connection, user: HookUser, channelId: string): Promise<void> {
    this.close(connection)
    if (channelId === '') return
    const store = this.#store
    const { id, type } = await readable({ store, user }, await store.channels.byId(channelId))
    // What a member may read ends with the membership.
    const isOpenToAll = type === 'public' || user.admin
    if (!isOpenToAll || connection.userId === null) return
    this.#viewed.set(connection, id)
    put(this.#viewers, id, connection)
    await this.#following.add([id])
  }

  /** No channel is open on a connection any more. */
  close(connection: Connection): void {
    const id = this.#viewed.get(connection)
    if (id === undefined) return
    this.#viewed.delete(connection)
    this.#takeOut(this.#viewers, id, connection)
  }

  async #load(reader: Reader): Promise<void> {
    const { userId } = reader
    const { teams, channels } = this.#store
    // Before the channels are read, so that no change of them is missed.
    await this.#following.add([userId])
    const lists = await Promise.all(teams.map(async ({ id }) => channels.channelsOf(userId, id)))
    if (this.#users.get(userId) !== reader) return
    for (const { id } of lists.flat()) {
      reader.channels.add(id)
      put(this.#members, id, userId)
    }
    await this.#following.add([...reader.channels])
  }

  /** Those of the users who are connected, when it is known what they read. */
  async #settled(userIds: readonly string[]): Promise<readonly Reader[]> {
    const known = (): Reader[] => userIds.flatMap((id) => this.#users.get(id) ?? [])
    await Promise.allSettled(known().map(({ ready }) => ready))
    return known()
  }

  #takeOut<Each>(map: Map<string, Set<Each>>, channelId: string, each: Each): void {
    const left = map.get(channelId)
    left?.delete(each)
    if (left?.size === 0) map.delete(channelId)
    if (this.#members.has(channelId) || this.#viewers.has(channelId)) return
    this.#following.delete([channelId])
  }
}

function put<Each>(map: Map<string, Set<Each>>, channelId: string, each: Each): void {
  const known = map.get(channelId)
  if (known) known.add(each)
  else map.set(channelId, new Set([each]))
}
