import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, HookSettings, HookUser } from '../model/records.js'
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
  if (user?.id === id && isAlive(user)) return user
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
  throw new WebhookError(refusal, { params: { name: spell('channelId') } })
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
