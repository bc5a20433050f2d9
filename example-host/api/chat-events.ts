import type { HookChannel, HookLog, HookPost } from 'express-incoming-webhooks'
import type { ChatChannel, ChatStore, StoreChange, StoredPost } from '../store/index.js'
import type { ChatEvent } from './connection.js'
import type { Sockets } from './sockets.js'
import { channelTypeLetter, channelView, postView } from './views.js'

/**
 * Turns changes of the store into websocket events, in commit order. Returns a function that ends it.
 */
export function createChatEvents(
  store: ChatStore,
  sockets: Pick<Sockets, 'publish' | 'size'>,
  log: HookLog,
): () => void {
  let last = Promise.resolve()
  const inOrder = (task: () => Promise<void>): void => {
    // Those who connect later read what is stored.
    if (sockets.size === 0) return
    last = last.then(task).catch((error: unknown) => {
      log('error', 'An event was not sent', { error })
    })
  }
  return store.onChange((change) => {
    if (change.kind === 'signedOut') return
    inOrder(async () => {
      const { channel } = change
      if (change.kind === 'memberRemoved') {
        const { userId, byUserId } = change
        const data = { channel_id: channel.id, user_id: userId, remover_id: byUserId }
        sockets.publish({ event: 'user_removed', data, userId }, new Set([userId]))
        const readers = await membersOf(store, channel)
        readers.delete(userId)
        sockets.publish({ event: 'user_removed', data, channelId: channel.id }, readers)
        return
      }
      // Null: all signed-in users.
      const readers = channel.type === 'public' ? null : await membersOf(store, channel)
      for (const event of await eventsOf(store, change)) {
        sockets.publish({ channelId: channel.id, ...event }, readers)
      }
    })
  })
}

/** What all readers of a channel are told. */
async function eventsOf(
  store: ChatStore,
  change: Exclude<StoreChange, { readonly kind: 'memberRemoved' | 'signedOut' }>,
): Promise<readonly ChatEvent[]> {
  const { id, teamId } = change.channel
  switch (change.kind) {
    case 'posted':
      return Promise.all(change.posts.map((post) => posted(store, post, change.channel)))
    case 'edited':
    case 'deleted':
      return [await changed(`post_${change.kind}`, store, change.post)]
    case 'memberAdded': {
      const data = { user_id: change.userId, team_id: teamId, channel_id: id }
      return change.channel.type === 'direct' ? [] : [{ event: 'user_added', data }]
    }
    case 'channelCreated':
      return [created(change.channel)]
    case 'channelChanged': {
      const data = { channel: JSON.stringify(channelView(change.channel)) }
      return [{ event: 'channel_updated', data }]
    }
    case 'channelArchived': {
      const data = { channel_id: id, delete_at: change.channel.deleteAt }
      return [{ event: 'channel_deleted', data, teamId }]
    }
  }
}

async function membersOf(store: ChatStore, channel: HookChannel): Promise<Set<string>> {
  const members = await store.channels.members(channel.id)
  return new Set(members.map(({ userId }) => userId))
}

async function posted(store: ChatStore, post: HookPost, channel: HookChannel): Promise<ChatEvent> {
  const { userIds, channelWide } = post.mentions
  const mentioned = channelWide === null ? userIds : [...(await membersOf(store, channel))]
  return {
    event: 'posted',
    data: {
      channel_display_name: channel.displayName,
      channel_name: channel.name,
      channel_type: channelTypeLetter(channel.type),
      post: JSON.stringify(postView(post)),
      sender_name: await senderName(store, post),
      team_id: channel.teamId,
      ...(mentioned.length > 0 ? { mentions: JSON.stringify(mentioned) } : {}),
    },
  }
}

async function senderName(store: ChatStore, post: HookPost): Promise<string> {
  const override = post.props['override_username']
  if (typeof override === 'string' && override !== '') return override
  return (await store.users.byId(post.userId))?.username ?? ''
}

async function changed(event: string, store: ChatStore, post: StoredPost): Promise<ChatEvent> {
  const replies = (await store.posts.replies([post.id])).get(post.id)
  return { event, data: { post: JSON.stringify(postView(post, replies)) } }
}

function created({ id, teamId, type, name }: ChatChannel): ChatEvent {
  if (type !== 'direct') {
    return { event: 'channel_created', data: { channel_id: id, team_id: teamId }, teamId }
  }
  const [first = '', second = ''] = name.split('__')
  return { event: 'direct_added', data: { creator_id: first, teammate_id: second }, teamId }
}
