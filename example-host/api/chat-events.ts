import type { HookLog, HookPost } from 'express-incoming-webhooks'
import type { ChatStore, StoreChange } from '../store/index.js'
import { Audience } from './audience.js'
import type { ChatEvent } from './connection.js'
import { type SocketLimits, Sockets } from './sockets.js'
import { channelView, postView, TYPE_LETTERS } from './views.js'

/** Members of a channel whom a channel-wide mention names, besides those who are connected. */
const MOST_MENTIONED = 1_000

interface EventParts {
  readonly store: ChatStore
  readonly log: HookLog
  readonly limits?: SocketLimits | undefined
}

interface Publishing {
  readonly store: ChatStore
  readonly sockets: Sockets
  readonly audience: Audience
}

/** The websockets, which are sent the changes of the store as events, in commit order. */
export function createChatEvents({ store, log, limits }: EventParts) {
  let last = Promise.resolve()
  const following = store.follow((change) => {
    // Those who connect later read what is stored.
    if (sockets.size === 0) return
    if (change.kind === 'signedOut') {
      sockets.recheck(change.userId)
      return
    }
    last = last
      .then(() => publish({ store, sockets, audience }, change))
      .catch((error: unknown) => {
        log('error', 'An event was not sent', { error })
      })
  })
  const audience = new Audience(store, following)
  const sockets = new Sockets(store.presence, audience, limits)
  return { sockets, following }
}

type Told = Exclude<StoreChange, { readonly kind: 'signedOut' }>

async function publish(parts: Publishing, change: Told): Promise<void> {
  const { store, sockets, audience } = parts
  const { id, teamId, type } = change.channel
  const tell = (event: string, data: ChatEvent['data'], also: Partial<ChatEvent> = {}): void => {
    // Public channels as such are shown to all who are signed in.
    const isForAll = change.kind.startsWith('channel') && type === 'public'
    const readers = isForAll ? null : sockets.readersOf(id)
    sockets.publish({ event, data, channelId: id, ...also }, readers)
  }
  switch (change.kind) {
    case 'posted':
      await publishPosts(parts, change)
      return
    case 'edited':
    case 'deleted': {
      if (sockets.readersOf(id).size === 0) return
      const { post } = change
      const replies = (await store.posts.replies([post.id])).get(post.id)
      tell(`post_${change.kind}`, { post: JSON.stringify(postView(post, replies)) })
      return
    }
    case 'memberAdded': {
      const { userId } = change
      await audience.join([userId], id)
      if (type !== 'direct')
        tell('user_added', { user_id: userId, team_id: teamId, channel_id: id })
      return
    }
    case 'memberRemoved': {
      const { userId, byUserId } = change
      await audience.part(userId, id)
      const data = { channel_id: id, user_id: userId, remover_id: byUserId }
      sockets.publish({ event: 'user_removed', data, userId }, sockets.of(userId))
      const others = [...sockets.readersOf(id)].filter((reader) => reader.userId !== userId)
      sockets.publish({ event: 'user_removed', data, channelId: id }, others)
      return
    }
    case 'channelCreated': {
      // Its first posts may be told before its members.
      await audience.joinAll(id, 0)
      const [first = '', second = ''] = change.channel.name.split('__')
      if (type === 'direct')
        tell('direct_added', { creator_id: first, teammate_id: second }, { teamId })
      else tell('channel_created', { channel_id: id, team_id: teamId }, { teamId })
      return
    }
    case 'channelChanged':
      // It was not among the channels of those who have connected while it was archived.
      await audience.joinAll(id)
      tell('channel_updated', { channel: JSON.stringify(channelView(change.channel)) })
      return
    case 'channelArchived':
      tell('channel_deleted', { channel_id: id, delete_at: change.channel.deleteAt }, { teamId })
  }
}

async function publishPosts(
  { store, sockets, audience }: Publishing,
  { posts, channel }: Extract<StoreChange, { readonly kind: 'posted' }>,
): Promise<void> {
  if (sockets.readersOf(channel.id).size === 0) return
  const names = await namesOf(store, posts)
  const readers = sockets.readersOf(channel.id)
  for (const post of posts) {
    const mentioned = await mentionedIn({ store, audience }, post)
    const data = {
      channel_display_name: channel.displayName,
      channel_name: channel.name,
      channel_type: TYPE_LETTERS[channel.type],
      post: JSON.stringify(postView(post)),
      sender_name: senderName(post, names),
      team_id: channel.teamId,
      ...(mentioned.length > 0 && { mentions: JSON.stringify(mentioned) }),
    }
    sockets.publish({ event: 'posted', data, channelId: channel.id }, readers)
  }
}

/** Of a channel-wide mention: the members who are connected here, and the first others. */
async function mentionedIn(
  { store, audience }: Pick<Publishing, 'store' | 'audience'>,
  { channelId, mentions: { userIds, channelWide } }: HookPost,
): Promise<readonly string[]> {
  if (channelWide === null) return userIds
  const members = await store.channels.members(channelId, { page: 0, perPage: MOST_MENTIONED })
  return [...new Set([...audience.membersOf(channelId), ...members.map(({ userId }) => userId)])]
}

/** The names of the authors. The adapter remembers users. */
async function namesOf(
  { adapters }: ChatStore,
  posts: readonly HookPost[],
): Promise<ReadonlyMap<string, string>> {
  const users = await adapters.users.findByIds([...new Set(posts.map(({ userId }) => userId))])
  return new Map(users.map(({ id, username }) => [id, username]))
}

function senderName({ userId, props }: HookPost, names: ReadonlyMap<string, string>): string {
  const override = props['override_username']
  const isShown = typeof override === 'string' && override !== ''
  return isShown ? override : (names.get(userId) ?? '')
}
