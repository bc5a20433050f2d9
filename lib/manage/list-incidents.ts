import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, IncomingWebhook, HookPost, HookUser } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'
import { shownInWire } from '../model/sent.js'
import { mayRead } from './may-read.js'

/**
 * The incidents of a webhook, the one of the latest event first. Throws `channel_missing` if the user can no
 * longer read the channel of the webhook, and leaves out what is in other channels of that kind.
 */
export type ListIncidents = (
  user: HookUser,
  webhook: IncomingWebhook,
  page: { readonly offset: number; readonly limit: number },
) => Promise<{ readonly incidents: readonly object[]; readonly total_count: number }>

interface IncidentSources {
  readonly guarantees: CheckedManagement['guarantees']
  readonly posts: Pick<CheckedManagement['posts'], 'listIncidents' | 'findById'>
  readonly channels: Pick<CheckedManagement['channels'], 'findById' | 'canPost'>
}

export function createListIncidents(
  { posts, channels, guarantees }: IncidentSources,
  permalink: (post: HookPost, channel: HookChannel | null) => string,
  redact: (text: string) => string,
): ListIncidents {
  const readable = async (user: HookUser, id: string): Promise<HookChannel | 'gone' | null> => {
    const channel = await channels.findById(id)
    if (!channel) return 'gone'
    return (await mayRead(channels, user, channel)) ? channel : null
  }
  const viewIn = async (
    { key, title, state, count, since, until, lastAt, channelId, postId }: HookIncident,
    channel: HookChannel | 'gone',
  ): Promise<object> => {
    const post = await posts.findById(postId)
    return shownInWire({
      // A sender may have named it by the URL of the webhook.
      key: redact(key),
      title: redact(title),
      state,
      count,
      since,
      until,
      lastEventAt: lastAt,
      channelId,
      postId,
      // The post may have been deleted.
      permalink: post ? permalink(post, channel === 'gone' ? null : channel) : '',
    })
  }
  return async (user, { id, channelId }, page) => {
    if (!guarantees.has('incidents')) return { incidents: [], total_count: 0 }
    if ((await readable(user, channelId)) === null) throw new WebhookError('channel_missing')
    const { items, total } = await posts.listIncidents(id, page)
    const ids = [...new Set(items.map((incident) => incident.channelId))]
    const found = await Promise.all(ids.map((each) => readable(user, each)))
    const byId = new Map(ids.map((each, index) => [each, found[index] ?? null]))
    const views = items.flatMap((incident) => {
      const channel = byId.get(incident.channelId) ?? null
      return channel === null ? [] : [viewIn(incident, channel)]
    })
    return { incidents: await Promise.all(views), total_count: total }
  }
}
