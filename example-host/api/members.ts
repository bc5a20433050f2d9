import { type ChatChannel, NOTHING_UNREAD, type Unread } from '../store/index.js'
import { found, knownUser, openChannel, permit, readableChannel } from './access.js'
import {
  type Call,
  type Handlers,
  optionalText,
  ownUserIdOf,
  pageOf,
  pathPart,
  text,
  userIdOf,
} from './calls.js'
import { channelView, memberView, ownMemberView, teamView, unreadView } from './views.js'

/** Members of a channel and their read positions, and a user's own channels. */
export const memberHandlers = {
  listMembers: async (call) => {
    const { id } = await readableChannel(call)
    return (await call.store.channels.members(id, pageOf(call))).map(memberView)
  },
  getChannelStats: async (call) => {
    const { id } = await readableChannel(call)
    return { channel_id: id, member_count: await call.store.channels.countMembers(id) }
  },
  addMember: async (call) => {
    const channel = await openChannel(call)
    permit(channel.type !== 'direct')
    const added = await knownUser(call, text(call.body, 'user_id'))
    const member = await call.store.channels.addMember(channel.id, added.id)
    return memberView(found(member, 'channel_missing'))
  },
  removeMember: async (call) => {
    const { store, user } = call
    const { id, type, creatorId } = await openChannel(call)
    const userId = userIdOf(call)
    permit(type !== 'direct' && (user.admin || [userId, creatorId].includes(user.id)))
    const isRemoved = await store.channels.removeMember(id, userId, user.id)
    found(isRemoved, 'user_missing', 'not a member of this channel')
  },
  viewChannel: async (call) => {
    const userId = ownUserIdOf(call)
    const id = optionalText(call.body, 'channel_id')
    // Clients send no channel when the window loses the focus.
    if (id === '') return { status: 'OK', last_viewed_at_times: {} }
    const channel = await readableChannel(call, id)
    await call.store.markViewed(userId, channel.id)
    const { viewedAt } = await unreadIn(call, channel.id)
    return { status: 'OK', last_viewed_at_times: { [channel.id]: viewedAt } }
  },
  listOwnTeams: ({ store }) => store.teams.map(teamView),
  listOwnChannels: async (call) => (await ownChannels(call)).map(channelView),
  listOwnMemberships: async (call) => {
    const channels = await ownChannels(call)
    const userId = userIdOf(call)
    const unread = await call.store.unread(
      userId,
      channels.map(({ id }) => id),
    )
    return channels.map((channel) =>
      ownMemberView(channel, userId, unread.get(channel.id) ?? NOTHING_UNREAD),
    )
  },
  getUnread: async (call) => {
    ownUserIdOf(call)
    const channel = await readableChannel(call)
    return unreadView(channel, await unreadIn(call, channel.id))
  },
} satisfies Partial<Handlers>

async function ownChannels(call: Call): Promise<readonly ChatChannel[]> {
  return call.store.channels.channelsOf(ownUserIdOf(call), pathPart(call, 'team_id'))
}

async function unreadIn(call: Call, channelId: string): Promise<Unread> {
  const unread = await call.store.unread(userIdOf(call), [channelId])
  return unread.get(channelId) ?? NOTHING_UNREAD
}
