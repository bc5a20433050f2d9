import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { EventRule } from '../model/event-rules.js'
import type { HookChannel, HookSettings, HookUser, IncomingWebhook } from '../model/records.js'
import { errorAt, type Spelling } from '../model/sent.js'
import { isAlive } from '../rules/alive.js'
import { channelRefusal, fieldRefusal, ownerRefusal } from '../rules/permissions.js'
import { recordOf } from '../model/fields.js'
import {
  CALLER_FIELDS,
  CALLER_NAMES,
  type CallerFields,
  type CallerName,
  type CallerValues,
} from '../model/webhook-fields.js'

/** The caller, the settings as read for this request, and how errors name fields. */
export interface Caller {
  readonly user: HookUser
  readonly settings: HookSettings
  readonly spell: Spelling
}

const ONLY_ADMINISTRATORS = 'only administrators may set this'
const RULE_CHANNEL =
  'expected a channel of the same team that you and the owner of the webhook can read'

/** The owner of a webhook; `''` is the caller. Throws `not_permitted` or `user_missing`. */
export async function chooseOwner(
  adapters: Pick<CheckedManagement, 'users'>,
  { user: caller, spell }: Caller,
  ownerId: string,
): Promise<HookUser> {
  if (ownerId === '' || ownerId === caller.id) return caller
  const refusal = ownerRefusal(caller, ownerId)
  if (refusal) throw errorAt(spell, 'userId', ONLY_ADMINISTRATORS, refusal)
  return findUser(adapters, ownerId)
}

/** An active user. Throws `user_missing`. */
export async function findUser(
  { users }: Pick<CheckedManagement, 'users'>,
  id: string,
): Promise<HookUser> {
  const [user] = await users.findByIds([id])
  if (isAlive(user)) return user
  throw new WebhookError('user_missing')
}

/** The channel of a webhook. Throws `channel_missing`, `invalid_body` or `not_permitted`. */
export async function chooseChannel(
  { channels }: Pick<CheckedManagement, 'channels'>,
  { user: caller, spell }: Caller,
  owner: HookUser,
  channelId: string,
): Promise<HookChannel> {
  const channel = await channels.findById(channelId)
  if (!channel) throw new WebhookError('channel_missing')
  const [callerReads, ownerReads] = await Promise.all([
    channels.canPost(caller, channel),
    channels.canPost(owner, channel),
  ])
  const refusal = channelRefusal(channel, { caller: callerReads, owner: ownerReads })
  if (!refusal) return channel
  if (refusal === 'not_permitted') {
    throw errorAt(spell, 'userId', 'this user cannot read the channel', refusal)
  }
  const name = spell('channelId')
  const detail =
    refusal === 'invalid_body' ? `${name}: a direct channel cannot be a webhook's own` : ''
  throw new WebhookError(refusal, { detail, params: { name } })
}

/** Throws `channel_missing` or `not_permitted` if a user cannot use a channel in which a webhook posts. */
export async function checkNewOwner(
  { channels }: Pick<CheckedManagement, 'channels'>,
  { spell }: Caller,
  owner: HookUser,
  { channelId, rules }: Pick<IncomingWebhook, 'channelId' | 'rules'>,
): Promise<void> {
  const [channel, hidden] = await Promise.all([
    channels.findById(channelId),
    hiddenChannel(channels, owner, rules),
  ])
  if (!isAlive(channel)) throw new WebhookError('channel_missing')
  if (hidden === null && (await channels.canPost(owner, channel))) return
  const which = hidden === null ? 'the channel' : `the channel “${hidden.name}” of its rules`
  throw errorAt(spell, 'userId', `this user cannot read ${which}`, 'not_permitted')
}

/** The first channel of the rules that the user cannot use. Those that are gone nobody can use. */
async function hiddenChannel(
  channels: Pick<CheckedManagement['channels'], 'findById' | 'canPost'>,
  user: HookUser,
  rules: readonly EventRule[],
): Promise<HookChannel | null> {
  const ids = new Set(rules.flatMap(({ then }) => then.channel ?? []))
  const hidden = [...ids].map(async (id) => {
    const channel = await channels.findById(id)
    return isAlive(channel) && !(await channels.canPost(user, channel)) ? channel : null
  })
  return (await Promise.all(hidden)).find((channel) => channel !== null) ?? null
}

/** The webhook that rules are of, as it will be. */
type Ruled = Pick<IncomingWebhook, 'rules' | 'teamId' | 'channelId' | 'channelLocked'>

/**
 * Rules with the ids of channels that were given by name. Throws if the caller or the owner cannot read one
 * of them, or if the webhook is locked to another one. Those in `known` are not looked up again.
 */
export async function chooseRuleChannels(
  { channels }: Pick<CheckedManagement, 'channels'>,
  { user: caller, spell }: Caller,
  owner: HookUser,
  webhook: Ruled,
  known: readonly EventRule[] = [],
): Promise<readonly EventRule[]> {
  const { rules, teamId, channelId, channelLocked } = webhook
  const kept = new Set(known.map(({ then }) => then.channel))
  const find = async (named: string): Promise<HookChannel | null> => {
    const name = named.replace(/^#/, '').toLowerCase()
    const [byId, byName] = await Promise.all([
      channels.findById(named),
      channels.findByName(name, teamId, owner.id),
    ])
    return byId ?? byName
  }
  const choose = async (named: string, index: number): Promise<string> => {
    const path = `rules.${index}.then.channel`
    const id = kept.has(named) ? named : await readable(named, path)
    if (!channelLocked || id === channelId) return id
    throw errorAt(spell, path, 'the webhook is locked to its own channel')
  }
  const readable = async (named: string, path: string): Promise<string> => {
    const channel = await find(named)
    const [callerReads, ownerReads] = channel
      ? await Promise.all([channels.canPost(caller, channel), channels.canPost(owner, channel)])
      : [false, false]
    const refusal = channelRefusal(channel, { caller: callerReads, owner: ownerReads })
    if (!refusal && channel && (channel.teamId === teamId || channel.type === 'group'))
      return channel.id
    throw errorAt(spell, path, RULE_CHANNEL, refusal ?? 'channel_missing')
  }
  return Promise.all(
    rules.map(async ({ when, then }, index) => {
      const { channel } = then
      return channel === undefined
        ? { when, then }
        : { when, then: { ...then, channel: await choose(channel, index) } }
    }),
  )
}

const FIELDS: CallerFields = CALLER_FIELDS

/**
 * The caller's fields of a record, after those that it had. Omitted fields, and fields that the settings or
 * the caller's rights exclude, keep their values.
 */
export function acceptedFields(
  { user, settings, spell }: Caller,
  before: CallerValues,
  given: Partial<CallerValues>,
  now: number,
): CallerValues {
  for (const name of CALLER_NAMES) {
    // Others already have the default.
    const asked = given[name] !== undefined && given[name] !== FIELDS[name].initial
    const refusal = asked ? fieldRefusal(user, FIELDS[name]) : null
    if (refusal) throw errorAt(spell, name, ONLY_ADMINISTRATORS, refusal)
  }
  const accepted = <Name extends CallerName>(name: Name): CallerValues[Name] => {
    const { allowedBy } = FIELDS[name]
    const isAllowed = !allowedBy || settings[allowedBy]
    const value = given[name]
    if (value === undefined || !isAllowed || fieldRefusal(user, FIELDS[name])) return before[name]
    // A client may send a record back unchanged after its expiry has passed.
    if (value !== before[name] && isPast(name, value, now)) {
      throw errorAt(spell, name, 'expected 0 or a time in the future, in milliseconds since 1970')
    }
    return value
  }
  return recordOf<CallerValues>(CALLER_NAMES, accepted)
}

function isPast(name: CallerName, value: unknown, now: number): boolean {
  return FIELDS[name].kind === 'time' && typeof value === 'number' && value !== 0 && value <= now
}

/**
 * A channel of a webhook for a user who manages it. Null: the user may not know what is in it, because its
 * owner may have left a private channel; administrators manage all webhooks. Undefined: it is gone.
 */
export async function readableChannel(
  channels: Pick<CheckedManagement['channels'], 'findById' | 'canPost'>,
  user: HookUser,
  id: string,
): Promise<HookChannel | null | undefined> {
  const channel = await channels.findById(id)
  if (!channel) return undefined
  const isReadable = user.admin || channel.type === 'public'
  return isReadable || (await channels.canPost(user, channel)) ? channel : null
}
