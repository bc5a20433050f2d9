import {
  isTrue,
  isWire,
  listOf,
  memberOf,
  numberOf,
  textOf,
} from 'express-incoming-webhooks-ui/wire'

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
  /** Empty without one. */
  readonly purpose: string
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
  /** 0 unless a user has edited the text. */
  readonly editAt: number
  /** 0 unless it is deleted. */
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
  /** The time of the newest post that these numbers know of. */
  readonly countedTo: number
}

export const NOTHING_UNREAD: Unread = { posts: 0, mentions: 0, viewedAt: 0, countedTo: 0 }

const KINDS: Readonly<Record<string, ChannelKind>> = { O: 'public', P: 'private', D: 'direct' }

export function readUser(value: unknown): User {
  return {
    id: textOf(value, 'id'),
    username: textOf(value, 'username'),
    admin: textOf(value, 'roles').split(' ').includes('system_admin'),
    active: numberOf(value, 'delete_at') === 0,
  }
}

export function readTeam(value: unknown): Team {
  const name = textOf(value, 'name')
  return { id: textOf(value, 'id'), name, displayName: textOf(value, 'display_name') || name }
}

export function readChannel(value: unknown): Channel {
  const name = textOf(value, 'name')
  return {
    id: textOf(value, 'id'),
    kind: KINDS[textOf(value, 'type')] ?? 'private',
    name,
    displayName: textOf(value, 'display_name') || name,
    purpose: textOf(value, 'purpose'),
  }
}

export function readUnread(value: unknown): Unread {
  return {
    posts: numberOf(value, 'unread_count'),
    mentions: numberOf(value, 'mention_count'),
    viewedAt: numberOf(value, 'last_viewed_at'),
    countedTo: numberOf(value, 'last_post_at'),
  }
}

export function readPost(value: unknown): Post {
  const props = memberOf(value, 'props')
  const createAt = numberOf(value, 'create_at')
  return {
    id: textOf(value, 'id'),
    createAt,
    updateAt: Math.max(createAt, numberOf(value, 'update_at')),
    editAt: numberOf(value, 'edit_at'),
    deleteAt: numberOf(value, 'delete_at'),
    userId: textOf(value, 'user_id'),
    channelId: textOf(value, 'channel_id'),
    rootId: textOf(value, 'root_id'),
    message: textOf(value, 'message'),
    type: textOf(value, 'type'),
    props: isWire(props) ? props : {},
    priority: textOf(memberOf(memberOf(value, 'metadata'), 'priority'), 'priority'),
    replies: {
      count: numberOf(value, 'reply_count'),
      lastAt: numberOf(value, 'last_reply_at'),
      userIds: listOf(memberOf(value, 'participants')).map((each) => textOf(each, 'id')),
    },
  }
}

/** Whether there are more posts. A page with large posts may be short. */
export function readHasNext(value: unknown): boolean {
  return isTrue(value, 'has_next')
}

/** Oldest first. */
export function readPosts(value: unknown): readonly Post[] {
  const posts = memberOf(value, 'posts')
  return listOf(memberOf(value, 'order'))
    .map((id) => readPost(memberOf(posts, String(id))))
    .filter(({ id }) => id !== '')
    .reverse()
}
