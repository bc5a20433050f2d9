import type { CheckedManagement } from '../host/checked.js'
import { isJsonObject } from '../model/json.js'
import type { HookPost } from '../model/records.js'
import type { ComposedPost } from '../pipeline/compose.js'
import type { StoreTogether } from '../pipeline/together.js'
import { PATIENCE } from '../model/limits.js'
import { chosenMode } from '../rules/together.js'
import { withIncident } from '../rules/shown-incident.js'
import { listOf, textOf } from '../rules/shown-post.js'
import { failed, type Pressable } from './pressable.js'

interface AcknowledgeParts {
  readonly adapters: Pick<CheckedManagement, 'guarantees'>
  readonly storeTogether: StoreTogether
}

/** What names the author of a post. */
const OF_AUTHOR = [
  'from_webhook',
  'webhook_display_name',
  'override_username',
  'override_icon_url',
  'override_icon_emoji',
]

/**
 * Notes who takes care of an open incident. The first press counts: a later one, and one that comes when
 * the incident is over, throws an error that says so.
 */
export async function acknowledge(
  { press, post, channel, webhook, action }: Pressable,
  { adapters, storeTogether }: AcknowledgeParts,
): Promise<void> {
  const { user, settings } = press
  refuseLate(post, user.username)
  const about = {
    key: action.incident,
    title: '',
    by: user.username,
    state: 'acknowledged',
    at: null,
    began: null,
    says: 'state',
    usualMode: 'reply',
    isPressed: true,
  } as const
  const chosen = chosenMode(webhook.together, about)
  const stored = await storeTogether({
    composed: [replyOf(post, `Acknowledged by ${user.username}`)],
    resolved: {
      webhook,
      settings,
      place: { kind: 'channel', channel },
      home: { id: action.incidentChannel || channel.id },
      warnings: [],
      root: null,
      usersById: new Map(),
      usersByName: new Map(),
    },
    about,
    mode: chosen === 'reply' && adapters.guarantees.has('threads') ? 'reply' : 'edit',
    isOnlyIfKnown: true,
    once: null,
    turn: null,
    patience: PATIENCE,
  })
  const [shown] = stored.stored ? stored.posts : []
  if (!shown) throw failed('the incident is not known any more')
  refuseLate(shown.post, user.username)
}

/** Throws unless the incident is open, or this user has acknowledged it. */
function refuseLate({ props }: HookPost, username: string) {
  const { webhook_incident: incident } = withIncident(props)
  if (!isJsonObject(incident)) throw failed('the message is not about an incident')
  if (incident['state'] === 'closed') throw failed('the incident is resolved')
  if (incident['state'] !== 'acknowledged') return
  const changes = listOf(incident, 'history')
  const by = textOf(changes.findLast(({ state }) => state === 'acknowledged') ?? {}, 'by')
  if (by === username) return
  throw failed(by === '' ? 'it is acknowledged already' : `${by} has acknowledged it already`)
}

function replyOf(root: HookPost, message: string): ComposedPost {
  const { channelId, userId, webhookId, props } = root
  const author = Object.entries(props).filter(([name]) => OF_AUTHOR.includes(name))
  return {
    channelId,
    userId,
    webhookId,
    rootId: '',
    message,
    type: '',
    props: Object.fromEntries(author),
    priority: null,
    mentions: { userIds: [], channelWide: null },
  }
}
