import { CallError } from 'express-incoming-webhooks-ui/call'
import { numberOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import { type Channel, type ChannelKind, readChannel } from '../api/shapes.js'
import { type ChatState, withEntries } from './model.js'
import { reasonOf } from './reason.js'
import type { Store } from './store.js'

const MAX_NAME = 64

/** Creates a channel and returns it, or an error text. */
export async function createChannel(
  store: Store<ChatState>,
  displayName: string,
  kind: Exclude<ChannelKind, 'direct'>,
): Promise<Channel | string> {
  const { team } = store.get()
  const type = kind === 'public' ? 'O' : 'P'
  const body = { team_id: team.id, name: nameInUrl(displayName), display_name: displayName, type }
  try {
    const channel = readChannel(await call('POST', '/channels', body))
    enter(store, channel)
    return channel
  } catch (error) {
    // The form has checked everything else.
    const isTaken = error instanceof CallError && error.status === 400
    return isTaken
      ? 'A channel with this name already exists. Choose another name.'
      : reasonOf(error)
  }
}

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

function enter(store: Store<ChatState>, channel: Channel): void {
  store.set(({ channels, own }) => ({
    channels: withEntries(channels, [[channel.id, channel]]),
    own: new Set([...own, channel.id]),
  }))
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
