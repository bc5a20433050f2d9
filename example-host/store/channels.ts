import type { ChannelsAdapter } from 'express-incoming-webhooks/adapters'
import { type ChatChannels, type ChatStore, pageOf, type Unread } from './chat-store.js'
import { StoreConflict } from './errors.js'
import { createId } from './ids.js'
import { channelNameKey } from './memory/tables.js'
import type { Model } from './memory/model.js'
import { type ChatChannel, pairKey } from './memory/rows.js'
import type { Writer } from './writer.js'

export function channelsAdapter(writer: Writer): ChannelsAdapter {
  const { channels } = writer.model.tables
  const { byId, byName, named, isMember } = lookUps(writer.model)
  const findDirect = (a: string, b: string) => named(directBetween(a, b))
  return {
    findById: byId,
    findByName: byName,
    findDirect,
    createDirect: async (a, b) =>
      findDirect(a, b) ??
      writer.exclusive(async () => {
        const channel = { ...directBetween(a, b), displayName: '', creatorId: '' }
        return findDirect(a, b) ?? createChannel(writer, channel, [...new Set([a, b])])
      }),
    canPost: (user, channel) =>
      channel.type === 'public' ||
      isMember(channel.id, user.id) ||
      (user.admin === true && channel.type !== 'direct'),
    listFor: (user, { query, limit }) => {
      const wanted = query.toLowerCase()
      return channels
        .all()
        .filter(
          (channel) =>
            channel.deleteAt === 0 &&
            (channel.type === 'public' || isMember(channel.id, user.id)) &&
            (channel.name.includes(wanted) || channel.displayName.toLowerCase().includes(wanted)),
        )
        .slice(0, limit)
    },
  }
}

export function chatChannels(writer: Writer): ChatChannels {
  const { tables, indexes } = writer.model
  const { byId, byName, named, isMember } = lookUps(writer.model)
  const change = async (id: string, changed: (channel: ChatChannel) => ChatChannel) =>
    writer.exclusive(async () => {
      const before = byId(id)
      const after = before && changed(before)
      if (after && after !== before) await writer.commit({ put: { channels: [after] } })
      return byId(id)
    })
  return {
    create: ({ purpose = '', ...given }) =>
      writer.exclusive(async () => {
        if (named(given)) throw new StoreConflict('name')
        const teamName = tables.teams.get(given.teamId)?.name ?? ''
        const channel = { ...given, teamName, ...(purpose !== '' && { purpose }) }
        return createChannel(writer, channel, [given.creatorId])
      }),
    byId,
    byName,
    listPublic: (teamId, page) => {
      const found = tables.channels
        .all()
        .filter((c) => c.type === 'public' && c.teamId === teamId && c.deleteAt === 0)
      return pageOf(found, page)
    },
    channelsOf: (userId, teamId) =>
      [...(indexes.channelsOf.get(userId) ?? [])].flatMap(({ channelId }) => {
        const channel = byId(channelId)
        const isShown = channel?.deleteAt === 0 && ['', teamId].includes(channel.teamId)
        return isShown ? [channel] : []
      }),
    setPurpose: (id, purpose) =>
      change(id, (channel) => {
        const { purpose: before = '', ...others } = channel
        if (purpose === before) return channel
        return purpose === '' ? others : { ...others, purpose }
      }),
    archive: (id) =>
      change(id, (channel) =>
        channel.deleteAt === 0 ? { ...channel, deleteAt: writer.clock() } : channel,
      ),
    restore: (id) =>
      change(id, (channel) => (channel.deleteAt === 0 ? channel : { ...channel, deleteAt: 0 })),
    addMember: (channelId, userId) =>
      writer.exclusive(async () => {
        if (!tables.channels.has(channelId) || !tables.users.has(userId)) return null
        if (!isMember(channelId, userId)) {
          await writer.commit({ put: joining(writer, channelId, [userId]) })
        }
        return tables.members.get(pairKey(channelId, userId)) ?? null
      }),
    removeMember: (channelId, userId, byUserId) =>
      writer.exclusive(async () => {
        if (!isMember(channelId, userId)) return false
        const key = pairKey(channelId, userId)
        await writer.commit({ delete: { members: [key], views: [key] }, byUserId })
        return true
      }),
    members: (channelId, page) => pageOf([...(indexes.membersOf.get(channelId) ?? [])], page),
    countMembers: (channelId) => indexes.membersOf.get(channelId)?.size ?? 0,
    isMember,
    membersAmong: (channelId, userIds) => userIds.filter((userId) => isMember(channelId, userId)),
  }
}

function lookUps({ tables, indexes }: Model) {
  const named = (channel: Pick<ChatChannel, 'type' | 'teamId' | 'name'>) =>
    indexes.channelNames.get(channelNameKey(channel)) ?? null
  return {
    byId: (id: string) => tables.channels.get(id) ?? null,
    byName: (name: string, teamId: string) => named({ type: 'public', teamId, name }),
    named,
    isMember: (channelId: string, userId: string) => tables.members.has(pairKey(channelId, userId)),
  }
}

async function createChannel(
  writer: Writer,
  made: Omit<ChatChannel, 'id' | 'createAt' | 'deleteAt'>,
  userIds: readonly string[],
): Promise<ChatChannel> {
  const channel = { id: createId(), ...made, createAt: writer.clock(), deleteAt: 0 }
  await writer.commit({ put: { channels: [channel], ...joining(writer, channel.id, userIds) } })
  return Object.freeze(channel)
}

// Posts from before a member joined are not unread.
function joining({ clock, model }: Writer, channelId: string, userIds: readonly string[]) {
  const viewedAt = model.timeline.channel(channelId).lastTime()
  const createAt = clock()
  return {
    members: userIds.map((userId) => ({ channelId, userId, createAt })),
    views: userIds.map((userId) => ({ channelId, userId, viewedAt })),
  }
}

/** Contract, section 11: the smaller id comes first. */
function directBetween(a: string, b: string) {
  const name = a < b ? `${a}__${b}` : `${b}__${a}`
  return { type: 'direct', teamId: '', name } as const
}

/** For channels without posts. */
export const NOTHING_UNREAD: Unread = { posts: 0, mentions: 0, viewedAt: 0, lastPostAt: 0 }

/** How far each member has read each channel, as a time: posts up to it count as read. */
export function readMarks({ model, commit }: Writer): Pick<ChatStore, 'markViewed' | 'unread'> {
  const { tables, timeline } = model
  const viewedAt = (userId: string, channelId: string) =>
    tables.views.get(pairKey(channelId, userId))?.viewedAt ?? 0
  return {
    markViewed: async (userId, channelId) => {
      const last = timeline.channel(channelId).lastTime()
      if (last <= viewedAt(userId, channelId)) return
      await commit({ put: { views: [{ channelId, userId, viewedAt: last }] } })
    },
    unread: (userId, channelIds) =>
      new Map(
        channelIds.map((channelId) => {
          const viewed = viewedAt(userId, channelId)
          const channel = timeline.channel(channelId)
          const counts = channel.unread(userId, viewed)
          return [channelId, { ...counts, viewedAt: viewed, lastPostAt: channel.lastTime() }]
        }),
      ),
  }
}
