import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, HookUser } from '../model/records.js'
import { channelRefusal, isSignedIn, ownerRefusal } from '../rules/permissions.js'

/** The owner of a webhook; `''` is the caller. Throws `not_permitted` or `user_missing`. */
export async function chooseOwner(
  { users }: Pick<CheckedManagement, 'users'>,
  caller: HookUser,
  ownerId: string,
): Promise<HookUser> {
  if (ownerId === '' || ownerId === caller.id) return caller
  const refusal = ownerRefusal(caller, ownerId)
  if (refusal) {
    const detail = 'user_id: only administrators may set this'
    throw new WebhookError(refusal, { params: { name: 'user_id' }, detail })
  }
  const [owner] = await users.findByIds([ownerId])
  if (owner?.id !== ownerId || !isSignedIn(owner)) throw new WebhookError('user_missing')
  return owner
}

/** The channel of a webhook. Throws `channel_missing`, `invalid_body` or `not_permitted`. */
export async function chooseChannel(
  { channels }: Pick<CheckedManagement, 'channels'>,
  caller: HookUser,
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
    const detail = 'user_id: this user cannot read the channel'
    throw new WebhookError(refusal, { params: { name: 'user_id' }, detail })
  }
  throw new WebhookError(refusal, { params: { name: 'channel_id' } })
}
