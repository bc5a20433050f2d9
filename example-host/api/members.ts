import { Router } from 'express'
import { type HookUser, WebhookError } from 'express-incoming-webhooks'
import { type ChatChannel, type ChatStore, NOTHING_UNREAD, type Unread } from '../store/index.js'
import { knownUser, openChannel, readableChannel } from './access.js'
import {
  type Call,
  type MakeCall,
  optionalText,
  ownUserIdOf,
  pageOf,
  pathPart,
  text,
  userIdOf,
} from './calls.js'
import { channelView, memberView, ownMemberView, teamView, unreadView } from './views.js'

export interface ChannelRoutesParts {
  readonly store: ChatStore
  readonly call: MakeCall
}

/** Members of a channel and their read positions, below `/channels`. */
export function memberRoutes(parts: ChannelRoutesParts): Router {
  const { store, call } = parts
  const router = Router()
  router.get(
    '/:channel_id/members',
    call(async ({ req, user }) => {
      const channel = await readableChannel(store, user, pathPart(req, 'channel_id'))
      return (await store.channels.members(channel.id, pageOf(req))).map(memberView)
    }),
  )
  router.get(
    '/:channel_id/stats',
    call(async ({ req, user }) => {
      const channel = await readableChannel(store, user, pathPart(req, 'channel_id'))
      return {
        channel_id: channel.id,
        member_count: await store.channels.countMembers(channel.id),
      }
    }),
  )
  router.post(
    '/:channel_id/members',
    call((made) => addMember(parts, made), 201),
  )
  router.delete(
    '/:channel_id/members/:user_id',
    call((made) => removeMember(parts, made)),
  )
  router.post(
    '/members/:user_id/view',
    call((made) => view(parts, made)),
  )
  return router
}

/** A user's own channels, below `/users`. */
export function ownChannelRoutes({ store, call }: ChannelRoutesParts): Router {
  const router = Router()
  router.get(
    '/:user_id/teams',
    call(async () => store.teams.map(teamView)),
  )
  router.get(
    '/:user_id/teams/:team_id/channels',
    call(async (made) => {
      const channels = await ownChannels(made)
      return channels.map(channelView)
    }),
  )
  router.get(
    '/:user_id/teams/:team_id/channels/members',
    call(async (made) => {
      const channels = await ownChannels(made)
      const userId = userIdOf(made)
      const ids = channels.map(({ id }) => id)
      const unread = await store.unread(userId, ids)
      return channels.map((channel) =>
        ownMemberView(channel, userId, unread.get(channel.id) ?? NOTHING_UNREAD),
      )
    }),
  )
  router.get(
    '/:user_id/channels/:channel_id/unread',
    call(async (made) => {
      const userId = ownUserIdOf(made)
      const channel = await readableChannel(store, made.user, pathPart(made.req, 'channel_id'))
      return unreadView(channel, await unreadIn(store, userId, channel.id))
    }),
  )
  return router

  async function ownChannels(made: Call): Promise<readonly ChatChannel[]> {
    return store.channels.channelsOf(ownUserIdOf(made), pathPart(made.req, 'team_id'))
  }
}

async function addMember({ store }: ChannelRoutesParts, call: Call): Promise<object> {
  const { req, user, body } = call
  const channel = await openChannel(store, user, pathPart(req, 'channel_id'))
  if (channel.type === 'direct') throw new WebhookError('not_permitted')
  const added = await knownUser(store, text(body, 'user_id'))
  const member = await store.channels.addMember(channel.id, added.id)
  if (!member) throw new WebhookError('channel_missing')
  return memberView(member)
}

async function removeMember({ store }: ChannelRoutesParts, call: Call): Promise<object> {
  const channel = await openChannel(store, call.user, pathPart(call.req, 'channel_id'))
  const userId = userIdOf(call)
  if (!mayRemove(call.user, channel, userId)) throw new WebhookError('not_permitted')
  if (!(await store.channels.removeMember(channel.id, userId, call.user.id))) {
    throw new WebhookError('user_missing', { detail: 'not a member of this channel' })
  }
  return { status: 'OK' }
}

function mayRemove(user: HookUser, channel: ChatChannel, userId: string): boolean {
  if (channel.type === 'direct') return false
  return user.admin || userId === user.id || channel.creatorId === user.id
}

async function view({ store }: ChannelRoutesParts, call: Call): Promise<object> {
  const userId = ownUserIdOf(call)
  const id = optionalText(call.body, 'channel_id')
  // Clients send no channel when the window loses the focus.
  if (id === '') return { status: 'OK', last_viewed_at_times: {} }
  const channel = await readableChannel(store, call.user, id)
  await store.markViewed(userId, channel.id)
  const { viewedAt } = await unreadIn(store, userId, channel.id)
  return { status: 'OK', last_viewed_at_times: { [channel.id]: viewedAt } }
}

async function unreadIn(store: ChatStore, userId: string, channelId: string): Promise<Unread> {
  return (await store.unread(userId, [channelId])).get(channelId) ?? NOTHING_UNREAD
}
