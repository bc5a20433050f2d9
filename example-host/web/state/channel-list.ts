import { listOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'
import { readChannel, readUnread, type Unread } from '../api/shapes.js'
import { type ChatState, withEntries } from './model.js'
import type { Store } from './store.js'

/** The user's own channels with their unread counts. Loads never overlap, so that an old answer cannot replace a newer one. */
export class ChannelList {
  readonly #store: Store<ChatState>
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(store: Store<ChatState>) {
    this.#store = store
  }

  /** Loads with a request that is sent from now on. */
  load(): Promise<void> {
    if (!this.#running) return this.#start()
    const again = (): Promise<void> => {
      this.#next = null
      return this.#start()
    }
    this.#next ??= this.#running.then(again, again)
    return this.#next
  }

  get isLoading(): boolean {
    return this.#running !== null
  }

  /** Waits for the load that is under way: what it replaces may not be changed before. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#running])
  }

  #start(): Promise<void> {
    const running = this.#load().finally(() => {
      this.#running = null
    })
    this.#running = running
    return running
  }

  async #load(): Promise<void> {
    const { team } = this.#store.get()
    const path = `/users/me/teams/${team.id}/channels`
    const own = listOf(await call('GET', path)).map(readChannel)
    // Afterwards, so that what is counted is never older than the list.
    const unread = listOf(await call('GET', `${path}/members`)).map((each): [string, Unread] => [
      textOf(each, 'channel_id'),
      readUnread(each),
    ])
    this.#store.set(({ channels: known, place }) => ({
      channels: withEntries(
        known,
        own.map((channel) => [channel.id, channel]),
      ),
      own: new Set(own.map(({ id }) => id)),
      unread: new Map(
        unread.map(([id, each]) => [
          id,
          id === place.channelId ? { ...each, posts: 0, mentions: 0 } : each,
        ]),
      ),
    }))
  }
}
