import type { ChatChannels } from './chat-store.js'
import type { PageQuery } from './memory/channel-posts.js'
import type { PostReader, PostSlice } from './memory/post-reader.js'
import { findIn, type FoundPost, type PostSearch } from './search.js'

/** Posts of a channel that are asked for at a time. */
const POSTS_AT_A_TIME = 100

type List = (channelId: string, query: PageQuery) => PostReader

/** Without an index, only the latest posts of each channel can be searched. */
export async function searchLatest(
  { userId, teamIds, wanted, limit }: PostSearch,
  channels: ChatChannels,
  list: List,
): Promise<readonly FoundPost[]> {
  const ids = new Set<string>()
  for (const id of teamIds) {
    for (const channel of await channels.listPublic(id)) ids.add(channel.id)
    for (const channel of await channels.channelsOf(userId, id)) ids.add(channel.id)
  }
  return findIn(latestPosts(list, ids), wanted, limit)
}

/** The latest posts of all channels, a slice of each in turn: large posts of one hide no others. */
async function* latestPosts(
  list: List,
  channelIds: ReadonlySet<string>,
): AsyncGenerator<PostSlice> {
  const channels = new Set([...channelIds].map((id) => latestOf(list, id)))
  while (channels.size > 0) {
    for (const channel of channels) {
      const { value: slice, done } = await channel.next()
      if (done === true) channels.delete(channel)
      else yield slice
    }
  }
}

async function* latestOf(list: List, channelId: string): AsyncGenerator<PostSlice, void> {
  let query: PageQuery = { perPage: POSTS_AT_A_TIME }
  for (;;) {
    const page = list(channelId, query)
    let oldest
    for await (const slice of page.slices('newest')) {
      yield slice
      oldest = slice.posts.at(-1)
    }
    if (!oldest || page.count < POSTS_AT_A_TIME) return
    query = { perPage: POSTS_AT_A_TIME, before: oldest.id }
  }
}
