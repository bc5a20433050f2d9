import type { CheckedDelivery } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { Destination, Message } from '../model/message.js'
import type {
  HookChannel,
  IncomingWebhook,
  HookPost,
  HookSettings,
  HookUser,
} from '../model/records.js'
import { isAlive } from '../rules/alive.js'

/** No host has longer names, so longer ones are unknown without a lookup. */
const MAX_LOOKUP_LENGTH = 256

/** The destination of a message: an existing channel, or a direct channel that `store` creates. */
export type Place =
  | { readonly kind: 'channel'; readonly channel: HookChannel }
  | { readonly kind: 'newDirect'; readonly userIds: readonly [string, string] }

/** Everything that a message needs from the host. */
export interface Resolved {
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  readonly place: Place
  readonly usersById: ReadonlyMap<string, HookUser>
  readonly usersByName: ReadonlyMap<string, HookUser>
  /** The post that `root_id` names, if any. */
  readonly root: HookPost | null
}

/** Step 3, the only one that reads: channel, owner, mentioned users and permission. */
export async function resolve(
  message: Message,
  webhook: IncomingWebhook,
  settings: HookSettings,
  adapters: CheckedDelivery,
): Promise<Resolved> {
  const { destination, mentioned, rootId } = message
  const [byId, byName, named, root] = await Promise.all([
    adapters.users.findByIds(unique([webhook.userId, ...idsOf(destination), ...mentioned.userIds])),
    findNames(unique([...namesOf(destination), ...mentioned.usernames]), adapters),
    findChannel(destination, webhook, adapters),
    rootId !== '' && adapters.guarantees.has('threads') ? adapters.posts.findById(rootId) : null,
  ])
  const usersById = new Map(byId.map((user) => [user.id, user]))
  const usersByName = new Map(byName.map((user) => [user.username, user]))
  const owner = usersById.get(webhook.userId)
  if (!isAlive(owner)) {
    throw new WebhookError('channel_not_permitted', {
      detail: 'the owner of the webhook is no longer active',
    })
  }
  if (isDirect(destination) && !adapters.guarantees.has('direct')) {
    throw new WebhookError('user_not_found', {
      detail: 'channel: this chat has no direct messages',
    })
  }
  const place = await findPlace(
    { message, webhook, settings, owner, named, usersById, usersByName },
    adapters,
  )
  return { webhook, settings, place, usersById, usersByName, root }
}

/** For a message to a channel that is already known: only the mentioned users are looked up. */
export async function resolveWithin(
  { webhook, settings, channel }: Pick<Resolved, 'webhook' | 'settings'> & { channel: HookChannel },
  { mentioned: { userIds, usernames } }: Message,
  { users }: Pick<CheckedDelivery, 'users'>,
): Promise<Resolved> {
  const [byId, byName] = await Promise.all([
    userIds.length === 0 ? [] : users.findByIds([...userIds]),
    findNames(usernames, { users }),
  ])
  return {
    webhook,
    settings,
    place: { kind: 'channel', channel },
    usersById: new Map(byId.map((user) => [user.id, user])),
    usersByName: new Map(byName.map((user) => [user.username, user])),
    root: null,
  }
}

interface Found {
  readonly message: Message
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  readonly owner: HookUser
  /** The channel named by the payload, or the webhook's own. */
  readonly named: HookChannel | null
  readonly usersById: ReadonlyMap<string, HookUser>
  readonly usersByName: ReadonlyMap<string, HookUser>
}

async function findPlace(found: Found, adapters: CheckedDelivery): Promise<Place> {
  const pair = pairOf(found)
  const place: Place = pair
    ? await findPair(pair, adapters)
    : { kind: 'channel', channel: await readable(found, adapters) }
  const { webhook } = found
  const isOwn = place.kind === 'channel' && place.channel.id === webhook.channelId
  if (webhook.channelLocked && !isOwn) {
    throw new WebhookError('channel_locked', {
      detail: 'channel: the webhook is locked to its own channel',
    })
  }
  return place
}

/** The two users of a direct destination, or null for a channel. */
function pairOf(found: Found): readonly [string, string] | null {
  const { destination } = found.message
  if (destination.kind === 'directToUser') {
    const user = found.usersByName.get(destination.username)
    if (!user)
      throw new WebhookError('user_not_found', { detail: 'channel: no user with this name' })
    return [found.owner.id, user.id]
  }
  if (destination.kind !== 'directBetween') return null
  const { userIds } = destination
  if (!userIds.every((id) => found.usersById.has(id))) {
    throw channelNotFound('channel: unknown user in the pair')
  }
  if (found.settings.restrictDirectMessagesToCreator && !userIds.includes(found.owner.id)) {
    throw channelNotFound('channel: direct messages must include the owner of the webhook')
  }
  return userIds
}

async function findPair(
  pair: readonly [string, string],
  adapters: CheckedDelivery,
): Promise<Place> {
  const channel = await adapters.channels.findDirect(pair[0], pair[1])
  if (!channel) return { kind: 'newDirect', userIds: pair }
  if (!isAlive(channel)) throw channelNotFound('channel: unknown or archived')
  return { kind: 'channel', channel }
}

// Unknown, archived and unreadable channels get the same response, which reveals nothing about them.
async function readable(found: Found, adapters: CheckedDelivery): Promise<HookChannel> {
  const { named, owner, message } = found
  if (!isAlive(named)) throw channelNotFound('channel: unknown or archived')
  if (await adapters.channels.canPost(owner, named)) return named
  if (message.destination.kind !== 'webhookChannel') {
    throw channelNotFound('channel: unknown or archived')
  }
  throw new WebhookError('channel_not_permitted', {
    detail: "the owner can no longer read the webhook's channel",
  })
}

function isDirect({ kind }: Destination): boolean {
  return kind === 'directToUser' || kind === 'directBetween'
}

function channelNotFound(detail: string): WebhookError {
  return new WebhookError('channel_not_found', { detail })
}

async function findChannel(
  destination: Destination,
  webhook: IncomingWebhook,
  { channels }: CheckedDelivery,
): Promise<HookChannel | null> {
  if (destination.kind === 'webhookChannel') return channels.findById(webhook.channelId)
  if (destination.kind !== 'channelName') return null
  const { name, mayBeId } = destination
  if (name === '' || name.length > MAX_LOOKUP_LENGTH) return null
  const [byId, exact] = await Promise.all([
    mayBeId ? channels.findById(name) : null,
    channels.findByName(name, webhook.teamId, webhook.userId),
  ])
  // The id first: a channel that is named like another channel's id must not receive its messages.
  const found = byId ?? exact
  if (found) return found
  const lower = name.toLowerCase()
  return lower === name ? null : channels.findByName(lower, webhook.teamId, webhook.userId)
}

async function findNames(
  usernames: readonly string[],
  { users }: Pick<CheckedDelivery, 'users'>,
): Promise<readonly HookUser[]> {
  return usernames.length === 0 ? [] : users.findByUsernames([...usernames])
}

function idsOf(destination: Destination): readonly string[] {
  return destination.kind === 'directBetween' ? destination.userIds : []
}

function namesOf(destination: Destination): readonly string[] {
  if (destination.kind !== 'directToUser') return []
  const { username } = destination
  return username === '' || username.length > MAX_LOOKUP_LENGTH ? [] : [username]
}

function unique(values: readonly string[]): string[] {
  return values.length < 2 ? [...values] : [...new Set(values)]
}
