import type { ChatStore, NewChannel } from '../../../example-host/store/index.js'
import * as support from '../support.js'

/** A store under test. */
export interface StoreSession {
  readonly store: ChatStore
  /** The same data in other stores: after a restart, or on another node. */
  again(): Promise<readonly (readonly [which: string, store: ChatStore])[]>
  /** Resolves when the listeners of the store are told of everything from then on, and have been until then. */
  told(): Promise<void>
}

export type OpenSession = (options?: { readonly clock?: () => number }) => Promise<StoreSession>

/** A session with a public channel. */
export interface ChannelSession extends StoreSession {
  readonly teamId: string
  readonly channelId: string
}

export async function withChannel(session: StoreSession): Promise<ChannelSession> {
  const teamId = await support.mainTeam(session.store)
  const { id } = await session.store.channels.create(newChannel(teamId, 'usual'))
  return { ...session, teamId, channelId: id }
}

export function newChannel(teamId: string, name: string, creatorId = 'x'): NewChannel {
  return { teamId, type: 'public', name, displayName: name, creatorId }
}

/** Lists are in the order of time, which incidents of one millisecond do not have. */
export function risingClock(): () => number {
  let now = Date.now()
  return () => (now += 1)
}

/** A session of the store in JSON files, which `cleanUp` ends. */
export const jsonSession: OpenSession = async (options = {}) => {
  const directory = await support.temporaryDirectory()
  const store = await support.opened(directory, options)
  return {
    store,
    again: async () => {
      const crashed = await support.opened(await support.copyOf(directory), options)
      const stopped = await support.copyOf(directory)
      await (await support.opened(stopped, options)).close()
      return [
        ['from the journals', crashed],
        ['from the snapshot', await support.opened(stopped, options)],
      ]
    },
    told: () => Promise.resolve(),
  }
}
