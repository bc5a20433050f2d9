import { type HookUser, WebhookError } from 'express-incoming-webhooks'
import type { ChatChannel, ChatStore, Team } from '../store/index.js'

/**
 * Everyone can read public channels, administrators also private ones, and nobody the direct
 * channels of others.
 */
export async function canRead(
  store: ChatStore,
  user: HookUser,
  channel: ChatChannel,
): Promise<boolean> {
  if (channel.type === 'public') return true
  if (user.admin && channel.type === 'private') return true
  return store.channels.isMember(channel.id, user.id)
}

/** The channel, archived or not. A channel that the user may not read is 404. */
export async function readableChannel(
  store: ChatStore,
  user: HookUser,
  id: string,
): Promise<ChatChannel> {
  const channel = await store.channels.byId(id)
  if (channel && (await canRead(store, user, channel))) return channel
  throw new WebhookError('channel_missing')
}

/** A readable channel that is not archived. */
export async function openChannel(
  store: ChatStore,
  user: HookUser,
  id: string,
): Promise<ChatChannel> {
  const channel = await readableChannel(store, user, id)
  refuseArchived(channel)
  return channel
}

export function refuseArchived({ deleteAt }: ChatChannel): void {
  if (deleteAt === 0) return
  throw new WebhookError('channel_missing', { detail: 'the channel is archived' })
}

export async function knownUser(store: ChatStore, id: string): Promise<HookUser> {
  const user = await store.users.byId(id)
  if (user) return user
  throw new WebhookError('user_missing')
}

export function knownTeam({ teams }: ChatStore, id: string): Team {
  const team = teams.find((each) => each.id === id)
  if (team) return team
  throw new WebhookError('not_found', { detail: 'no such team' })
}
