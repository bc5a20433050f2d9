import {
  listOf,
  memberOf,
  numberOf,
  parsed,
  textOf,
  textsOf,
} from 'express-incoming-webhooks-ui/wire'
import { readToken } from 'express-incoming-webhooks-ui/token'
import { addressBelow, call, callAll, quietly, signedOut } from '../api/call.js'
import { type Post, readChannel, readPost, readTeam, readUser, type User } from '../api/shapes.js'
import { announceMention, announceMessage, say } from './announcer.js'
import { arrived, removePost } from './posts.js'
import {
  countWebhooks,
  isLoading,
  keepChannels,
  loadChannels,
  markRead,
  settled,
} from './channels.js'
import { incidentWords } from './incidents.js'
import { type ChatState, FIRST_STATE, store, unreadOf, withAll } from './store.js'
import { authorOf, channelName, isBy, isByHook } from './names.js'
import { catchUp, knowUsers, openThread } from './feeds.js'
import { startAgain } from './session.js'

/** Takes in an event of the websocket. */
function onEvent(name: string, data: unknown): void {
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

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** The time without messages before a ping, and the time to wait for the reply. */
const QUIET_MS = 30_000
const ANSWER_MS = 5_000
/** The time without a connection before a banner is shown. */
const TOLD_AFTER_MS = 1_000
const WARNED_AFTER_MS = 120_000

type Timer = ReturnType<typeof setTimeout>

let socket: WebSocket | null = null
let retry: Timer | undefined
let quiet: Timer | undefined
let banners: Timer[] = []
let failures = 0
let seq = 1
/** Called when the reply to the message of a number has come, or the connection is lost. */
const awaited = new Map<number, () => void>()

/** Keeps the websocket connected from now on, and the state of the connection in the store. */
function connect(): void {
  tryNow()
  addEventListener('online', tryNow)
}

/** Connects at once if it is not connected. */
export function tryNow(): void {
  clearTimeout(retry)
  if (socket) return
  const url = addressBelow('api/v4/websocket')
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const begun = new WebSocket(url)
  socket = begun
  begun.onopen = () => {
    ask('authentication_challenge', { token: readToken() ?? '' })
    awaitMessage()
  }
  begun.onmessage = ({ data }) => receive(parsed(String(data)))
  begun.onclose = () => {
    if (socket === begun) lost()
  }
}

function ask(action: string, data: object): void {
  if (socket?.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ seq: seq++, action, data }))
}

/**
 * Reports the channel that is open, whose events come then, also without a membership. Resolves when they
 * do; without a connection, at once.
 */
export async function reportOpen(channelId: string): Promise<void> {
  if (socket?.readyState !== WebSocket.OPEN) return
  const number = seq
  ask('presence', { channel_id: channelId })
  await new Promise<void>((resolve) => awaited.set(number, resolve))
}

function replied(number: number): void {
  awaited.get(number)?.()
  awaited.delete(number)
}

function receive(message: unknown): void {
  awaitMessage()
  const name = textOf(message, 'event')
  if (name === 'hello') {
    failures = 0
    if (textOf(memberOf(message, 'broadcast'), 'user_id') === store.get().me.id) void loadMissed()
    else startAgain()
  } else if (numberOf(memberOf(message, 'error'), 'status_code') === 401) signedOut()
  else if (name === '') replied(numberOf(message, 'seq_reply'))
  else onEvent(name, memberOf(message, 'data'))
}

// A pulled cable does not close a connection, so it counts as lost if a ping gets no reply.
function awaitMessage(): void {
  clearTimeout(quiet)
  quiet = setTimeout(() => {
    ask('ping', {})
    quiet = setTimeout(() => {
      socket?.close()
      lost()
    }, ANSWER_MS)
  }, QUIET_MS)
}

/** Loads everything that was missed. The banner stays until it is loaded. */
async function loadMissed(): Promise<void> {
  const opened = socket
  const { channelId, rootId } = store.get().place
  try {
    await reportOpen(channelId)
    await loadChannels()
    if (channelId !== '') await catchUp(channelId)
    if (rootId !== '') await openThread(rootId)
  } catch {
    // The banner stays; the next connection catches up.
    return
  }
  if (socket !== opened) return
  banners.forEach(clearTimeout)
  banners = []
  store.set({ connection: 'on' })
}

function lost(): void {
  clearTimeout(quiet)
  socket = null
  for (const number of awaited.keys()) replied(number)
  // After a restart all clients reconnect, so the delay is random.
  const wait = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS)
  retry = setTimeout(tryNow, wait * (0.5 + Math.random()))
  if (banners.length > 0) return
  store.set({ connection: 'lost' })
  banners = [
    setTimeout(() => store.set({ connection: 'reconnecting' }), TOLD_AFTER_MS),
    setTimeout(() => store.set({ connection: 'off' }), WARNED_AFTER_MS),
  ]
}

/** The number of users to load at the start. Others are loaded when needed. */
const FIRST_USERS = 200

/** Loads the chat of the signed-in user. */
export async function startChat(): Promise<void> {
  try {
    await load()
    store.set({ started: 'ready' })
  } catch {
    store.set({ started: 'failed' })
    return
  }
  connect()
  document.addEventListener('visibilitychange', onVisibility)
}

async function load(): Promise<void> {
  const [me, teams, config, users] = await Promise.all([
    call('GET', '/users/me'),
    call('GET', '/teams'),
    call('GET', '/config/client?format=old'),
    call('GET', `/users?per_page=${FIRST_USERS}`),
  ])
  const [team = FIRST_STATE.team] = listOf(teams).map(readTeam)
  const reader = readUser(me)
  store.set({
    me: reader,
    team,
    mayIntegrate: mayIntegrate(reader, config),
    users: withAll(FIRST_STATE.users, [...listOf(users).map(readUser), reader]),
  })
  const [open] = await Promise.all([callAll(`/teams/${team.id}/channels`), loadChannels()])
  keepChannels(open.map(readChannel))
}

function mayIntegrate(user: User, config: unknown): boolean {
  if (textOf(config, 'EnableIncomingWebhooks') !== 'true') return false
  return user.admin || memberOf(config, 'EnableOnlyAdminIntegrations') !== 'true'
}

function onVisibility(): void {
  const { channelId } = store.get().place
  if (document.visibilityState !== 'visible' || channelId === '') return
  void markRead(channelId)
  // The reader may come from the console.
  quietly(countWebhooks(channelId))
}
