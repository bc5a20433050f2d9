import { parsed, textOf, textsOf } from 'express-incoming-webhooks-ui/wire'
import { quietly } from '../api/call.js'
import { type Post, readChannel, readPost } from '../api/shapes.js'
import { announceMention, announceMessage, say } from './announcer.js'
import { arrived } from './arrival.js'
import { removePost } from './sending.js'
import { isLoading, keepChannels, loadChannels, settled } from './channels.js'
import { incidentWords } from './incidents.js'
import { type ChatState, store, unreadOf } from './store.js'
import { authorOf, channelName, isBy, isByHook } from './names.js'
import { markRead } from './listed.js'
import { knowUsers } from './feeds.js'

/** Takes in an event of the websocket. */
export function onEvent(name: string, data: unknown): void {
  const post = readPost(parsed(textOf(data, 'post')))
  if (name === 'posted') quietly(posted(post, data))
  else if (name === 'post_edited') edited(post)
  else if (name === 'post_deleted') deleted(post)
  else if (name === 'channel_updated') quietly(channelUpdated(data))
  else if (/^(channel_created|channel_deleted|direct_added|user_added|user_removed)$/.test(name)) {
    quietly(loadChannels())
  }
}

async function posted(post: Post, data: unknown): Promise<void> {
  if (post.id === '') return
  const isNew = !store.get().posts.has(post.id)
  // A failure to load the author must not lose the message.
  await knowUsers([post]).catch(() => undefined)
  store.set((state) => arrived(state, post))
  if (!isNew) return
  if (!store.get().channels.has(post.channelId)) await loadChannels()
  else await settled()
  const state = store.get()
  if (isBy(post, state.me)) return
  const isMention = textsOf(parsed(textOf(data, 'mentions'))).includes(state.me.id)
  if (isShown(post, state) && document.visibilityState === 'visible') void markRead(post.channelId)
  else count(post, isMention)
  announce(post, isMention)
}

function edited(post: Post): void {
  const before = store.get().posts.get(post.id)
  if (!before) return
  store.set((state) => arrived(state, post))
  // The state of an alert that a reader sees, when it changes.
  const words = incidentWords(post)
  if (isShown(post, store.get()) && words !== '' && words !== incidentWords(before)) {
    say(words)
  }
}

function deleted(post: Post): void {
  removePost(post)
  // The server knows whether it was read.
  const wasUnread = unreadOf(store.get(), post.channelId).posts > 0
  if (wasUnread || isLoading()) quietly(loadChannels())
}

async function channelUpdated(data: unknown): Promise<void> {
  const channel = readChannel(parsed(textOf(data, 'channel')))
  await settled()
  if (store.get().channels.has(channel.id)) keepChannels([channel])
  // It may have been archived until now.
  else await loadChannels()
}

function announce(post: Post, isMention: boolean): void {
  const state = store.get()
  const channel = state.channels.get(post.channelId)
  if (!channel || post.props['silent_notification'] === true || isTold(post, state)) return
  const name = channelName(channel, state)
  if (isMention) announceMention(authorOf(post, state).ownName, name)
  else announceMessage(name)
}

function isShown({ channelId }: Post, { place }: ChatState): boolean {
  return channelId === place.channelId
}

/** Whether it repeats a change of state in the channel that is shown, which has just been told. */
function isTold(post: Post, state: ChatState): boolean {
  const root = state.posts.get(post.rootId)
  return isShown(post, state) && isByHook(post) && root !== undefined && incidentWords(root) !== ''
}

// A count from the server may hold the post already, as its answer can overtake the event.
function count({ channelId, createAt }: Post, isMention: boolean): void {
  store.set((state) => {
    const known = unreadOf(state, channelId)
    if (createAt <= known.countedTo) return {}
    const { posts, mentions } = known
    const more = { ...known, posts: posts + 1, mentions: mentions + (isMention ? 1 : 0) }
    return { unread: new Map(state.unread).set(channelId, more) }
  })
}
