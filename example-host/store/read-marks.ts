import type { ChatStore } from './chat-store.js'
import { pairKey } from './memory/rows.js'
import type { Writer } from './writer.js'

/** How far each member has read each channel, as a time: posts up to it count as read. */
export function readMarks({ model, commit }: Writer): Pick<ChatStore, 'markViewed' | 'unread'> {
  const { tables, timeline } = model
  const viewedAt = (userId: string, channelId: string): number =>
    tables.views.get(pairKey(channelId, userId))?.viewedAt ?? 0
  return {
    markViewed: async (userId, channelId) => {
      const last = timeline.lastTimeIn(channelId)
      if (last <= viewedAt(userId, channelId)) return
      await commit({ put: { views: [{ channelId, userId, viewedAt: last }] } })
    },
    unread: (userId, channelId) => {
      const viewed = viewedAt(userId, channelId)
      return {
        ...timeline.unread(channelId, userId, viewed),
        viewedAt: viewed,
        lastPostAt: timeline.lastTimeIn(channelId),
      }
    },
  }
}
