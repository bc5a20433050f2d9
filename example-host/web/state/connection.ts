import { readToken } from 'express-incoming-webhooks-ui/token'
import { memberOf, numberOf, parsed, textOf } from 'express-incoming-webhooks-ui/wire'
import { signedOut } from '../api/call.js'
import { addressBelow } from '../api/root.js'
import { loadChannels } from './channels.js'
import { onEvent } from './events.js'
import { catchUp, openThread } from './feeds.js'
import { startAgain } from './session.js'
import { store } from './store.js'

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
export function connect(): void {
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
