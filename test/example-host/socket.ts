import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { member } from './chat.js'

/** A websocket that remembers what came. */
export interface Socket {
  readonly ws: WebSocket
  readonly messages: readonly unknown[]
  send(message: object | string): void
  /** Authenticates, and returns when the server has said hello. */
  signIn(token: string): Promise<void>
  events(name: string): readonly unknown[]
  /** Waits until so many of these events have come. */
  wait(name: string, count: number): Promise<readonly unknown[]>
  /** The code with which the connection ends. */
  closed(): Promise<number>
}

export async function openSocket(
  port: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Socket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/v4/websocket`, { headers })
  const messages: unknown[] = []
  let code: number | null = null
  ws.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString('utf8')))
  })
  ws.on('close', (closeCode) => {
    code = closeCode
  })
  await once(ws, 'open')
  const events = (name: string) => messages.filter((each) => member(each, 'event') === name)
  const until = async (what: string, isTrue: () => boolean): Promise<void> => {
    for (let tries = 0; !isTrue(); tries++) {
      if (tries > 300) throw new Error(`${what} did not come: ${JSON.stringify(messages)}`)
      await sleep(10)
    }
  }
  const send = (message: object | string): void => {
    ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }
  return {
    ws,
    messages,
    send,
    events,
    signIn: async (token) => {
      send({ seq: 1, action: 'authentication_challenge', data: { token } })
      await until('hello', () => events('hello').length > 0)
    },
    wait: async (name, count) => {
      await until(`${count} ${name}`, () => events(name).length >= count)
      return events(name)
    },
    closed: async () => {
      await until('the end', () => code !== null)
      return code ?? 0
    },
  }
}

/** Opens websockets for the tests of a suite, and ends them after each. Those of a test are in `opened`. */
export function socketsForSuite(): {
  readonly opened: readonly Socket[]
  readonly open: typeof openSocket
} {
  const opened: Socket[] = []
  afterEach(() => {
    for (const { ws } of opened.splice(0)) ws.terminate()
  })
  return {
    opened,
    open: async (port, headers) => {
      const socket = await openSocket(port, headers)
      opened.push(socket)
      return socket
    },
  }
}

/** The post of a `posted` or `post_edited` event. */
export function postOf(event: unknown): unknown {
  return JSON.parse(String(member(member(event, 'data'), 'post')))
}
