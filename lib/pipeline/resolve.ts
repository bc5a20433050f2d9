import type { CheckedDelivery } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { Destination, Message, People } from '../model/message.js'
import type {
  HookChannel,
  IncomingWebhook,
  HookPost,
  HookSettings,
  HookUser,
  HookWarning,
} from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import { NO_RULES, type Ruled } from '../rules/event-rules.js'
import { isNameable } from '../rules/nameable.js'
import { findClaims, withClaims } from './people.js'
import type { Directory } from './render.js'

/** No host has longer names, so longer ones are unknown without a lookup. */
const MAX_LOOKUP_LENGTH = 256

/** The destination of a message: an existing channel, or a direct channel that `store` creates. */
export type Place =
  | { readonly kind: 'channel'; readonly channel: HookChannel }
  | { readonly kind: 'newDirect'; readonly userIds: readonly [string, string] }

/** Everything that a message needs from the host. */
export interface Resolved extends Directory {
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  readonly place: Place
  /** Where it would go without the webhook's rules. */
  readonly home: Home
  /** What of the rules cannot be done. */
  readonly warnings: readonly HookWarning[]
  /** The post that `root_id` names, if any. */
  readonly root: HookPost | null
}

/** What finds the incidents of a place: the id of a channel, or the users of one that does not exist yet. */
export type Home = { readonly id: string } | Extract<Place, { kind: 'newDirect' }>

/** Step 3, the only one that reads: channel, owner, mentioned users and permission. */
export async function resolve(
  message: Message,
  webhook: IncomingWebhook,
  settings: HookSettings,
  adapters: CheckedDelivery,
  ruled: Ruled = NO_RULES,
  people: People | null = null,
): Promise<Resolved> {
  const { destination, mentioned, rootId } = message
  const { guarantees, posts } = adapters
  const isOwn = destination.kind === 'webhookChannel' && ruled.channel === webhook.channelId
  const ruledId = isOwn ? null : (ruled.channel ?? null)
  const [users, named, root, wanted, claims] = await Promise.all([
    findUsers(
      [webhook.userId, ...idsOf(destination), ...mentioned.userIds],
      [...namesOf(destination), ...mentioned.usernames],
      adapters,
    ),
    findChannel(destination, webhook, adapters),
    rootId !== '' && guarantees.has('threads') ? posts.findById(rootId) : null,
    ruledId === null ? null : adapters.channels.findById(ruledId),
    people && findClaims(people, mentioned.usernames, adapters),
  ])
  const { usersById, usersByName } = users
  const owner = usersById.get(webhook.userId)
  if (!isAlive(owner)) {
    throw new WebhookError('channel_not_permitted', {
      detail: 'the owner of the webhook is no longer active',
    })
  }
  const found = { webhook, settings, usersById, usersByName, destination, owner, named }
  const where =
    ruledId === null ? await asAsked(found, adapters) : await ruledPlace(found, wanted, adapters)
  // Spread for each message, they would take 4 % of what it costs.
  const { place, home, warnings } = where
  const resolved = { place, home, warnings, webhook, settings, root, usersById, usersByName }
  if (!people || !claims || place.kind !== 'channel') return resolved
  const directory = await withClaims(users, { people, claims, channel: place.channel }, adapters)
  return { ...resolved, ...directory }
}

type Where = Pick<Resolved, 'place' | 'home' | 'warnings'>

async function asAsked(found: Found, adapters: CheckedDelivery): Promise<Where> {
  const place = await findPlace(found, adapters)
  return { place, home: homeOf(place), warnings: [] }
}

function homeOf(place: Place): Home {
  return place.kind === 'channel' ? { id: place.channel.id } : place
}

const UNUSABLE: HookWarning = {
  path: 'rules',
  reason:
    'the channel of a rule is gone, or the webhook may not post there, so that this rule moves nothing',
}

/** The channel of a rule, or the webhook's own where that cannot be used. */
async function ruledPlace(
  found: Found,
  wanted: HookChannel | null,
  adapters: CheckedDelivery,
): Promise<Where> {
  const { webhook, owner, destination, named } = found
  const home = await homeWithoutRules(found, adapters)
  if (wanted && (await mayPostIn(wanted, webhook, owner, adapters))) {
    return { place: { kind: 'channel', channel: wanted }, home, warnings: [] }
  }
  const isOwn = destination.kind === 'webhookChannel'
  const own = isOwn ? named : await adapters.channels.findById(webhook.channelId)
  const atHome = { ...found, destination: { kind: 'webhookChannel' } as const, named: own }
  return { place: await findPlace(atHome, adapters), home, warnings: [UNUSABLE] }
}

/** What cannot be found counts as the webhook's channel: nothing is posted there. */
async function homeWithoutRules(found: Found, adapters: CheckedDelivery): Promise<Home> {
  const { named, webhook, destination } = found
  if (!isDirect(destination)) return { id: named?.id ?? webhook.channelId }
  try {
    return homeOf(await findPlace(found, adapters))
  } catch (error) {
    if (error instanceof WebhookError) return { id: webhook.channelId }
    throw error
  }
}

/** Whether a webhook may post in a channel that neither its record nor its sender names. */
export async function mayPostIn(
  channel: HookChannel | null,
  webhook: IncomingWebhook,
  owner: HookUser | undefined,
  { channels }: Pick<CheckedDelivery, 'channels'>,
): Promise<boolean> {
  if (!isAlive(channel) || !isAlive(owner)) return false
  if (webhook.channelLocked && channel.id !== webhook.channelId) return false
  return channels.canPost(owner, channel)
}

/** For a message to a channel that is already known: only the mentioned users are looked up. */
export async function resolveWithin(
  { webhook, settings, channel }: Pick<Resolved, 'webhook' | 'settings'> & { channel: HookChannel },
  { mentioned: { userIds, usernames } }: Message,
  adapters: Pick<CheckedDelivery, 'users'>,
): Promise<Resolved> {
  const users = await findUsers(userIds, usernames, adapters)
  const place = { kind: 'channel', channel } as const
  return { webhook, settings, place, home: homeOf(place), warnings: [], root: null, ...users }
}

interface Found extends Omit<Resolved, keyof Where | 'root'> {
  readonly destination: Destination
  readonly owner: HookUser
  /** The channel named by the payload, or the webhook's own. */
  readonly named: HookChannel | null
}

async function findPlace(found: Found, adapters: CheckedDelivery) {
  const { webhook, destination } = found
  if (isDirect(destination) && !adapters.guarantees.has('direct')) {
    throw new WebhookError('user_not_found', {
      detail: 'channel: this chat has no direct messages',
    })
  }
  const pair = pairOf(found)
  const place: Place = pair
    ? await findPair(pair, adapters)
    : { kind: 'channel', channel: await readable(found, adapters) }
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
  const { destination, owner, settings, usersById, usersByName } = found
  if (destination.kind === 'directToUser') {
    const user = usersByName.get(destination.username)
    if (user) return [owner.id, user.id]
    throw new WebhookError('user_not_found', { detail: 'channel: no user with this name' })
  }
  if (destination.kind !== 'directBetween') return null
  const { userIds } = destination
  if (!userIds.every((id) => usersById.has(id))) {
    throw channelNotFound('channel: unknown user in the pair')
  }
  if (settings.restrictDirectMessagesToCreator && !userIds.includes(owner.id)) {
    throw channelNotFound('channel: direct messages must include the owner of the webhook')
  }
  return userIds
}

/** The direct channel of two users. */
export async function findPair(
  pair: readonly [string, string],
  adapters: Pick<CheckedDelivery, 'channels'>,
): Promise<Place> {
  const channel = await adapters.channels.findDirect(pair[0], pair[1])
  if (!channel) return { kind: 'newDirect', userIds: pair }
  if (!isAlive(channel)) throw channelNotFound('the direct channel is archived')
  return { kind: 'channel', channel }
}

// Unknown, archived and unreadable channels get the same response, which reveals nothing about them.
async function readable({ named, owner, destination }: Found, adapters: CheckedDelivery) {
  if (!isAlive(named)) throw channelNotFound(whyNone(destination))
  if (await adapters.channels.canPost(owner, named)) return named
  if (destination.kind !== 'webhookChannel') throw channelNotFound(whyNone(destination))
  throw new WebhookError('channel_not_permitted', {
    detail: "the owner can no longer read the webhook's channel",
  })
}

const AS_IN_URL =
  "`channel` takes the name in the channel's URL, such as my-alerts, and not its display name"
/** What people see of a channel's name, and its URL does not have. */
const DISPLAYED = /\S\s|\p{Lu}/u

function whyNone(destination: Destination) {
  if (destination.kind !== 'channelName') return "the webhook's channel is gone or archived"
  const { name } = destination
  const called = isNameable(name) ? `channel “${name}”` : 'channel with this name'
  const advice = DISPLAYED.test(name) ? `: ${AS_IN_URL}` : ''
  return `there is no ${called}, or it is archived${advice}`
}

function isDirect({ kind }: Destination) {
  return kind === 'directToUser' || kind === 'directBetween'
}

function channelNotFound(detail: string) {
  return new WebhookError('channel_not_found', { detail })
}

async function findChannel(
  destination: Destination,
  webhook: IncomingWebhook,
  { channels }: CheckedDelivery,
) {
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

async function findUsers(
  ids: readonly string[],
  names: readonly string[],
  { users }: Pick<CheckedDelivery, 'users'>,
): Promise<Directory> {
  const [byId, byName] = await Promise.all([
    ids.length === 0 ? [] : users.findByIds(unique(ids)),
    names.length === 0 ? [] : users.findByUsernames(unique(names)),
  ])
  return {
    usersById: new Map(byId.map((user) => [user.id, user])),
    usersByName: new Map(byName.map((user) => [user.username, user])),
  }
}

function idsOf(destination: Destination): readonly string[] {
  return destination.kind === 'directBetween' ? destination.userIds : []
}

function namesOf(destination: Destination): readonly string[] {
  if (destination.kind !== 'directToUser') return []
  const { username } = destination
  return username === '' || username.length > MAX_LOOKUP_LENGTH ? [] : [username]
}

function unique(values: readonly string[]) {
  return values.length < 2 ? [...values] : [...new Set(values)]
}
