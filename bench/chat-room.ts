import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type RawData, WebSocket } from 'ws'
import { signIn } from '../test/support/chat-host.js'
import { type ExampleHost, startExampleHost } from '../test/support/example-host.js'
import { makeHookChannel } from '../test/support/hook-channel.js'
import { ROOT } from '../test/support/root.js'
import type { Usage } from './child.js'
import type { Hook } from './load.js'
import { startChild, usageOf } from './targets.js'

const HOOKS = '/hooks/'
const CHANNELS = 10
/** People of a channel, each connected. */
const READERS = 2
/** Nothing more arrives once nothing has in this time, in milliseconds. */
const QUIET_MS = 300
const PASSWORD = 'a password of the bench'
const PRELOAD = pathToFileURL(join(ROOT, 'dist/bench/preload.js')).href

/** The example host in a process of its own, with private channels whose members are connected. */
export interface ChatRoom {
  readonly hook: Hook
  /** The key to whose channel a client posts. */
  readonly keyFor: (client: number) => string
  usage(): Promise<Usage>
  /** How many events of posts the members have received, once nothing more arrives. */
  readonly received: () => Promise<number>
  stop(): Promise<void>
}

export async function openChatRoom(env: Readonly<Record<string, string>>): Promise<ChatRoom> {
  const host = await startExampleHost({ preload: PRELOAD, env })
  const arrivals = createArrivals()
  const keys: string[] = []
  for (let number = 0; number < CHANNELS; number += 1) {
    const { channelId, hookPath } = await makeHookChannel(host, `room-${number}`, 'P')
    keys.push(hookPath.slice(HOOKS.length))
    for (let reader = 0; reader < READERS; reader += 1) {
      arrivals.of(await connect(host, channelId, `reader-${number}-${reader}`))
    }
  }
  return {
    hook: { url: host.url + HOOKS },
    keyFor: (client) => keys[client % keys.length] ?? '',
    usage: () => usageOf(host.child),
    received: arrivals.received,
    stop: async () => {
      arrivals.end()
      await host.stop()
    },
  }
}

/** The same with `chat-bare.ts` instead of the example host. */
export async function openBareRoom(url: string): Promise<ChatRoom> {
  const target = await startChild('chat-bare', { DATABASE_URL: url })
  const arrivals = createArrivals()
  for (let number = 0; number < CHANNELS * READERS; number += 1) {
    const socket = new WebSocket(`${target.hook.url.replace('http', 'ws')}${number % CHANNELS}`)
    await once(socket, 'message')
    arrivals.of(socket)
  }
  return {
    ...target,
    keyFor: (client) => String(client % CHANNELS),
    received: arrivals.received,
    stop: async () => {
      arrivals.end()
      await target.stop()
    },
  }
}

/** Counts the posts that readers are told of. */
function createArrivals() {
  const sockets: WebSocket[] = []
  let received = 0
  const count = (data: RawData): void => {
    if (Buffer.isBuffer(data) && data.toString().startsWith('{"event":"post')) received += 1
  }
  return {
    of: (socket: WebSocket): void => {
      sockets.push(socket.on('message', count))
    },
    received: async (): Promise<number> => {
      let before = -1
      while (before !== received) {
        before = received
        await delay(QUIET_MS)
      }
      return received
    },
    end: (): void => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** A new member of the channel, connected. */
async function connect(host: ExampleHost, channelId: string, username: string): Promise<WebSocket> {
  const email = `${username}@example.test`
  const user = await host.api('POST', '/users', { username, email, password: PASSWORD })
  const { id } = user as { readonly id: string }
  await host.api('POST', `/channels/${channelId}/members`, { user_id: id })
  const token = await signIn(host.url, { login_id: username, password: PASSWORD })
  const headers = { Authorization: `Bearer ${token}` }
  const socket = new WebSocket(`${host.url.replace('http', 'ws')}/api/v4/websocket`, { headers })
  await once(socket, 'message')
  return socket
}
