import {
  isTrue,
  isWire,
  listOf,
  memberOf,
  numberOf,
  textOf,
} from 'express-incoming-webhooks-ui/wire'

export type User = Readonly<ReturnType<typeof readUser>>
export type Team = Readonly<ReturnType<typeof readTeam>>
export type Channel = Readonly<ReturnType<typeof readChannel>>
export type Unread = Readonly<ReturnType<typeof readUnread>>
export type Post = Readonly<ReturnType<typeof readPost>>
export type PostPage = Readonly<ReturnType<typeof readPage>>

export type Props = Readonly<Record<string, unknown>>
export type ChannelKind = 'public' | 'private' | 'direct'

const KINDS: Readonly<Record<string, ChannelKind>> = { O: 'public', P: 'private', D: 'direct' }

export const NOTHING_UNREAD: Unread = { posts: 0, mentions: 0, viewedAt: 0, countedTo: 0 }

export function readUser(value: unknown) {
  return {
    id: textOf(value, 'id'),
    username: textOf(value, 'username'),
    admin: textOf(value, 'roles').split(' ').includes('system_admin'),
    active: numberOf(value, 'delete_at') === 0,
  }
}

export function readTeam(value: unknown) {
  const name = textOf(value, 'name')
  return { id: textOf(value, 'id'), name, displayName: textOf(value, 'display_name') || name }
}

export function readChannel(value: unknown) {
  const name = textOf(value, 'name')
  return {
    id: textOf(value, 'id'),
    kind: KINDS[textOf(value, 'type')] ?? 'private',
    name,
    displayName: textOf(value, 'display_name') || name,
    /** Empty without one. */
    purpose: textOf(value, 'purpose'),
  }
}

export function readUnread(value: unknown) {
  return {
    posts: numberOf(value, 'unread_count'),
    mentions: numberOf(value, 'mention_count'),
    viewedAt: numberOf(value, 'last_viewed_at'),
    /** The time of the newest post that these numbers know of. */
    countedTo: numberOf(value, 'last_post_at'),
  }
}

export function readPost(value: unknown) {
  const props = memberOf(value, 'props')
  const createAt = numberOf(value, 'create_at')
  return {
    id: textOf(value, 'id'),
    createAt,
    updateAt: Math.max(createAt, numberOf(value, 'update_at')),
    /** 0 unless a user has edited the text. */
    editAt: numberOf(value, 'edit_at'),
    /** 0 unless it is deleted. */
    deleteAt: numberOf(value, 'delete_at'),
    userId: textOf(value, 'user_id'),
    /** The webhook that wrote it, or ''. */
    webhookId: textOf(value, 'webhook_id'),
    channelId: textOf(value, 'channel_id'),
    rootId: textOf(value, 'root_id'),
    message: textOf(value, 'message'),
    type: textOf(value, 'type'),
    props: isWire(props) ? props : {},
    /** The Markdown for the pane beside the messages, or ''. */
    card: textOf(props, 'card'),
    priority: textOf(memberOf(memberOf(value, 'metadata'), 'priority'), 'priority'),
    replies: {
      count: numberOf(value, 'reply_count'),
      lastAt: numberOf(value, 'last_reply_at'),
      /** Of the latest, the last first. */
      authors: listOf(memberOf(value, 'participants')).map((each) => ({
        userId: textOf(each, 'id'),
        /** '' of a person. */
        webhookId: textOf(each, 'webhook_id'),
      })),
    },
  }
}

export function readPage(value: unknown) {
  const posts = memberOf(value, 'posts')
  return {
    /** Oldest first. */
    posts: listOf(memberOf(value, 'order'))
      .map((id) => readPost(memberOf(posts, String(id))))
      .filter(({ id }) => id !== '')
      .reverse(),
    /** Whether there are more. A page with large posts may be short. */
    hasNext: isTrue(value, 'has_next'),
  }
}
