import { CallError } from 'express-incoming-webhooks-ui/call'
import { listOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call, callAll, quietly, Refusal } from '../api/call.js'
import { type Channel, readChannel, readUnread, type Unread } from '../api/shapes.js'
import { channelName } from './names.js'
import { type ChatState, store, unreadOf, withAll } from './store.js'

type Listed = Pick<ChatState, 'channels' | 'own' | 'place' | 'users' | 'me' | 'unread'>

export const GROUPS = ['unread', 'public', 'private', 'direct'] as const
export type GroupName = (typeof GROUPS)[number]

// Numbers by their value: `rack-9` before `rack-10`.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function compareNames(a: string, b: string): number {
  return collator.compare(a, b)
}

/**
 * The channels of the list: those with unread messages first, the others by kind, each sorted by name.
 * The one that is open is not among the unread.
 */
export function listedChannels(
  state: Listed,
  filter = '',
): Readonly<Record<GroupName, readonly Channel[]>> {
  const { channels, own, place } = state
  const wanted = filter.trim().toLowerCase()
  const groups: Record<GroupName, Channel[]> = { unread: [], public: [], private: [], direct: [] }
  const named = [...channels.values()]
    .map((channel) => ({ channel, name: channelName(channel, state) }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => compareNames(a.name, b.name))
  for (const { channel } of named) {
    const { id, kind } = channel
    const isOpen = id === place.channelId
    if (!own.has(id) && !isOpen) continue
    groups[!isOpen && unreadOf(state, id).posts > 0 ? 'unread' : kind].push(channel)
  }
  return groups
}

/** All of them, from top to bottom. */
export function inOrder(groups: ReturnType<typeof listedChannels>): readonly Channel[] {
  return GROUPS.flatMap((name) => groups[name])
}

type Counted = Pick<ChatState, 'channels' | 'unread'>

/** Marks the channel as read. */
export async function markRead(channelId: string): Promise<void> {
  store.set((state) => ({
    unread: new Map(state.unread).set(channelId, asRead(unreadOf(state, channelId))),
  }))
  try {
    await call('POST', '/channels/members/me/view', { channel_id: channelId })
  } catch {
    // Repeated the next time.
  }
}

function asRead(unread: Unread): Unread {
  return { ...unread, posts: 0, mentions: 0 }
}

/** The unread messages that are for the reader: mentions, and all messages in a direct channel. */
export function personalCount({ kind }: Channel, { posts, mentions }: Unread): number {
  return kind === 'direct' ? Math.max(mentions, posts) : mentions
}

export function allPersonal({ channels, unread }: Counted): number {
  let sum = 0
  for (const [id, each] of unread) {
    const channel = channels.get(id)
    if (channel) sum += personalCount(channel, each)
  }
  return sum
}

export type UnreadLevel = 'none' | 'some' | 'personal'

/** The state of the tab's icon. */
export function unreadLevel(state: Counted): UnreadLevel {
  if (allPersonal(state) > 0) return 'personal'
  const isUnread = [...state.channels.keys()].some((id) => unreadOf(state, id).posts > 0)
  return isUnread ? 'some' : 'none'
}

// Loads never overlap, so that an old answer cannot replace a newer one.
let running: Promise<void> | null = null
let next: Promise<void> | null = null

/** Loads the user's own channels and their unread counts, with requests that are sent from now on. */
export function loadChannels(): Promise<void> {
  if (!running) return begin()
  const again = (): Promise<void> => {
    next = null
    return begin()
  }
  next ??= running.then(again, again)
  return next
}

export function isLoading(): boolean {
  return running !== null
}

/** Waits for the load that is under way: what it replaces may not be changed before. */
export async function settled(): Promise<void> {
  await Promise.allSettled([running])
}

function begin(): Promise<void> {
  running = load().finally(() => {
    running = null
  })
  return running
}

async function load(): Promise<void> {
  const path = `/users/me/teams/${store.get().team.id}/channels`
  const own = listOf(await call('GET', path)).map(readChannel)
  // Afterwards, so that what is counted is never older than the list.
  const unread = listOf(await call('GET', `${path}/members`))
  store.set(({ channels, place }) => ({
    channels: withAll(channels, own),
    own: new Set(own.map(({ id }) => id)),
    unread: new Map(
      unread.map((each) => {
        const id = textOf(each, 'channel_id')
        return [id, id === place.channelId ? asRead(readUnread(each)) : readUnread(each)]
      }),
    ),
  }))
}

const MAX_NAME = 64
const TAKEN = 'A channel with this name already exists. Choose another name.'

export async function createChannel(wanted: {
  readonly displayName: string
  readonly purpose: string
  readonly isPrivate: boolean
}): Promise<Channel> {
  const { displayName, purpose, isPrivate } = wanted
  if (displayName === '') throw new Refusal('Enter a name.')
  const body = {
    team_id: store.get().team.id,
    name: nameInUrl(displayName),
    display_name: displayName,
    purpose,
    type: isPrivate ? 'P' : 'O',
  }
  try {
    return enter(readChannel(await call('POST', '/channels', body)))
  } catch (error) {
    // Everything else was checked.
    const isTaken = error instanceof CallError && error.status === 400
    throw isTaken ? new Refusal(TAKEN) : error
  }
}

/** The direct channel with a user. */
export async function directChannel(userId: string): Promise<Channel> {
  const ids = [store.get().me.id, userId]
  return enter(readChannel(await call('POST', '/channels/direct', ids)))
}

export async function setPurpose(id: string, purpose: string): Promise<void> {
  keepChannels([readChannel(await call('PUT', `/channels/${id}/patch`, { purpose }))])
}

export async function joinChannel(channel: Channel): Promise<void> {
  await addMember(channel.id, store.get().me.id)
  enter(channel)
}

export async function leaveChannel({ id, kind }: Channel): Promise<void> {
  await call('DELETE', `/channels/${id}/members/me`)
  store.set(({ own }) => ({ own: new Set([...own].filter((each) => each !== id)) }))
  if (kind === 'public') quietly(countPeople(id))
}

export async function addMember(id: string, userId: string): Promise<void> {
  await call('POST', `/channels/${id}/members`, { user_id: userId })
  quietly(countPeople(id))
}

/** The ids of all members. */
export async function loadMembers(id: string): Promise<ReadonlySet<string>> {
  const members = await callAll(`/channels/${id}/members`)
  return new Set(members.map((each) => textOf(each, 'user_id')))
}

/** Loads the number of members. */
export async function countPeople(channelId: string): Promise<void> {
  const count = numberOf(await call('GET', `/channels/${channelId}/stats`), 'member_count')
  store.set(({ people }) => ({ people: new Map(people).set(channelId, count) }))
}

/** Loads the number of webhooks that the reader manages in a channel. */
export async function countWebhooks(channelId: string): Promise<void> {
  const { mayIntegrate, channels } = store.get()
  if (!mayIntegrate || channels.get(channelId)?.kind === 'direct') return
  const query = `channel_id=${channelId}&per_page=1&include_total_count=true`
  const count = numberOf(await call('GET', `/hooks/incoming?${query}`), 'total_count')
  store.set(({ webhooks }) => ({ webhooks: new Map(webhooks).set(channelId, count) }))
}

export function keepChannels(found: readonly Channel[]): void {
  store.set(({ channels }) => ({ channels: withAll(channels, found) }))
}

/** Keeps a channel that the reader is a member of now. */
function enter(channel: Channel): Channel {
  keepChannels([channel])
  store.set(({ own }) => ({ own: new Set([...own, channel.id]) }))
  return channel
}

/** The name in the channel's URL: letters a to z and digits, joined by hyphens. */
function nameInUrl(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, MAX_NAME)
  // There may be no letters a to z, and a name must not look like an id.
  if (name === '' || /^[a-z0-9]{26}$/.test(name)) return `channel-${Date.now().toString(36)}`
  return name
}
