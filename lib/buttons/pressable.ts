import type { CheckedManagement } from '../host/checked.js'
import { ACTION_ID_SHAPE } from '../model/action-ids.js'
import { WebhookError } from '../model/errors.js'
import type {
  HookChannel,
  IncomingWebhook,
  HookPost,
  HookSettings,
  HookUser,
} from '../model/records.js'
import { errorAt, inWire } from '../model/sent.js'
import { failed } from './failed.js'
import { findAction, type StoredAction } from './stored-action.js'
import { isAlive } from '../rules/alive.js'
import { isActive } from '../rules/living-key.js'

/** A press by a signed-in user. */
export interface Press {
  readonly user: HookUser
  readonly settings: HookSettings
  readonly postId: string
  readonly actionId: string
  /** The chosen value of a menu. */
  readonly selectedOption: string
}

/** Everything that a call needs, found and checked. */
export interface Pressable {
  readonly press: Press
  readonly post: HookPost
  readonly channel: HookChannel
  readonly webhook: IncomingWebhook
  readonly action: StoredAction
}

export interface PressableOptions {
  readonly adapters: Pick<CheckedManagement, 'users' | 'channels' | 'posts' | 'webhooks'>
  readonly clock: () => number
}

/** Finds the pressed button. Unreadable and missing posts give the same error. */
export async function findPressable(
  press: Press,
  { adapters, clock }: PressableOptions,
): Promise<Pressable> {
  const post = await adapters.posts.findById(press.postId)
  const channel = post && (await adapters.channels.findById(post.channelId))
  const mayRead = isAlive(channel) && (await adapters.channels.canPost(press.user, channel))
  if (!post || !channel || !mayRead) throw new WebhookError('post_missing')
  const action = ACTION_ID_SHAPE.test(press.actionId) ? findAction(post, press.actionId) : null
  if (!action) throw new WebhookError('action_not_found')
  const leads = action.integration !== null || action.incident !== ''
  if (action.disabled || !leads) throw failed('the button is disabled')
  if (action.type === 'select') await checkOption(press, action, adapters)
  const webhook = await adapters.webhooks.findById(post.webhookId)
  const isPosting = webhook !== null && isActive(webhook, clock())
  const [owner] = isPosting ? await adapters.users.findByIds([webhook.userId]) : []
  // A webhook that may no longer post does not receive presses.
  if (!webhook || !isAlive(owner)) throw failed('the webhook of this message is no longer active')
  return { press, post, channel, webhook, action }
}

async function checkOption(
  { user, selectedOption }: Press,
  { dataSource, options }: StoredAction,
  { users, channels }: PressableOptions['adapters'],
): Promise<void> {
  if (selectedOption.length > 256) throw badOption()
  if (dataSource === 'users') {
    const [found] = await users.findByIds([selectedOption])
    if (!isAlive(found)) throw badOption()
  } else if (dataSource === 'channels') {
    const channel = await channels.findById(selectedOption)
    if (!isAlive(channel) || !(await channels.canPost(user, channel))) throw badOption()
  } else if (!options.includes(selectedOption)) throw badOption()
}

function badOption(): WebhookError {
  return errorAt(inWire, 'selectedOption', 'not an option of this menu', 'invalid_param')
}
