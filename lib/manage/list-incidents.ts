import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, IncomingWebhook, HookPost, HookUser } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'
import { shownInWire } from '../model/sent.js'
import { readableChannel } from './choices.js'

export type ListIncidents = ReturnType<typeof createListIncidents>

interface IncidentSources {
  readonly guarantees: CheckedManagement['guarantees']
  readonly posts: Pick<CheckedManagement['posts'], 'listIncidents' | 'findById'>
  readonly channels: Pick<CheckedManagement['channels'], 'findById' | 'canPost'>
}

/**
 * The incidents of a webhook, the one of the latest event first. Throws `channel_missing` if the user can no
 * longer read the channel of the webhook, and leaves out what is in other channels of that kind.
 */
export function createListIncidents(
  { posts: { listIncidents, findById }, channels, guarantees }: IncidentSources,
  permalink: (post: HookPost, channel: HookChannel | null) => string,
  redact: (text: string) => string,
) {
  const view = (
    incident: HookIncident,
    post: HookPost | null,
    channel: HookChannel | undefined,
  ) => {
    const { key, title, state, count, since, until, lastAt, history, channelId, postId } = incident
    return shownInWire({
      // A sender may have named it by the URL of the webhook.
      key: redact(key),
      title: redact(title),
      state,
      count,
      since,
      until,
      lastEventAt: lastAt,
      history: history.map(({ by = '', level = '', title = '', ...change }) => ({
        ...change,
        level,
        by: redact(by),
        title: redact(title),
      })),
      channelId: post?.channelId ?? channelId,
      postId,
      permalink: post ? permalink(post, channel ?? null) : '',
    })
  }
  return async (
    user: HookUser,
    { id, channelId }: IncomingWebhook,
    page: { readonly offset: number; readonly limit: number },
  ) => {
    if (!guarantees.has('incidents')) return { incidents: [], total_count: 0 }
    const readable = (of: string) => readableChannel(channels, user, of)
    if ((await readable(channelId)) === null) throw new WebhookError('channel_missing')
    const { items, total } = await listIncidents(id, page)
    const posts = await Promise.all(items.map(async ({ postId }) => findById(postId)))
    const placeOf = ({ channelId }: HookIncident, at: number): string =>
      posts[at]?.channelId ?? channelId
    const ids = [...new Set(items.map(placeOf))]
    const found = await Promise.all(ids.map(async (each) => [each, await readable(each)] as const))
    const byId = new Map(found)
    const incidents = items.flatMap((incident, at) => {
      const channel = byId.get(placeOf(incident, at))
      return channel === null ? [] : [view(incident, posts[at] ?? null, channel)]
    })
    return { incidents, total_count: total }
  }
}
