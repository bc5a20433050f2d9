import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Channel, readChannel, readPost } from '../api/shapes.js'
import { channelPath, readAddress } from './addresses.js'
import type { Feeds } from './feeds.js'
import { countPeople } from './membership.js'
import { type ChatState, NOWHERE, type Place, type PlaceFault, withEntries } from './model.js'
import type { Store } from './store.js'
import { markRead } from './unread.js'
import { countWebhooks } from './webhook-counts.js'

/** Of addresses that lead nowhere for this reader. */
const MISSING = new Set([400, 403, 404])

type Target = { readonly channel: Channel } & Pick<Place, 'rootId' | 'postId' | 'markedId'>

function faultOf(error: unknown): PlaceFault {
  if (!(error instanceof CallError)) return { isMissing: false, requestId: '' }
  return { isMissing: MISSING.has(error.status), requestId: error.requestId }
}

/** The reader's place: the URL and its content. */
export class Places {
  readonly #store: Store<ChatState>
  readonly #feeds: Feeds
  #showings = 0

  constructor(store: Store<ChatState>, feeds: Feeds) {
    this.#store = store
    this.#feeds = feeds
  }

  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, '', path)
    void this.show()
  }

  goTo({ name }: Channel): void {
    this.go(channelPath(this.#store.get().team.name, name))
  }

  openThread(rootId: string): void {
    this.#thread(rootId)
  }

  closeThread(): void {
    this.#thread('')
  }

  openCard(cardId: string): void {
    this.#store.set(({ place }) => ({ place: { ...place, cardId } }))
  }

  /** Shows the content of the URL. */
  async show(): Promise<void> {
    const address = readAddress(location)
    if (address.page === 'sign-in' || address.page === 'unknown') return
    const showing = ++this.#showings
    try {
      const found = await (address.page === 'channel'
        ? this.#findChannel(address.name, address.rootId)
        : this.#findPost(address.postId, address.rootId))
      if (this.#isLatest(showing)) await this.#open(found)
    } catch (error) {
      if (!this.#isLatest(showing)) return
      const { place } = this.#store.get()
      const stays = isUnanswered(error) && place.channelId !== ''
      if (stays) return
      this.#store.set({ place: { ...NOWHERE, fault: faultOf(error) } })
    }
  }

  /** The reader may have gone on to another place while this one was loaded. */
  #isLatest(showing: number): boolean {
    return showing === this.#showings
  }

  async #findChannel(name: string, rootId: string): Promise<Target> {
    const channel = this.#known(name) ?? (await this.#find(name))
    return { channel, rootId, postId: '', markedId: '' }
  }

  async #findPost(postId: string, rootId: string): Promise<Target> {
    const post = readPost(await call('GET', `/posts/${encodeURIComponent(postId)}`))
    const { channels } = this.#store.get()
    const channel =
      channels.get(post.channelId) ??
      this.#keep(readChannel(await call('GET', `/channels/${post.channelId}`)))
    const shown = post.rootId === '' ? post.id : post.rootId
    return { channel, rootId: rootId || post.rootId, postId: shown, markedId: post.id }
  }

  async #open({ channel, rootId, postId, markedId }: Target): Promise<void> {
    const { place } = this.#store.get()
    const isSame = place.channelId === channel.id && place.postId === postId
    this.#store.set({ place: { ...NOWHERE, channelId: channel.id, rootId, postId, markedId } })
    const thread = rootId === '' ? Promise.resolve() : this.#feeds.openThread(rootId)
    if (!isSame) {
      await this.#feeds.open(channel.id, postId)
      if (document.visibilityState === 'visible') void markRead(this.#store, channel.id)
      quietly(this.#describe(channel))
    }
    await thread
  }

  #thread(rootId: string): void {
    const url = new URL(location.href)
    if (rootId === '') url.searchParams.delete('thread')
    else url.searchParams.set('thread', rootId)
    history.pushState(null, '', url)
    this.#store.set(({ place }) => ({ place: { ...place, rootId, cardId: '' } }))
    if (rootId !== '') void this.#feeds.openThread(rootId)
  }

  #known(name: string): Channel | null {
    const { channels } = this.#store.get()
    for (const channel of channels.values()) if (channel.name === name) return channel
    return null
  }

  async #find(name: string): Promise<Channel> {
    const { team } = this.#store.get()
    const path = `/teams/${team.id}/channels/name/${encodeURIComponent(name)}`
    return this.#keep(readChannel(await call('GET', path)))
  }

  #keep(channel: Channel): Channel {
    this.#store.set(({ channels }) => ({
      channels: withEntries(channels, [[channel.id, channel]]),
    }))
    return channel
  }

  /** Loads the number of members, and of webhooks that the user manages there. */
  async #describe({ id }: Channel): Promise<void> {
    await countPeople(this.#store, id)
    await countWebhooks(this.#store, id)
  }
}
