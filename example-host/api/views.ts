import {
  type ClientPost,
  type HookChannel,
  type HookUser,
  toClientPost,
} from 'express-incoming-webhooks'
import type { ChatChannel, Member, Replies, StoredPost, Team, Unread } from '../store/index.js'

export const TYPE_LETTERS: Readonly<Record<HookChannel['type'], string>> = {
  public: 'O',
  private: 'P',
  direct: 'D',
  group: 'G',
}

/** The wire shapes of the reference's v4 API, as far as they apply here. */
export function teamView(team: Team): object {
  return {
    id: team.id,
    name: team.name,
    display_name: team.displayName,
    type: 'O',
    create_at: team.createAt,
    update_at: team.createAt,
    delete_at: 0,
    description: '',
    email: '',
    company_name: '',
    allowed_domains: '',
    invite_id: '',
    // Every user is in every team.
    allow_open_invite: true,
    scheme_id: '',
    group_constrained: false,
  }
}

/** As the library returns the caller after sign-in. */
export function userView(user: HookUser): object {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    roles: user.admin ? 'system_admin system_user' : 'system_user',
    create_at: user.createAt ?? 0,
    delete_at: user.deleteAt ?? 0,
  }
}

export function teamMemberView(team: Team, user: HookUser): object {
  return { team_id: team.id, user_id: user.id, roles: 'team_user', delete_at: 0 }
}

export function channelView(channel: ChatChannel): object {
  return {
    id: channel.id,
    team_id: channel.teamId,
    type: TYPE_LETTERS[channel.type],
    name: channel.name,
    display_name: channel.displayName,
    header: '',
    purpose: channel.purpose ?? '',
    creator_id: channel.creatorId,
    create_at: channel.createAt,
    update_at: Math.max(channel.createAt, channel.deleteAt),
    delete_at: channel.deleteAt,
  }
}

export function memberView(member: Member): object {
  return { channel_id: member.channelId, user_id: member.userId, roles: 'channel_user' }
}

/** A channel in the user's own list, with unread counts. */
export function ownMemberView(channel: ChatChannel, userId: string, unread: Unread): object {
  return {
    channel_id: channel.id,
    user_id: userId,
    roles: 'channel_user',
    last_viewed_at: unread.viewedAt,
    last_post_at: unread.lastPostAt,
    unread_count: unread.posts,
    mention_count: unread.mentions,
  }
}

export function unreadView(channel: ChatChannel, unread: Unread): object {
  return {
    team_id: channel.teamId,
    channel_id: channel.id,
    msg_count: unread.posts,
    mention_count: unread.mentions,
  }
}

/** Nobody sets a status, and when users were active last is not kept. */
export function statusView(userId: string, online: boolean): object {
  const status = online ? 'online' : 'offline'
  return { user_id: userId, status, manual: false, last_activity_at: 0, dnd_end_time: 0 }
}

export function roleView(name: string, permissions: readonly string[]): object {
  return {
    id: name,
    name,
    display_name: name,
    description: '',
    create_at: 0,
    update_at: 0,
    delete_at: 0,
    permissions,
    scheme_managed: true,
    built_in: true,
  }
}

/** A post as this host shows it. */
export interface PostView extends ClientPost {
  /** The webhook that wrote it; `''` if a person did. */
  readonly webhook_id: string
}

/** A post with its webhook, its edit time, and the number, time and authors of its replies. */
export function postView(post: StoredPost, replies?: Replies): PostView {
  const { webhookId, editAt = 0, deleteAt = 0 } = post
  const view = {
    webhook_id: webhookId,
    ...toClientPost(post),
    edit_at: editAt,
    delete_at: deleteAt,
  }
  if (!replies) return view
  const { count, lastAt, authors } = replies
  const participants = authors.map(({ userId: id, webhookId }) =>
    webhookId === '' ? { id } : { id, webhook_id: webhookId },
  )
  return { ...view, reply_count: count, last_reply_at: lastAt, participants }
}
