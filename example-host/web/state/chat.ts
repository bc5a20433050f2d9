import { listOf, memberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import { type Channel, readChannel, readTeam, readUser, type User } from '../api/shapes.js'
import { Announcer } from './announcer.js'
import { ChannelList } from './channel-list.js'
import { ConnectionWatch } from './connection.js'
import { eventHandler } from './events.js'
import { Feeds } from './feeds.js'
import { type ChatState, FIRST_STATE, withEntries } from './model.js'
import { Places } from './places.js'
import { createStore, type Store } from './store.js'
import { markRead } from './unread.js'
import { countWebhooks } from './webhook-counts.js'

/** The number of users to load at the start. Others are loaded when needed. */
const FIRST_USERS = 200
const CHANNELS_PER_PAGE = 200

/** Loads the chat of the signed-in user. */
export class Chat {
  readonly store: Store<ChatState>
  readonly feeds: Feeds
  readonly places: Places
  readonly announcer: Announcer
  readonly #channelList: ChannelList
  readonly #connection: ConnectionWatch

  constructor() {
    this.store = createStore(FIRST_STATE)
    this.feeds = new Feeds(this.store)
    this.announcer = new Announcer(this.store)
    this.places = new Places(this.store, this.feeds)
    this.#channelList = new ChannelList(this.store)
    this.#connection = new ConnectionWatch({
      store: this.store,
      catchUp: () => this.#catchUp(),
      onEvent: eventHandler({
        store: this.store,
        channelList: this.#channelList,
        announcer: this.announcer,
        onRead: (channelId) => void markRead(this.store, channelId),
      }),
    })
  }

  async start(): Promise<void> {
    const { store } = this
    store.set({ started: 'loading' })
    try {
      const [me, teams, config, users] = await Promise.all([
        call('GET', '/users/me'),
        call('GET', '/teams'),
        call('GET', '/config/client?format=old'),
        call('GET', `/users?per_page=${FIRST_USERS}`),
      ])
      const [team] = listOf(teams).map(readTeam)
      const reader = readUser(me)
      const known = [...listOf(users).map(readUser), reader]
      store.set({
        me: reader,
        team: team ?? FIRST_STATE.team,
        mayIntegrate: mayIntegrate(reader, config),
        users: new Map(known.map((user) => [user.id, user])),
      })
      await Promise.all([this.#channelList.load(), this.#loadPublic()])
      store.set({ started: 'ready' })
    } catch {
      store.set({ started: 'failed' })
      return
    }
    this.#connection.start()
    document.addEventListener('visibilitychange', this.#seen)
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#seen)
    this.#connection.stop()
  }

  readonly tryNow = (): void => this.#connection.tryNow()

  /** Opens the direct channel with a user and returns it. */
  async direct(userId: string): Promise<Channel> {
    const { me } = this.store.get()
    const channel = readChannel(await call('POST', '/channels/direct', [me.id, userId]))
    this.store.set(({ channels, own }) => ({
      channels: withEntries(channels, [[channel.id, channel]]),
      own: new Set([...own, channel.id]),
    }))
    return channel
  }

  readonly #seen = (): void => {
    const { channelId } = this.store.get().place
    if (document.visibilityState === 'visible' && channelId !== '') {
      void markRead(this.store, channelId)
      // The reader may come from the console.
      quietly(countWebhooks(this.store, channelId))
    }
  }

  async #loadPublic(): Promise<void> {
    const { team } = this.store.get()
    for (let page = 0, isFull = true; isFull; page++) {
      const query = `page=${page}&per_page=${CHANNELS_PER_PAGE}`
      const found = listOf(await call('GET', `/teams/${team.id}/channels?${query}`))
      this.store.set(({ channels }) => ({
        channels: withEntries(
          channels,
          found.map(readChannel).map((channel) => [channel.id, channel]),
        ),
      }))
      isFull = found.length === CHANNELS_PER_PAGE
    }
  }

  async #catchUp(): Promise<void> {
    const { channelId, rootId } = this.store.get().place
    await this.#channelList.load()
    if (channelId !== '') await this.feeds.catchUp(channelId)
    if (rootId !== '') await this.feeds.openThread(rootId)
  }
}

function mayIntegrate(user: User, config: unknown): boolean {
  if (textOf(config, 'EnableIncomingWebhooks') !== 'true') return false
  return user.admin || memberOf(config, 'EnableOnlyAdminIntegrations') !== 'true'
}
