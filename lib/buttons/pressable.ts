import type { CheckedManagement } from '../host/checked.js'
import { ACKNOWLEDGE, ACTION_ID_SHAPE, REPLAY } from '../model/action-ids.js'
import { WebhookError } from '../model/errors.js'
import type {
  HookChannel,
  HookPost,
  HookSettings,
  HookUser,
  IncomingWebhook,
} from '../model/records.js'
import { errorAt, inWire } from '../model/sent.js'
import { isAlive, isActive } from '../rules/alive.js'
import { hasMade } from '../rules/own-post.js'
import { isProps } from '../model/json.js'
import { listOf, type Members, membersOf, textOf } from '../rules/shown-post.js'

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

interface PressableOptions {
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
  if (!action) {
    // The message loses it once all is delivered, while somebody may still see it.
    const detail = press.actionId === REPLAY ? 'there is nothing left to send again' : ''
    throw new WebhookError('action_not_found', { detail })
  }
  const leads = action.integration !== null || action.incident !== '' || action.replay !== null
  if (action.disabled || !leads) throw failed('the button is disabled')
  if (action.type === 'select' && !(await isOption(press, action, adapters))) {
    throw errorAt(inWire, 'selectedOption', 'not an option of this menu', 'invalid_param')
  }
  const webhook = await adapters.webhooks.findById(action.replay?.webhookId ?? post.webhookId)
  if (webhook && action.replay) return { press, post, channel, webhook, action }
  const isPosting = webhook && hasMade(webhook, post) && isActive(webhook, clock())
  const [owner] = isPosting ? await adapters.users.findByIds([webhook.userId]) : []
  // A webhook that may no longer post does not receive presses.
  if (!webhook || !isAlive(owner)) throw failed('the webhook of this message is no longer active')
  return { press, post, channel, webhook, action }
}

async function isOption(
  { user, selectedOption }: Press,
  { dataSource, options }: StoredAction,
  { users, channels }: PressableOptions['adapters'],
) {
  if (selectedOption.length > 256) return false
  if (dataSource === 'users') {
    const [found] = await users.findByIds([selectedOption])
    return isAlive(found)
  }
  if (dataSource !== 'channels') return options.includes(selectedOption)
  const channel = await channels.findById(selectedOption)
  return isAlive(channel) && (await channels.canPost(user, channel))
}

/** The error of a failed press. `detail` is `''` if the user must not learn the reason. */
export function failed(detail: string): WebhookError {
  return new WebhookError('action_failed', { detail })
}

type StoredAction = Readonly<ReturnType<typeof read>>

/** The requests of a webhook that were refused since a time, in milliseconds since 1970. */
export interface RefusedSince {
  readonly webhookId: string
  readonly since: number
}

/** The button with this id in the post, or null. Nothing else that a browser sends is trusted. */
function findAction({ props }: HookPost, id: string): StoredAction | null {
  const actions = listOf(props, 'attachments').flatMap((each) => listOf(each, 'actions'))
  const found = actions.find((action) => textOf(action, 'id') === id)
  return found ? read(found, id) : null
}

/** A button or a menu as a stored post holds it. */
function read(action: Members, id: string) {
  const integration = membersOf(action['integration'])
  const { context } = integration
  const url = textOf(integration, 'url')
  return {
    type: action['type'] === 'select' ? 'select' : 'button',
    dataSource: textOf(action, 'data_source'),
    /** The values of a menu; empty if it has a data source. */
    options: listOf(action, 'options').map((option) => textOf(option, 'value')),
    disabled: action['disabled'] === true,
    integration: url === '' ? null : { url, context: isProps(context) ? context : {} },
    /** The incident that a press acknowledges; `''` for other buttons. */
    incident: id === ACKNOWLEDGE ? textOf(integration, 'incident') : '',
    /** Of the channel by which that is found; `''`: of the post's. */
    incidentChannel: textOf(integration, 'channel'),
    /** Which requests a press sends again; null for other buttons. */
    replay: id === REPLAY ? replayIn(integration) : null,
  }
}

function replayIn(integration: Members): RefusedSince {
  const { since } = integration
  return { webhookId: textOf(integration, 'webhook'), since: typeof since === 'number' ? since : 0 }
}
