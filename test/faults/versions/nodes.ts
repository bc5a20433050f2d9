import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../support/until.js'

/** Both versions of a chat on one store. */
export interface Nodes {
  /** Whether there are moments without a node, so that senders have to try again. */
  readonly hasGaps: boolean
  /** The address of a node, in turns. */
  url(turn: number): string
  /** The address of the other version, once it is there. */
  other(url: string): Promise<string>
  /** Starts and ends nodes while messages are sent. */
  change(milliseconds: number): Promise<void>
  /** What each version says: first the older one, then this one. */
  each<Result>(read: (url: string) => Promise<Result>): Promise<readonly [Result, Result]>
  stop(): Promise<void>
}

/** Where the compiled versions are. */
export interface Versions {
  readonly older: string
  readonly newer: string
}
export type Version = keyof Versions

export interface Running {
  readonly url: string
  stop(): Promise<unknown>
  kill9(): Promise<unknown>
}

/** Starts a compiled version. */
export type Start = (checkout: string) => Promise<Running>

/** Two nodes, of which the second one is started while the first one is at work. */
export async function sideBySide(versions: Versions, first: Version, start: Start): Promise<Nodes> {
  const second = first === 'older' ? 'newer' : 'older'
  const nodes = [await start(versions[first])]
  const url = (turn: number): string => nodes[turn % nodes.length]?.url ?? ''
  return {
    hasGaps: false,
    url,
    other: async (than) => {
      await until('the second node is there', () => nodes.length === 2)
      return nodes.find((node) => node.url !== than)?.url ?? ''
    },
    change: async (milliseconds) => {
      await sleep(milliseconds / 10)
      nodes.push(await start(versions[second]))
      await sleep((milliseconds * 9) / 10)
    },
    each: async (read) => {
      const [older, newer] = first === 'older' ? [0, 1] : [1, 0]
      return [await read(url(older)), await read(url(newer))]
    },
    stop: async () => {
      for (const node of nodes) await node.stop()
    },
  }
}

/** How the node before ends. After a kill, the next one reads what was not tidied up. */
const HANDOVERS = ['stop', 'stop', 'kill9', 'kill9', 'stop'] as const

/** One node after the other at one address, as they are where only one at a time may have the store. */
export async function oneAfterTheOther(versions: Versions, start: Start): Promise<Nodes> {
  let version: Version = 'older'
  let running = await start(versions[version])
  const state = { handovers: 0, isOver: false }
  const handOver = async (end: (typeof HANDOVERS)[number]): Promise<void> => {
    await running[end]()
    version = version === 'older' ? 'newer' : 'older'
    running = await start(versions[version])
    state.handovers += 1
  }
  const { url } = running
  return {
    hasGaps: true,
    url: () => url,
    other: async () => {
      const { handovers } = state
      await until('the other version is there', () => state.isOver || state.handovers > handovers)
      return url
    },
    change: async (milliseconds) => {
      const share = milliseconds / (HANDOVERS.length + 1)
      for (const end of HANDOVERS) {
        await sleep(share)
        await handOver(end)
      }
      state.isOver = true
      await sleep(share)
    },
    each: async (read) => {
      if (version === 'older') await handOver('stop')
      const ofNewer = await read(url)
      await handOver('stop')
      return [await read(url), ofNewer]
    },
    stop: async () => {
      await running.stop()
    },
  }
}
