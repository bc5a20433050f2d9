import { numberOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import type { Channel } from '../api/shapes.js'
import { type ChatState, withEntries } from './model.js'
import { reasonOf } from './reason.js'
import type { Store } from './store.js'

/** Returns an error text, or ''. */
export async function joinChannel(store: Store<ChatState>, channel: Channel): Promise<string> {
  try {
    await call('POST', `/channels/${channel.id}/members`, { user_id: store.get().me.id })
  } catch (error) {
    return reasonOf(error)
  }
  enter(store, channel)
  quietly(countPeople(store, channel.id))
  return ''
}

/** Returns an error text, or ''. */
export async function leaveChannel(store: Store<ChatState>, channel: Channel): Promise<string> {
  try {
    await call('DELETE', `/channels/${channel.id}/members/me`)
  } catch (error) {
    return reasonOf(error)
  }
  store.set(({ own }) => ({ own: new Set([...own].filter((id) => id !== channel.id)) }))
  if (channel.kind === 'public') quietly(countPeople(store, channel.id))
  return ''
}

/** Loads the number of members. */
export async function countPeople(store: Store<ChatState>, channelId: string): Promise<void> {
  const stats = await call('GET', `/channels/${channelId}/stats`)
  const people = numberOf(stats, 'member_count')
  store.set((state) => ({ people: withEntries(state.people, [[channelId, people]]) }))
}

export function keepChannel(store: Store<ChatState>, channel: Channel): void {
  store.set(({ channels }) => ({ channels: withEntries(channels, [[channel.id, channel]]) }))
}

/** A channel that the reader is a member of now. */
export function enter(store: Store<ChatState>, channel: Channel): void {
  store.set(({ channels, own }) => ({
    channels: withEntries(channels, [[channel.id, channel]]),
    own: new Set([...own, channel.id]),
  }))
}
