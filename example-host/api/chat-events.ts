import {
  type HookChannel,
  type HookLog,
  type HookPost,
  toClientPost,
} from 'express-incoming-webhooks'
import type { ChatChannel, ChatStore, StoreChange, StoredPost } from '../store/index.js'
import type { ChatEvent, Publish } from './event.js'
import { channelTypeLetter, channelView, postView } from './views.js'

interface Parts {
  readonly store: ChatStore
  readonly publish: Publish
  /** Whether anybody is connected. Those who connect later read what is stored. */
  readonly isHeard: () => boolean
  readonly log: HookLog
}

/**
 * Turns changes of the store into websocket events, in commit order. Returns a function that ends it.
 */
export function createChatEvents(parts: Parts): () => void {
  const { store, publish } = parts
  const inOrder = createQueue(parts)
  return store.onChange((change) => {
    if (change.kind === 'signedOut') return
    inOrder(async () => {
      if (change.kind === 'memberRemoved') {
        await publishRemoval(parts, change)
        return
      }
      const readers = await readersOf(store, change.channel)
      for (const event of await eventsOf(store, change)) publish(event, readers)
    })
  })
}

type Removal = Extract<StoreChange, { readonly kind: 'memberRemoved' }>

async function publishRemoval(
  { store, publish }: Parts,
  { channel, userId, byUserId }: Removal,
): Promise<void> {
  const data = { channel_id: channel.id, user_id: userId, remover_id: byUserId }
  publish({ event: 'user_removed', data, userId }, new Set([userId]))
  const readers = await membersOf(store, channel)
  readers.delete(userId)
  publish({ event: 'user_removed', data, channelId: channel.id }, readers)
}

async function eventsOf(
  store: ChatStore,
  change: Exclude<StoreChange, Removal | { readonly kind: 'signedOut' }>,
): Promise<readonly ChatEvent[]> {
  const { channel } = change
  switch (change.kind) {
    case 'posted':
      return Promise.all(change.posts.map((post) => posted(store, post, channel)))
    case 'edited':
      return [await changed('post_edited', store, change.post)]
    case 'deleted':
      return [await changed('post_deleted', store, change.post)]
    case 'memberAdded':
      return channel.type === 'direct' ? [] : [added(change.channel, change.userId)]
    case 'channelCreated':
      return [created(change.channel)]
    case 'channelChanged':
      return [channelUpdated(change.channel)]
    case 'channelArchived':
      return [archived(change.channel)]
  }
}

type InOrder = (task: () => Promise<void>) => void

function createQueue({ isHeard, log }: Pick<Parts, 'isHeard' | 'log'>): InOrder {
  let last = Promise.resolve()
  return (task) => {
    if (!isHeard()) return
    last = last.then(task).catch((error: unknown) => {
      log('error', 'An event was not sent', { error })
    })
  }
}

/** Null: all signed-in users. */
async function readersOf(store: ChatStore, channel: HookChannel): Promise<Set<string> | null> {
  return channel.type === 'public' ? null : membersOf(store, channel)
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
    channelId: channel.id,
    data: {
      channel_display_name: channel.displayName,
      channel_name: channel.name,
      channel_type: channelTypeLetter(channel.type),
      post: JSON.stringify(toClientPost(post)),
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
  const data = { post: JSON.stringify(postView(post, replies)) }
  return { event, data, channelId: post.channelId }
}

function created(channel: ChatChannel): ChatEvent {
  const place = { channelId: channel.id, teamId: channel.teamId }
  if (channel.type !== 'direct') {
    const data = { channel_id: channel.id, team_id: channel.teamId }
    return { event: 'channel_created', data, ...place }
  }
  const [first = '', second = ''] = channel.name.split('__')
  return { event: 'direct_added', data: { creator_id: first, teammate_id: second }, ...place }
}

function added(channel: ChatChannel, userId: string): ChatEvent {
  const data = { user_id: userId, team_id: channel.teamId, channel_id: channel.id }
  return { event: 'user_added', data, channelId: channel.id }
}

function channelUpdated(channel: ChatChannel): ChatEvent {
  const data = { channel: JSON.stringify(channelView(channel)) }
  return { event: 'channel_updated', data, channelId: channel.id }
}

function archived(channel: ChatChannel): ChatEvent {
  const data = { channel_id: channel.id, delete_at: channel.deleteAt }
  return { event: 'channel_deleted', data, channelId: channel.id, teamId: channel.teamId }
}
