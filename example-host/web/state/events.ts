import { listOf, parsed, textOf, textsOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import {
  NOTHING_UNREAD,
  type Post,
  readChannel,
  readPost,
  readUnread,
  readUser,
  type Unread,
} from '../api/shapes.js'
import type { ServerEvent } from '../api/socket.js'
import type { Announcer } from './announcer.js'
import { arrived } from './arrival.js'
import { removePost } from './changing.js'
import { type ChatState, withEntries } from './model.js'
import { authorOf, channelName } from './names.js'
import type { Store } from './store.js'

interface Parts {
  readonly store: Store<ChatState>
  readonly announcer: Announcer
  /** Called when a new post is visible in the shown channel. */
  readonly onRead: (channelId: string) => void
}

/** Handlers of websocket events. */
export function eventHandler({ store, announcer, onRead }: Parts): (event: ServerEvent) => void {
  const posted = async (data: unknown): Promise<void> => {
    const post = readPost(parsed(textOf(data, 'post')))
    if (post.id === '') return
    const isNew = !store.get().posts.has(post.id)
    await knowAuthor(store, post)
    store.set((state) => arrived(state, post))
    if (!isNew) return
    if (!store.get().channels.has(post.channelId)) await loadChannels(store)
    const calls = textsOf(parsed(textOf(data, 'mentions')))
    notice(post, calls.includes(store.get().me.id))
  }
  const notice = (post: Post, isMention: boolean): void => {
    const { me, place } = store.get()
    if (post.userId === me.id && post.props['from_webhook'] !== 'true') return
    if (post.channelId === place.channelId && document.visibilityState === 'visible') {
      onRead(post.channelId)
    } else count(store, post.channelId, isMention)
    announce(post, isMention)
  }
  const announce = (post: Post, isMention: boolean): void => {
    const state = store.get()
    const channel = state.channels.get(post.channelId)
    if (!channel || post.props['silent_notification'] === true) return
    const name = channelName(channel, state)
    if (isMention) announcer.mention(authorOf(post, state).name, name)
    else announcer.message(name)
  }
  return ({ name, data }) => {
    if (name === 'posted') quietly(posted(data))
    else if (name === 'post_edited') {
      const post = readPost(parsed(textOf(data, 'post')))
      if (store.get().posts.has(post.id)) store.set((state) => arrived(state, post))
    } else if (name === 'post_deleted') {
      const post = readPost(parsed(textOf(data, 'post')))
      removePost(store, post)
      // The server knows whether it was read.
      if ((store.get().unread.get(post.channelId)?.posts ?? 0) > 0) quietly(loadChannels(store))
    } else if (
      /^(channel_created|channel_deleted|direct_added|user_added|user_removed)$/.test(name)
    ) {
      quietly(loadChannels(store))
    }
  }
}

/** Reloads the channel list with unread counts. */
export async function loadChannels(store: Store<ChatState>): Promise<void> {
  const { team, place } = store.get()
  const path = `/users/me/teams/${team.id}/channels`
  const [channels, members] = await Promise.all([call('GET', path), call('GET', `${path}/members`)])
  const own = listOf(channels).map(readChannel)
  const unread = listOf(members).map((each): [string, Unread] => [
    textOf(each, 'channel_id'),
    readUnread(each),
  ])
  store.set((state) => ({
    channels: withEntries(
      state.channels,
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

function count(store: Store<ChatState>, channelId: string, isMention: boolean): void {
  store.set(({ unread }) => {
    const known = unread.get(channelId) ?? NOTHING_UNREAD
    const more = {
      ...known,
      posts: known.posts + 1,
      mentions: known.mentions + (isMention ? 1 : 0),
    }
    return { unread: withEntries(unread, [[channelId, more]]) }
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
