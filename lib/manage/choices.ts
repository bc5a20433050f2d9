import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, HookUser } from '../model/records.js'
import { errorAt } from '../model/sent.js'
import { isAlive } from '../rules/alive.js'
import { channelRefusal, ownerRefusal } from '../rules/permissions.js'
import type { Caller } from './caller.js'

export const ONLY_ADMINISTRATORS = 'only administrators may set this'

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
