import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'

/** Where the posts of a request are, in words. */
export interface Place {
  /** `# deploys` or `@maria`; null if the record does not say. */
  readonly name: string | null
  /** Why it is not the webhook's channel; `''` if it is, or if the record does not say. */
  readonly why: string
  /** The same with the name of the webhook's channel. */
  readonly whyInFull: string
}

export function placeOf(
  { postedTo }: Pick<RecentRequest, 'postedTo'>,
  { channelId, channel }: Pick<Webhook, 'channelId' | 'channel'>,
): Place {
  if (!postedTo) return { name: null, why: '', whyInFull: '' }
  if (postedTo.channelId === channelId) return { name: `# ${channel}`, why: '', whyInFull: '' }
  const why = postedTo.requested ? ', as the request asked' : ', its channel at that time'
  const name = shown(postedTo.name)
  return { name, why, whyInFull: `${why} (this webhook's channel is # ${channel})` }
}

function shown(name: string): string {
  if (name === '') return 'another channel'
  return name.startsWith('@') ? name : `# ${name}`
}
