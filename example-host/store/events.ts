import type { Channel, Log } from 'express-incoming-webhooks'
import type { ChatStore, Unsubscribe } from './chat-store.js'
import { errorText } from './errors.js'
import type { Applied, Model } from './memory/model.js'
import type { StoredPost } from './memory/rows.js'

export interface Events extends Pick<
  ChatStore,
  'onPosts' | 'onPostChanged' | 'onPostDeleted' | 'onChannelCreated' | 'onMemberAdded'
> {
  /** Notifies the listeners of a commit. One that throws is logged and changes nothing. */
  readonly emit: (applied: Applied) => void
}

export function createEvents({ tables }: Model, log: Log): Events {
  const posts = createListeners<Parameters<ChatStore['onPosts']>[0]>()
  const changes = createListeners<Parameters<ChatStore['onPostChanged']>[0]>()
  const deletions = createListeners<Parameters<ChatStore['onPostDeleted']>[0]>()
  const channels = createListeners<Parameters<ChatStore['onChannelCreated']>[0]>()
  const members = createListeners<Parameters<ChatStore['onMemberAdded']>[0]>()
  const guard = <A extends unknown[]>(listener: (...args: A) => void, ...args: A): void => {
    try {
      listener(...args)
    } catch (error) {
      log('error', 'A store listener failed', { reason: errorText(error) })
    }
  }
  const notifyOf = (
    post: StoredPost,
    listeners: Iterable<(post: StoredPost, channel: Channel) => void>,
  ): void => {
    const channel = tables.channels.get(post.channelId)
    if (channel) for (const listener of listeners) guard(listener, post, channel)
  }
  return {
    onPosts: posts.add,
    onPostChanged: changes.add,
    onPostDeleted: deletions.add,
    onChannelCreated: channels.add,
    onMemberAdded: members.add,
    emit: ({ newChannels, newMembers, newPosts, changedPosts, deletedPosts }) => {
      for (const channel of newChannels) {
        for (const listener of channels.all()) guard(listener, channel)
      }
      for (const member of newMembers) {
        const channel = tables.channels.get(member.channelId)
        if (!channel) continue
        for (const listener of members.all()) guard(listener, member, channel)
      }
      // Posts of one commit are all in one channel.
      const [first] = newPosts
      const channel = first && tables.channels.get(first.channelId)
      if (channel) for (const listener of posts.all()) guard(listener, newPosts, channel)
      for (const post of changedPosts) notifyOf(post, changes.all())
      for (const post of deletedPosts) notifyOf(post, deletions.all())
    },
  }
}

function createListeners<L>(): { add: (listener: L) => Unsubscribe; all: () => Iterable<L> } {
  const listeners = new Set<{ readonly listener: L }>()
  return {
    add: (listener) => {
      const entry = { listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    all: () => [...listeners].map((entry) => entry.listener),
  }
}
