import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  type ExampleHost,
  type StartOptions,
  startExampleHost,
} from '../../support/example-host.js'
import { makeHookChannel } from '../../support/hook-channel.js'
import type { Order, Sent } from './sender.js'
import type { Watched } from './watch.js'

/** A watched example host with a webhook, and a sender in a process of its own. */
export interface Scene {
  readonly host: ExampleHost
  readonly hookPath: string
  send(order: Omit<Order, 'port'>): Promise<Sent>
  /** The same to a server that refuses everything: what the machine can do at this moment. */
  sendBare(order: Omit<Order, 'port'>): Promise<Sent>
  /** What the server's process has seen since it was last asked. */
  watched(): Promise<Watched>
  end(): Promise<void>
}

/** `watch`: what is loaded before the host to watch it. */
export async function openScene(
  options: StartOptions = {},
  watch: 'watch' | 'slow-disk' = 'watch',
): Promise<Scene> {
  const preload = new URL(`${watch}.js`, import.meta.url).href
  const host = await startExampleHost({ ...options, preload })
  const sender = fork(fileURLToPath(new URL('sender.js', import.meta.url)))
  const { hookPath } = await makeHookChannel(host, 'load')
  const ask = async (child: ChildProcess, what: Order | 'figures'): Promise<unknown> => {
    const ended = new AbortController()
    const onExit = (): void => {
      ended.abort(new Error('a process under measurement has ended'))
    }
    child.once('exit', onExit)
    const answer = once(child, 'message', { signal: ended.signal })
    child.send(what)
    const [message] = (await answer) as unknown[]
    child.off('exit', onExit)
    return message
  }
  return {
    host,
    hookPath,
    send: async (order) => (await ask(sender, { ...order, port: host.port })) as Sent,
    sendBare: async (order) => {
      const bare = fork(fileURLToPath(new URL('bare.js', import.meta.url)))
      const [port] = (await once(bare, 'message')) as [number]
      try {
        return (await ask(sender, { ...order, port })) as Sent
      } finally {
        bare.disconnect()
      }
    },
    watched: async () => (await ask(host.child, 'figures')) as Watched,
    end: async () => {
      sender.disconnect()
      await host.stop()
    },
  }
}

/** How busy the machine is, for whoever reads the figures later. */
export function machineLoad(): string {
  return `load average ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`
}
