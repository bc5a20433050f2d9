import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ExampleHost,
  type StartOptions,
  startExampleHost,
} from '../../support/example-host.js'
import { type HookChannel, makeHookChannel } from '../../support/hook-channel.js'
import { call } from '../../support/http-client.js'

const PAGE = 200

/** What became of some messages. */
export interface Posted {
  readonly acknowledged: readonly string[]
  /** By 503: nothing was stored. */
  readonly refused: readonly string[]
  /** Any other answer, or none. */
  readonly unknown: readonly string[]
  /** 503 that do not say when to come again. */
  readonly withoutRetryAfter: number
}

/** Posts `count` messages, some at a time, each of them once. */
export async function postSome(
  url: string,
  count: number,
  name: string,
  { clients = 4, bytes = 100 } = {},
): Promise<Posted> {
  const acknowledged: string[] = []
  const refused: string[] = []
  const unknown: string[] = []
  let withoutRetryAfter = 0
  let number = 0
  const client = async (): Promise<void> => {
    while (number < count) {
      const text = `${name} ${number++} `.padEnd(bytes, '.')
      try {
        const { status, headers } = await post(url, text)
        if (status === 200) acknowledged.push(text)
        else if (status === 503) {
          refused.push(text)
          if (headers['retry-after'] === undefined) withoutRetryAfter += 1
        } else unknown.push(text)
      } catch {
        unknown.push(text)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { acknowledged, refused, unknown, withoutRetryAfter }
}

export function post(url: string, text: string, headers: Readonly<Record<string, string>> = {}) {
  return call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ text }),
    timeoutMs: 20_000,
  })
}

export interface ChannelPost {
  readonly id: string
  /** `''` for posts that are not replies. */
  readonly root_id: string
  readonly message: string
  readonly create_at: number
  readonly props: Readonly<Record<string, unknown>>
}

/** All posts of a channel, oldest first. */
export async function readChannel(
  host: Pick<ExampleHost, 'api'>,
  channelId: string,
): Promise<ChannelPost[]> {
  const newestFirst: ChannelPost[] = []
  for (let page = 0; ; page++) {
    const path = `/channels/${channelId}/posts?page=${page}&per_page=${PAGE}`
    const { order, posts } = (await host.api('GET', path)) as {
      order: string[]
      posts: Record<string, ChannelPost>
    }
    newestFirst.push(...order.flatMap((id) => posts[id] ?? []))
    if (order.length < PAGE) return newestFirst.reverse()
  }
}

export interface Site extends HookChannel {
  readonly host: ExampleHost
  readonly url: string
  /** Kills the host and starts it again, by default as it was first started but without `wrap`. */
  restart(options?: StartOptions): Promise<Site>
}

/** A host with a webhook, over a directory of its own that goes away at the end. */
export async function withSite<T>(
  options: StartOptions,
  use: (site: Site) => Promise<T>,
): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), 'faults-'))
  const dataDir = options.dataDir ?? join(parent, 'data')
  let current = await startExampleHost({ ...options, dataDir })
  const siteOf = (channel: HookChannel): Site => ({
    ...channel,
    host: current,
    url: current.url + channel.hookPath,
    restart: async (changes = {}) => {
      const { port, adminPassword } = current
      await current.kill9()
      current = await startExampleHost({ dataDir, port, adminPassword, ...changes })
      return siteOf(channel)
    },
  })
  try {
    return await use(siteOf(await makeHookChannel(current, 'faults')))
  } finally {
    await current.kill9()
    await rm(parent, { recursive: true, force: true })
  }
}

/** Runs a program to its end. Throws when it fails. */
export function run(program: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ${args.join(' ')} ended with ${String(code)}`))
    })
  })
}
