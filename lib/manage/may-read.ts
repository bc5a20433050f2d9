import type { CheckedManagement } from '../host/checked.js'
import type { HookChannel, HookUser } from '../model/records.js'

/**
 * Whether a user who manages a webhook may know what is in one of its channels. Its owner may have left
 * a private channel; administrators manage all webhooks.
 */
export async function mayRead(
  channels: Pick<CheckedManagement['channels'], 'canPost'>,
  user: HookUser,
  channel: HookChannel,
): Promise<boolean> {
  return user.admin === true || channel.type === 'public' || channels.canPost(user, channel)
}
