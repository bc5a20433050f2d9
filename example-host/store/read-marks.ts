import type { ChatStore, Unread } from './chat-store.js'
import { pairKey } from './memory/rows.js'
import type { Writer } from './writer.js'

/** For channels without posts. */
export const NOTHING_UNREAD: Unread = { posts: 0, mentions: 0, viewedAt: 0, lastPostAt: 0 }

/** How far each member has read each channel, as a time: posts up to it count as read. */
export function readMarks({ model, commit }: Writer): Pick<ChatStore, 'markViewed' | 'unread'> {
  const { tables, timeline } = model
  const viewedAt = (userId: string, channelId: string): number =>
    tables.views.get(pairKey(channelId, userId))?.viewedAt ?? 0
  return {
    markViewed: async (userId, channelId) => {
      const last = timeline.channel(channelId).lastTime()
      if (last <= viewedAt(userId, channelId)) return
      await commit({ put: { views: [{ channelId, userId, viewedAt: last }] } })
    },
    unread: (userId, channelIds) =>
      new Map(
        channelIds.map((channelId) => {
          const viewed = viewedAt(userId, channelId)
          const channel = timeline.channel(channelId)
          const counts = channel.unread(userId, viewed)
          return [channelId, { ...counts, viewedAt: viewed, lastPostAt: channel.lastTime() }]
        }),
      ),
  }
}
