import type { Channel, Post, User } from '../api/shapes.js'
import type { ChatState } from './store.js'

type People = Pick<ChatState, 'users' | 'me'>

export type Author = Readonly<ReturnType<typeof authorOf>>

/** The name of webhooks that have no other. */
const COMMON_NAME = 'webhook'

export function isByHook({ props }: Pick<Post, 'props'>): boolean {
  return props['from_webhook'] === 'true'
}

/** Whether a person wrote it, and none of their webhooks. */
export function isBy(post: Post, { id }: User): boolean {
  return post.userId === id && !isByHook(post)
}

/** The author to show. The BOT label depends on `isHook`, which a payload cannot change. */
export function authorOf({ userId, props }: Pick<Post, 'userId' | 'props'>, { users }: People) {
  const user = users.get(userId)
  const isHook = isByHook({ props })
  const prop = (name: string): string => {
    const value = isHook ? props[name] : ''
    return typeof value === 'string' ? value : ''
  }
  const shown = prop('override_username')
  const name = shown || user?.username || 'somebody'
  const hookName = prop('webhook_display_name')
  return {
    name,
    isHook,
    /** The name of an emoji, or ''. */
    emoji: prop('override_icon_emoji').replace(/^:|:$/g, ''),
    /** The URL of a picture, or ''. */
    picture: prop('override_icon_url'),
    user,
    /** The name of the webhook, or ''. */
    hookName,
    /** The name that distinguishes a webhook: the shown one, unless that is the common name. */
    ownName: (shown === COMMON_NAME ? hookName : shown || hookName) || name,
  }
}

/** The other user of a direct channel, or the user themselves if there is no other. */
export function partnerOf({ name }: Channel, { users, me }: People): User | null {
  const ids = name.split('__')
  return users.get(ids.find((id) => id !== me.id) ?? me.id) ?? null
}

/** Whether it is the direct channel that only the reader has. */
export function isOwnSpace({ name }: Channel, { me }: Pick<ChatState, 'me'>): boolean {
  return name === `${me.id}__${me.id}`
}

export function channelName(channel: Channel, people: People): string {
  if (channel.kind !== 'direct') return channel.displayName
  return partnerOf(channel, people)?.username ?? 'somebody'
}

/** `# deploys`, or a username. */
export function channelLabel(channel: Channel, people: People): string {
  const name = channelName(channel, people)
  return channel.kind === 'direct' ? name : `# ${name}`
}

/** `@ada`, which may be nobody's name. */
export const MENTION = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{0,63})/gi
const EVERYBODY = new Set(['channel', 'here', 'all'])

export function isForMe(name: string, { me }: Pick<ChatState, 'me'>): boolean {
  return name.toLowerCase() === me.username || EVERYBODY.has(name.toLowerCase())
}

/** A username in a text, without a trailing dot; null if unknown. */
export function mentioned(name: string, users: ChatState['users']): string | null {
  const shorter = name.replace(/[._-]{1,64}$/, '')
  for (const each of [name, shorter]) {
    const wanted = each.toLowerCase()
    if (EVERYBODY.has(wanted)) return each
    for (const { username } of users.values()) if (username === wanted) return each
  }
  return null
}

/** Whether a post mentions the reader, by name or channel-wide. */
export function mentionsMe(post: Post, { users, me }: People): boolean {
  if (isBy(post, me)) return false
  if (post.props['silent_notification'] === true || !post.message.includes('@')) return false
  const prose = post.message.replace(/`[^`]*`/g, ' ')
  for (const [, found = ''] of prose.matchAll(MENTION)) {
    const name = mentioned(found, users)
    if (name !== null && isForMe(name, { me })) return true
  }
  return false
}
