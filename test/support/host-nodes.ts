import { rm } from 'node:fs/promises'
import { type ExampleHost, startExampleHost } from './example-host.js'
import { makeHookChannel } from './hook-channel.js'
import { call } from './http-client.js'
import { until } from './until.js'
import { PASSWORD } from './world/fill.js'

const CHANNELS = 5

/** Two example hosts on one database, with webhooks. */
export interface TwoNodes {
  readonly urls: readonly string[]
  readonly hosts: readonly ExampleHost[]
  readonly hookPaths: readonly string[]
  /** Ends one of them at any moment, and starts it again at the same address. */
  kill9(node: number): Promise<void>
  /** Stops one of them cleanly, and starts it again at the same address. Returns when it is ready. */
  restart(node: number, env?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

/** `servers` are the URLs of the database's servers, of which one takes writes. */
export async function startTwoNodes(servers: readonly string[]): Promise<TwoNodes> {
  const env = {
    DATABASE_URL: joined(servers),
    SECRET: 'a secret that both of the nodes share',
    // More than the clients send, so that the counters are at work and refuse nobody.
    HOOK_RATE: '500,1000',
  }
  const adminPassword = PASSWORD
  const hosts: ExampleHost[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(
      hosts.map(async (host) => {
        await host.stop()
        await rm(host.dataDir, { recursive: true, force: true })
      }),
    )
  }
  try {
    for (let node = 0; node < 2; node += 1) {
      hosts.push(await startExampleHost({ env, adminPassword }))
    }
    const [first] = hosts
    const hookPaths: string[] = []
    for (let n = 0; first && n < CHANNELS; n += 1) {
      hookPaths.push((await makeHookChannel(first, `channel-${n}`)).hookPath)
    }
    const again = async (
      node: number,
      end: (host: ExampleHost) => Promise<unknown>,
      changed: Readonly<Record<string, string>> = {},
    ): Promise<void> => {
      const host = hosts[node]
      if (!host) throw new Error(`there is no node ${node}`)
      const { port, dataDir } = host
      await end(host)
      const own = { ...env, ...changed }
      hosts[node] = await startExampleHost({ env: own, adminPassword, port, dataDir })
    }
    return {
      urls: hosts.map(({ url }) => url),
      hosts,
      hookPaths,
      kill9: (node) => again(node, (host) => host.kill9()),
      restart: async (node, changed) => {
        await again(node, (host) => host.stop(), changed)
        const readyz = `${hosts[node]?.url ?? ''}/readyz`
        await until('the node is ready', async () => {
          const { status } = await call(readyz, { method: 'GET' })
          return status === 200
        })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export function hasEnded({ child }: ExampleHost): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** One URL with several hosts. */
function joined(servers: readonly string[]): string {
  const [first = ''] = servers
  const hosts = servers.map((server) => new URL(server).host)
  return first.replace(new URL(first).host, hosts.join(','))
}
