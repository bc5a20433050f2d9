import type { HookPost } from '../../../model/records.js'
import { type Message, type Stored, type StoreMessage, WaitingLine } from './waiting-line.js'

/**
 * Messages of one channel wait for each other anyway, each on a connection of its own, because the
 * posts of a channel have an order: those that come while a statement for their channel is under way,
 * or within some turns of the loop, share the next one.
 */
export function groupedByChannel(store: StoreMessage): StoreMessage {
  const lines = new Map<string, WaitingLine>()
  const storeInOrder = async (messages: readonly Message[]): Promise<readonly Stored[]> => {
    const stored = await store(messages.flat())
    let at = 0
    return messages.map(({ length }) => {
      at += length
      return stored && stored.slice(at - length, at)
    })
  }
  const lineOf = (channelId: string) => {
    const line = new WaitingLine(store, storeInOrder, () => lines.delete(channelId))
    lines.set(channelId, line)
    return line
  }
  return (posts) => {
    const channelId = channelOf(posts)
    return (lines.get(channelId) ?? lineOf(channelId)).store(posts)
  }
}

/**
 * Stores posts by the ids of their channels, and returns those of the channels that no other transaction is
 * writing to.
 */
type StoreFree = (
  posts: ReadonlyMap<string, Message>,
) => Promise<ReadonlyMap<string, readonly HookPost[]>>

/**
 * Messages of several channels share a statement too. It waits for no channel that another transaction
 * is writing to: those messages are stored by a statement of their own, so that nothing else waits.
 */
export function groupedAcrossChannels(alone: StoreMessage, storeFree: StoreFree): StoreMessage {
  const line = new WaitingLine(alone, async (messages) => {
    const stored = await storeFree(new Map(messages.map((posts) => [channelOf(posts), posts])))
    return messages.map((posts) => stored.get(channelOf(posts)) ?? alone(posts))
  })
  const inLine = new Set<string>()
  return async (posts) => {
    const channelId = channelOf(posts)
    // Those of one channel share a statement before they come here, unless it hangs or has failed. What
    // waits for the channel then must not be what the others wait for.
    if (inLine.has(channelId)) return alone(posts)
    inLine.add(channelId)
    try {
      return await line.store(posts)
    } finally {
      inLine.delete(channelId)
    }
  }
}

function channelOf(posts: Message) {
  return posts[0]?.post.channelId ?? ''
}
