import { once } from 'node:events'
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
  /** Waits for the answer to the message of this number. */
  reply(seq: number): Promise<unknown>
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
  // No timers: a test may put its own clock in their place.
  const until = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!isTrue() && code === null) return
        ws.off('message', look).off('close', look)
        if (isTrue()) resolve()
        else reject(new Error(`closed with ${code} after ${JSON.stringify(messages)}`))
      }
      ws.on('message', look).on('close', look)
      look()
    })
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
      await until(() => events('hello').length > 0)
    },
    wait: async (name, count) => {
      await until(() => events(name).length >= count)
      return events(name)
    },
    reply: async (seq) => {
      const answers = (): readonly unknown[] =>
        messages.filter((each) => member(each, 'seq_reply') === seq)
      await until(() => answers().length > 0)
      return answers()[0]
    },
    closed: async () => {
      await until(() => code !== null)
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

/** The status with which an upgrade is refused. */
export async function refusedUpgrade(
  port: number,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/v4/websocket`, { headers })
  return new Promise((resolve, reject) => {
    ws.on('unexpected-response', (_req, { statusCode }) => {
      resolve(statusCode)
      ws.terminate()
    })
    ws.on('open', () => {
      reject(new Error('the upgrade was accepted'))
      ws.terminate()
    })
    ws.on('error', () => undefined)
  })
}
