import { isTrue, memberOf, numberOf, textOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'
import { listOf, orNull, readerOf, textList } from './reader.js'

/** The result of a request to a webhook. */
export type RecentRequest = ReturnType<typeof requestOf>

const warningOf = readerOf({ path: textOf, reason: textOf })

/** The channel of the posts of a request, as it was then. */
const placeOf = readerOf({
  channelId: textOf,
  /** `@` and a name for direct messages; `''` if unknown. */
  name: textOf,
  /** Whether the request asked for it, instead of the webhook's own channel. */
  requested: isTrue,
})

export const requestOf = readerOf({
  time: numberOf,
  requestId: textOf,
  status: numberOf,
  message: textOf,
  errorId: textOf,
  detail: textOf,
  warnings: listOf(warningOf),
  /** Paths of parameters that have no effect and nothing to show. */
  ignored: textList,
  size: numberOf,
  userAgent: textOf,
  contentType: textOf,
  /** As `name: value`, without credentials. */
  headers: textList,
  /** Milliseconds; null if unknown. */
  duration: (wire, name) => {
    const value = memberOf(wire, name)
    return typeof value === 'number' ? value : null
  },
  /** The beginning of the response's body. */
  response: textOf,
  postIds: textList,
  /** What was done with each post; empty in a record of an older version of the server. */
  actions: textList,
  /** Null: no posts, or a record of an older version of the server. */
  postedTo: orNull(placeOf),
  replayed: isTrue,
  /** The format that was read, such as `github`; `''` if none was recognised. */
  format: textOf,
  /** What the request was about, in the words of its format. */
  event: textOf,
  /** Answered like success, and not shown. */
  skipped: isTrue,
})

/** Newest first, at most 50 of each share. */
export async function listRequests(webhookId: string): Promise<readonly RecentRequest[]> {
  const path = `hooks/incoming/${encodeURIComponent(webhookId)}/deliveries`
  return wiresOf((await call('GET', path)).body).map(requestOf)
}
