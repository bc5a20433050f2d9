import {
  isTrue,
  numberOf,
  textOf,
  textsOf,
  type Wire,
  wireOf,
  wiresOf,
} from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** The result of a request to a webhook. */
export interface RecentRequest {
  readonly time: number
  readonly requestId: string
  readonly status: number
  readonly message: string
  readonly errorId: string
  readonly detail: string
  readonly warnings: readonly { readonly path: string; readonly reason: string }[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  readonly size: number
  readonly userAgent: string
  readonly contentType: string
  /** As `name: value`, without credentials. */
  readonly headers: readonly string[]
  /** Milliseconds; null if unknown. */
  readonly duration: number | null
  /** The beginning of the response's body. */
  readonly response: string
  readonly postIds: readonly string[]
  /** Null: no posts, or a record of an older version of the server. */
  readonly postedTo: PostedTo | null
  readonly replayed: boolean
  /** The format that was read, such as `github`; `''` if none was recognised. */
  readonly format: string
  /** What the request was about, in the words of its format. */
  readonly event: string
  /** Answered like success, and not shown. */
  readonly skipped: boolean
}

/** The channel of the posts of a request, as it was then. */
export interface PostedTo {
  readonly channelId: string
  /** `@` and a name for direct messages; `''` if unknown. */
  readonly name: string
  /** Whether the request asked for it, instead of the webhook's own channel. */
  readonly requested: boolean
}

/** The name of the format that Slack and Mattermost share. */
export const OWN_FORMAT = 'native'

/** Newest first, at most 50 of each share. */
export async function listRequests(webhookId: string): Promise<readonly RecentRequest[]> {
  const path = `hooks/incoming/${encodeURIComponent(webhookId)}/deliveries`
  return wiresOf((await call('GET', path)).body).map(requestOf)
}

function requestOf(wire: Wire): RecentRequest {
  return {
    time: numberOf(wire, 'time'),
    requestId: textOf(wire, 'request_id'),
    status: numberOf(wire, 'status'),
    message: textOf(wire, 'message'),
    errorId: textOf(wire, 'error_id'),
    detail: textOf(wire, 'detail'),
    warnings: wiresOf(wire['warnings']).map((warning) => ({
      path: textOf(warning, 'path'),
      reason: textOf(warning, 'reason'),
    })),
    ignored: textsOf(wire['ignored']),
    size: numberOf(wire, 'size'),
    userAgent: textOf(wire, 'user_agent'),
    contentType: textOf(wire, 'content_type'),
    headers: textsOf(wire['headers']),
    duration: typeof wire['duration'] === 'number' ? wire['duration'] : null,
    response: textOf(wire, 'response'),
    postIds: textsOf(wire['post_ids']),
    postedTo: postedToOf(wire['posted_to']),
    replayed: isTrue(wire, 'replayed'),
    format: textOf(wire, 'format'),
    event: textOf(wire, 'event'),
    skipped: isTrue(wire, 'skipped'),
  }
}

function postedToOf(value: unknown): PostedTo | null {
  const wire = wireOf(value)
  const channelId = textOf(wire, 'channel_id')
  if (channelId === '') return null
  return { channelId, name: textOf(wire, 'name'), requested: isTrue(wire, 'requested') }
}
