import type { HookLog } from 'express-incoming-webhooks'
import type { ChatStore } from './chat-store.js'
import { errorText } from './errors.js'

/** How a listener of each kind of change is added. */
export type Subscriptions = Pick<
  ChatStore,
  | 'onPosts'
  | 'onPostChanged'
  | 'onPostDeleted'
  | 'onChannelCreated'
  | 'onChannelChanged'
  | 'onChannelArchived'
  | 'onMemberAdded'
  | 'onMemberRemoved'
  | 'onSignedOut'
>

/** Calls the listeners of a kind of change. One that throws is logged and changes nothing. */
export type Notify = {
  readonly [Name in keyof Subscriptions]: Parameters<Subscriptions[Name]>[0]
}

export interface Listeners {
  readonly subscriptions: Subscriptions
  readonly notify: Notify
}

export function createListeners(log: HookLog): Listeners {
  const posts = listenersOf<Parameters<Notify['onPosts']>>(log)
  const changes = listenersOf<Parameters<Notify['onPostChanged']>>(log)
  const deletions = listenersOf<Parameters<Notify['onPostDeleted']>>(log)
  const channels = listenersOf<Parameters<Notify['onChannelCreated']>>(log)
  const changedChannels = listenersOf<Parameters<Notify['onChannelChanged']>>(log)
  const archived = listenersOf<Parameters<Notify['onChannelArchived']>>(log)
  const added = listenersOf<Parameters<Notify['onMemberAdded']>>(log)
  const removed = listenersOf<Parameters<Notify['onMemberRemoved']>>(log)
  const signedOut = listenersOf<Parameters<Notify['onSignedOut']>>(log)
  return {
    subscriptions: {
      onPosts: posts.add,
      onPostChanged: changes.add,
      onPostDeleted: deletions.add,
      onChannelCreated: channels.add,
      onChannelChanged: changedChannels.add,
      onChannelArchived: archived.add,
      onMemberAdded: added.add,
      onMemberRemoved: removed.add,
      onSignedOut: signedOut.add,
    },
    notify: {
      onPosts: posts.call,
      onPostChanged: changes.call,
      onPostDeleted: deletions.call,
      onChannelCreated: channels.call,
      onChannelChanged: changedChannels.call,
      onChannelArchived: archived.call,
      onMemberAdded: added.call,
      onMemberRemoved: removed.call,
      onSignedOut: signedOut.call,
    },
  }
}

interface ListenersOf<Arguments extends unknown[]> {
  readonly add: (listener: (...args: Arguments) => void) => () => void
  readonly call: (...args: Arguments) => void
}

function listenersOf<Arguments extends unknown[]>(log: HookLog): ListenersOf<Arguments> {
  const listeners = new Set<{ readonly listener: (...args: Arguments) => void }>()
  return {
    add: (listener) => {
      const entry = { listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    call: (...args) => {
      for (const { listener } of [...listeners]) {
        try {
          listener(...args)
        } catch (error) {
          log('error', 'A store listener failed', { reason: errorText(error) })
        }
      }
    },
  }
}
