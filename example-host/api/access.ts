import { type ErrorCode, type HookUser, WebhookError } from 'express-incoming-webhooks'
import type { ChatChannel, StoredPost, Team } from '../store/index.js'
import { type Call, pathPart } from './calls.js'

/** What `found` says of a post or a team. */
export const NO_POST = ['not_found', 'no such post'] as const
export const NO_TEAM = ['not_found', 'no such team'] as const

/** What a store has. Throws the error if it has no such thing. */
export function found<T>(value: T | null | false, missing: ErrorCode, detail = ''): T {
  if (value === null || value === false) throw new WebhookError(missing, { detail })
  return value
}

/** Throws if the user may not do this. */
export function permit(isAllowed: boolean | null | undefined): void {
  if (!isAllowed) throw new WebhookError('not_permitted')
}

/**
 * Everyone can read public channels, administrators also private ones, and nobody the direct
 * channels of others.
 */
async function canRead({ store, user }: Call, channel: ChatChannel): Promise<boolean> {
  if (channel.type === 'public') return true
  if (user.admin && channel.type === 'private') return true
  return store.channels.isMember(channel.id, user.id)
}

/** The channel, of the path unless another is named, archived or not. One that the user may not read is 404. */
export async function readableChannel(
  call: Call,
  id = pathPart(call, 'channel_id'),
): Promise<ChatChannel> {
  return readable(call, await call.store.channels.byId(id))
}

/** The channel, if there is one that the user may read; else a 404. */
export async function readable(call: Call, channel: ChatChannel | null): Promise<ChatChannel> {
  const isReadable = channel !== null && (await canRead(call, channel))
  return found(isReadable && channel, 'channel_missing')
}

/** A readable channel that is not archived. */
export async function openChannel(call: Call, id?: string): Promise<ChatChannel> {
  const channel = await readableChannel(call, id)
  refuseArchived(channel)
  return channel
}

export function refuseArchived({ deleteAt }: ChatChannel): void {
  if (deleteAt === 0) return
  throw new WebhookError('channel_missing', { detail: 'the channel is archived' })
}

/** The post of the path, and its channel. A post that the user may not read is 404. */
export async function readablePost(
  call: Call,
): Promise<{ readonly post: StoredPost; readonly channel: ChatChannel }> {
  const { posts, channels } = call.store
  const post = await posts.byId(pathPart(call, 'post_id'))
  const channel = post && (await channels.byId(post.channelId))
  const isReadable = channel && (await canRead(call, channel))
  return found(isReadable && { post, channel }, ...NO_POST)
}

export async function knownUser({ store }: Pick<Call, 'store'>, id: string): Promise<HookUser> {
  return found(await store.users.byId(id), 'user_missing')
}

/** The team, of the path unless another is named. */
export function knownTeam(call: Call, id = pathPart(call, 'team_id')): Team {
  const team = call.store.teams.find((each) => each.id === id)
  return found(team ?? null, ...NO_TEAM)
}
