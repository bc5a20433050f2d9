import type { HookChannel, HookLog } from 'express-incoming-webhooks'
import { createListeners, type Subscriptions } from './listeners.js'
import type { Applied, Model } from './memory/model.js'
import type { StoredPost } from './memory/rows.js'

export interface Events extends Subscriptions {
  /** Notifies the listeners of a commit. */
  readonly emit: (applied: Applied) => void
}

export function createEvents({ tables }: Model, log: HookLog): Events {
  const { subscriptions, notify } = createListeners(log)
  const withChannel = (
    post: StoredPost,
    call: (post: StoredPost, channel: HookChannel) => void,
  ): void => {
    const channel = tables.channels.get(post.channelId)
    if (channel) call(post, channel)
  }
  return {
    ...subscriptions,
    emit: (applied) => {
      const { newPosts, changedPosts, deletedPosts, byUserId } = applied
      for (const channel of applied.newChannels) notify.onChannelCreated(channel)
      for (const member of applied.newMembers) {
        const channel = tables.channels.get(member.channelId)
        if (channel) notify.onMemberAdded(member, channel)
      }
      for (const channel of applied.changedChannels) notify.onChannelChanged(channel)
      for (const channel of applied.archivedChannels) notify.onChannelArchived(channel)
      for (const { channelId, userId } of applied.removedMembers) {
        const channel = tables.channels.get(channelId)
        if (channel) notify.onMemberRemoved(userId, channel, byUserId)
      }
      // Posts of one commit are all in one channel.
      const [first] = newPosts
      const channel = first && tables.channels.get(first.channelId)
      if (channel) notify.onPosts(newPosts, channel)
      for (const post of changedPosts) withChannel(post, notify.onPostChanged)
      for (const post of deletedPosts) withChannel(post, notify.onPostDeleted)
      for (const userId of applied.signedOut) notify.onSignedOut(userId)
    },
  }
}
