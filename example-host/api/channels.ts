import { type ChatChannel, NOTHING_UNREAD, type Unread } from '../store/index.js'
import {
  type Call,
  found,
  type Handlers,
  invalid,
  knownTeam,
  knownUser,
  member,
  openChannel,
  optionalText,
  ownUserIdOf,
  pageOf,
  pathPart,
  permit,
  readableChannel,
  refuseLonger,
  text,
  texts,
  userIdOf,
} from './calls.js'
import { channelView, memberView, ownMemberView, teamView, unreadView } from './views.js'

const NAME_RULE =
  'up to 64 letters a to z, digits, . - and _, starting with a letter or digit; ' +
  'without two _ in a row, and not exactly 26 letters and digits, which would look like an id'
const MAX_DISPLAY_NAME = 64
const MAX_PURPOSE = 250
/** A channel without a visible name could not be recognised or clicked. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** `/channels…` without posts, the members of a channel, and what a user has read. */
export const channelHandlers = {
  createChannel: async (call) => {
    const { store, body, user } = call
    const team = knownTeam(call, text(body, 'team_id'))
    const name = text(body, 'name')
    const wanted = optionalText(body, 'display_name')
    const displayName = VISIBLE.test(wanted) ? wanted : name
    const type = text(body, 'type')
    if (!isChannelName(name)) throw invalid('name', NAME_RULE)
    refuseLonger('display_name', displayName, MAX_DISPLAY_NAME)
    const purpose = purposeIn(body)
    if (type !== 'O' && type !== 'P') throw invalid('type', 'O or P')
    const channel = await store.channels.create({
      teamId: team.id,
      type: type === 'O' ? 'public' : 'private',
      name,
      displayName,
      purpose,
      creatorId: user.id,
    })
    return channelView(channel)
  },
  openDirectChannel: async (call) => {
    const { store, body, user } = call
    const [first, second, ...more] = texts(body, 'user_ids')
    if (first === undefined || second === undefined || more.length > 0) {
      throw invalid('user_ids', 'two ids')
    }
    permit(user.admin || first === user.id || second === user.id)
    await knownUser(call, first)
    await knownUser(call, second)
    const { id } = await store.adapters.channels.createDirect(first, second, '')
    return channelView(found(await store.channels.byId(id), 'channel_missing'))
  },
  getChannel: async (call) => channelView(await readableChannel(call)),
  // Members and administrators can change what a channel is for; its names stay.
  setPurpose: async (call) => {
    const { store, body, user } = call
    const channel = await openChannel(call)
    const isMember = await store.channels.isMember(channel.id, user.id)
    permit(channel.type !== 'direct' && (isMember || user.admin))
    for (const name of ['name', 'display_name', 'header']) {
      if (member(body, name) !== undefined) throw invalid(name, 'only the purpose can be changed')
    }
    if (member(body, 'purpose') === undefined) return channelView(channel)
    const changed = await store.channels.setPurpose(channel.id, purposeIn(body))
    return channelView(found(changed, 'channel_missing'))
  },
  archiveChannel: async (call) => {
    const { store, user } = call
    const { id, type, creatorId } = await openChannel(call)
    permit(type !== 'direct' && (user.admin || creatorId === user.id))
    await store.channels.archive(id)
  },
  restoreChannel: async (call) => {
    const { id } = await readableChannel(call)
    permit(call.user.admin, 'administrators restore channels')
    return channelView(found(await call.store.channels.restore(id), 'channel_missing'))
  },
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

function purposeIn(body: unknown): string {
  const purpose = optionalText(body, 'purpose').trim()
  refuseLonger('purpose', purpose, MAX_PURPOSE)
  return purpose
}

// Two underscores join the ids in the name of a direct channel.
function isChannelName(name: string): boolean {
  // A name must not look like an id, because a webhook's `channel` accepts both.
  if (name.includes('__') || /^[a-z0-9]{26}$/.test(name)) return false
  return /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name)
}

async function ownChannels(call: Call): Promise<readonly ChatChannel[]> {
  return call.store.channels.channelsOf(ownUserIdOf(call), pathPart(call, 'team_id'))
}

async function unreadIn(call: Call, channelId: string): Promise<Unread> {
  const unread = await call.store.unread(userIdOf(call), [channelId])
  return unread.get(channelId) ?? NOTHING_UNREAD
}
