import type { HookPost } from 'express-incoming-webhooks'
import type { ChatChannel, ChatStore } from '../store/index.js'

const NAME = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{0,63})/gi
const CODE = /`[^`]*`/g
/** Names looked up per message. */
const MAX_NAMES = 50
const WIDE = ['channel', 'here', 'all'] as const

/** Whom a user's message notifies: members by name, and everyone with `@channel`, `@here` or `@all`. */
export async function findMentions(
  store: ChatStore,
  channel: ChatChannel,
  message: string,
): Promise<HookPost['mentions']> {
  const names = namesIn(message)
  const channelWide = WIDE.find((wide) => names.includes(wide)) ?? null
  if (names.length === 0) return { userIds: [], channelWide }
  const users = await store.adapters.users.findByUsernames(names)
  const ids = users.map(({ id }) => id)
  const userIds = ids.length > 0 ? await store.channels.membersAmong(channel.id, ids) : []
  return { userIds: [...userIds], channelWide }
}

function namesIn(message: string): string[] {
  const names = new Set<string>()
  for (const [, found = ''] of message.replace(CODE, ' ').matchAll(NAME)) {
    // A sentence may end after a name, and a name may end with a dot.
    names.add(found.toLowerCase()).add(found.toLowerCase().replace(/[._-]{1,64}$/, ''))
    if (names.size >= MAX_NAMES) break
  }
  return [...names]
}
