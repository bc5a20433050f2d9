import { parsed, textOf, textsOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import { NOTHING_UNREAD, type Post, readChannel, readPost, readUser } from '../api/shapes.js'
import type { ServerEvent } from '../api/socket.js'
import type { Announcer } from './announcer.js'
import { arrived } from './arrival.js'
import { removePost } from './changing.js'
import type { ChannelList } from './channel-list.js'
import { keepChannel } from './membership.js'
import { type ChatState, withEntries } from './model.js'
import { authorOf, channelName } from './names.js'
import { incidentWords } from './incidents.js'
import type { Store } from './store.js'

interface Parts {
  readonly store: Store<ChatState>
  readonly channelList: ChannelList
  readonly announcer: Announcer
  /** Called when a new post is visible in the shown channel. */
  readonly onRead: (channelId: string) => void
}

/** Handlers of websocket events. */
export function eventHandler(parts: Parts): (event: ServerEvent) => void {
  const { store, channelList, announcer, onRead } = parts
  const posted = async (data: unknown): Promise<void> => {
    const post = readPost(parsed(textOf(data, 'post')))
    if (post.id === '') return
    const isNew = !store.get().posts.has(post.id)
    await knowAuthor(store, post)
    store.set((state) => arrived(state, post))
    if (!isNew) return
    if (!store.get().channels.has(post.channelId)) await channelList.load()
    else await channelList.settled()
    const calls = textsOf(parsed(textOf(data, 'mentions')))
    notice(post, calls.includes(store.get().me.id))
  }
  const notice = (post: Post, isMention: boolean): void => {
    const { me, place } = store.get()
    if (post.userId === me.id && post.props['from_webhook'] !== 'true') return
    if (post.channelId === place.channelId && document.visibilityState === 'visible') {
      onRead(post.channelId)
    } else count(store, post, isMention)
    announce(post, isMention)
  }
  const announce = (post: Post, isMention: boolean): void => {
    const state = store.get()
    const channel = state.channels.get(post.channelId)
    if (!channel || post.props['silent_notification'] === true || isTold(post, state)) return
    const name = channelName(channel, state)
    if (isMention) announcer.mention(authorOf(post, state).name, name)
    else announcer.message(name)
  }
  /** The state of an alert that a reader sees, when it changes. */
  const tellIncident = (before: Post, post: Post): void => {
    const words = incidentWords(post)
    const isShown = post.channelId === store.get().place.channelId
    if (isShown && words !== '' && words !== incidentWords(before)) {
      announcer.say(`${authorOf(post, store.get()).name}: ${words}`)
    }
  }
  const channelUpdated = async (data: unknown): Promise<void> => {
    const channel = readChannel(parsed(textOf(data, 'channel')))
    await channelList.settled()
    if (store.get().channels.has(channel.id)) keepChannel(store, channel)
  }
  return ({ name, data }) => {
    if (name === 'posted') quietly(posted(data))
    else if (name === 'post_edited') {
      const post = readPost(parsed(textOf(data, 'post')))
      const before = store.get().posts.get(post.id)
      if (!before) return
      store.set((state) => arrived(state, post))
      tellIncident(before, post)
    } else if (name === 'post_deleted') {
      const post = readPost(parsed(textOf(data, 'post')))
      removePost(store, post)
      // The server knows whether it was read.
      const wasUnread = (store.get().unread.get(post.channelId)?.posts ?? 0) > 0
      if (wasUnread || channelList.isLoading) quietly(channelList.load())
    } else if (name === 'channel_updated') quietly(channelUpdated(data))
    else if (
      /^(channel_created|channel_deleted|direct_added|user_added|user_removed)$/.test(name)
    ) {
      quietly(channelList.load())
    }
  }
}

/** Whether it repeats a change of state in the channel that is shown, which has just been told. */
function isTold({ channelId, rootId, props }: Post, { place, posts }: ChatState): boolean {
  const root = posts.get(rootId)
  const isReply =
    root !== undefined && props['from_webhook'] === 'true' && incidentWords(root) !== ''
  return isReply && channelId === place.channelId
}

// A count from the server may hold the post already, as its answer can overtake the event.
function count(store: Store<ChatState>, post: Post, isMention: boolean): void {
  store.set(({ unread }) => {
    const known = unread.get(post.channelId) ?? NOTHING_UNREAD
    if (post.createAt <= known.countedTo) return {}
    const more = {
      ...known,
      posts: known.posts + 1,
      mentions: known.mentions + (isMention ? 1 : 0),
    }
    return { unread: withEntries(unread, [[post.channelId, more]]) }
  })
}

async function knowAuthor(store: Store<ChatState>, { userId }: Post): Promise<void> {
  if (store.get().users.has(userId)) return
  try {
    const user = readUser(await call('GET', `/users/${userId}`))
    store.set(({ users }) => ({ users: withEntries(users, [[userId, user]]) }))
  } catch {
    // A failure to load the author must not lose the message.
  }
}
