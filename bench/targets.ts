import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ExampleHost, startExampleHost } from '../test/support/example-host.js'
import { makeHookChannel } from '../test/support/hook-channel.js'
import { ROOT } from '../test/support/root.js'
import { ask, nextMessage } from './ask.js'
import type { Place, Usage } from './child.js'
import type { Hook } from './load.js'

/** A server under measurement, in a process of its own. */
export interface Target {
  readonly name: string
  /** Where messages are posted. */
  readonly hook: Hook
  usage(): Promise<Usage>
  stop(): Promise<void>
}

type Variables = Readonly<Record<string, string>>

/** Starts bench/<name>.js, whose environment gets `variables` too. */
export async function startChild(
  name: 'bare' | 'bare-http' | 'chat-bare' | 'memory' | 'postgres-bare' | 'postgres-chat',
  variables: Variables = {},
  title: string = name,
): Promise<Target> {
  const env = { ...process.env, ...variables }
  const child = fork(fileURLToPath(new URL(`${name}.js`, import.meta.url)), { env })
  const { port, path } = (await nextMessage(child)) as Place
  return {
    name: title,
    hook: { url: `http://127.0.0.1:${port}${path}` },
    usage: () => usageOf(child),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** What is loaded before the example host. */
const PRELOADS = { listener: 'preload', router: 'preload-router' } as const

/** Starts the example host with a channel and a webhook of its own. */
export async function startHost(
  name: string,
  through: 'listener' | 'router',
  env: Variables = {},
): Promise<Target> {
  const host = await startExampleHost({ preload: preloadOf(through), env })
  const { hookPath } = await makeHookChannel(host, `bench-${through}`)
  return {
    name,
    hook: { url: host.url + hookPath },
    usage: () => usageOf(host.child),
    stop: async () => {
      await host.stop()
    },
  }
}

function preloadOf(through: keyof typeof PRELOADS): string {
  return pathToFileURL(join(ROOT, `dist/bench/${PRELOADS[through]}.js`)).href
}

/** The example host in a process of its own, on a database that others have too. */
export type Node = ExampleHost & Pick<Target, 'usage'>

export async function startNode(url: string): Promise<Node> {
  const env = { DATABASE_URL: url, SECRET: 'a secret that all nodes of a world share' }
  const host = await startExampleHost({ preload: preloadOf('listener'), env })
  return { ...host, usage: () => usageOf(host.child) }
}

export async function usageOf(child: ChildProcess): Promise<Usage> {
  return (await ask(child, 'usage')) as Usage
}
