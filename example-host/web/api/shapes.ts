import { isObject, list, member, number, text } from './members.js'

export interface User {
  readonly id: string
  readonly username: string
  readonly admin: boolean
  readonly active: boolean
}

export interface Team {
  readonly id: string
  readonly name: string
  readonly displayName: string
}

export type ChannelKind = 'public' | 'private' | 'direct'

export interface Channel {
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly displayName: string
}

export type Props = Readonly<Record<string, unknown>>

export interface Replies {
  readonly count: number
  readonly lastAt: number
  /** Of the latest, the last first. */
  readonly userIds: readonly string[]
}

export interface Post {
  readonly id: string
  readonly createAt: number
  readonly updateAt: number
  /** 0 unless a person has changed the text. */
  readonly editAt: number
  /** 0 while it is there. */
  readonly deleteAt: number
  readonly userId: string
  readonly channelId: string
  readonly rootId: string
  readonly message: string
  readonly type: string
  readonly props: Props
  readonly priority: string
  readonly replies: Replies
}

export interface Unread {
  readonly posts: number
  readonly mentions: number
  readonly viewedAt: number
}

export const NOTHING_UNREAD: Unread = { posts: 0, mentions: 0, viewedAt: 0 }

const KINDS: Readonly<Record<string, ChannelKind>> = { O: 'public', P: 'private', D: 'direct' }

export function readUser(value: unknown): User {
  return {
    id: text(value, 'id'),
    username: text(value, 'username'),
    admin: text(value, 'roles').split(' ').includes('system_admin'),
    active: number(value, 'delete_at') === 0,
  }
}

export function readTeam(value: unknown): Team {
  const name = text(value, 'name')
  return { id: text(value, 'id'), name, displayName: text(value, 'display_name') || name }
}

export function readChannel(value: unknown): Channel {
  const name = text(value, 'name')
  return {
    id: text(value, 'id'),
    kind: KINDS[text(value, 'type')] ?? 'private',
    name,
    displayName: text(value, 'display_name') || name,
  }
}

export function readUnread(value: unknown): Unread {
  return {
    posts: number(value, 'unread_count'),
    mentions: number(value, 'mention_count'),
    viewedAt: number(value, 'last_viewed_at'),
  }
}

export function readPost(value: unknown): Post {
  const props = member(value, 'props')
  const createAt = number(value, 'create_at')
  return {
    id: text(value, 'id'),
    createAt,
    updateAt: Math.max(createAt, number(value, 'update_at')),
    editAt: number(value, 'edit_at'),
    deleteAt: number(value, 'delete_at'),
    userId: text(value, 'user_id'),
    channelId: text(value, 'channel_id'),
    rootId: text(value, 'root_id'),
    message: text(value, 'message'),
    type: text(value, 'type'),
    props: isObject(props) ? props : {},
    priority: text(member(member(value, 'metadata'), 'priority'), 'priority'),
    replies: {
      count: number(value, 'reply_count'),
      lastAt: number(value, 'last_reply_at'),
      userIds: list(value, 'participants').map((each) => text(each, 'id')),
    },
  }
}

/** Whether there are posts beyond those of a page, which may be short because they are large. */
export function readHasNext(value: unknown): boolean {
  return member(value, 'has_next') === true
}

/** Oldest first. */
export function readPosts(value: unknown): readonly Post[] {
  const posts = member(value, 'posts')
  return list(value, 'order')
    .map((id) => readPost(member(posts, String(id))))
    .filter(({ id }) => id !== '')
    .reverse()
}
