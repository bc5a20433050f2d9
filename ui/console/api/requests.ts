import { isTrue, memberOf, numberOf, textOf, wireOf, wiresOf } from 'express-incoming-webhooks-ui'
import { call, get } from './call.js'
import { listOf, orNull, outcomeOf, readerOf, textList, textOrNull, textsByName } from './reader.js'

export const warningOf = readerOf({ path: textOf, reason: textOf })

/** The channel of the posts of a request, as it was then. */
const placeOf = readerOf({
  channelId: textOf,
  /** `@` and a name for direct messages; `''` if unknown. */
  name: textOf,
  /** Whether the request asked for it, instead of the webhook's own channel. */
  requested: isTrue,
})

const READERS = {
  id: textOf,
  hookId: textOf,
  time: numberOf,
  outcome: outcomeOf,
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
  duration: (wire: unknown, name: string) => {
    const value = memberOf(wire, name)
    return typeof value === 'number' ? value : null
  },
  /** Of its content; `''` if it had none. */
  digest: textOf,
  beside: textOf,
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
  /** The key of the incident that it was about; `''` if none. */
  incident: textOf,
  /** What else is known of the event. */
  facts: (wire: unknown, name: string) => wireOf(memberOf(wire, name)),
  /** Seconds in line. */
  waited: numberOf,
  address: textOf,
  /** The request that it repeats because somebody asked for it. */
  replayOf: textOrNull,
  /** The request that delivered the same content later. */
  deliveredBy: textOrNull,
  isOldKey: isTrue,
}

/** A request to a webhook, and its result. */
export type LoggedRequest = ReturnType<typeof requestOf>
export const requestOf = readerOf(READERS)

/** The same with what was sent. */
export type OpenedRequest = ReturnType<typeof openedOf>
const openedOf = readerOf({
  ...READERS,
  /** Null if it is not kept. */
  body: textOrNull,
  /** What came beside the body; null like that. */
  sent: orNull(
    readerOf({
      method: textOf,
      /** The end of the URL, such as `/github`. */
      path: textOf,
      query: textsByName,
      headers: textsByName,
    }),
  ),
})

/** Which requests are listed; `''` is all. */
export interface RequestFilter {
  readonly outcome: string
  readonly format: string
  readonly event: string
  readonly incident: string
  /** Those since then, in milliseconds since 1970. */
  readonly from: number
}

/** Newest first, of a webhook, or of all (`''`); at most 200. */
export async function listRequests(
  hookId: string,
  query: Partial<RequestFilter & Record<'page' | 'per_page', number>>,
): Promise<readonly LoggedRequest[]> {
  return wiresOf(await get(pathOf(hookId, '', query))).map(requestOf)
}

const PER_PAGE = 200
/** As many as the log has of a webhook. */
export const MOST_LISTED = 1_000

/** The newest ones, by as many calls as they need. */
export async function listAllRequests(
  hookId: string,
  query: Partial<RequestFilter>,
): Promise<readonly LoggedRequest[]> {
  const found: LoggedRequest[] = []
  for (let page = 0; found.length < MOST_LISTED; page += 1) {
    const more = await listRequests(hookId, { ...query, page, per_page: PER_PAGE })
    found.push(...more)
    if (more.length < PER_PAGE) break
  }
  return found
}

export async function findRequest(hookId: string, id: string): Promise<OpenedRequest> {
  return openedOf(await get(pathOf(hookId, `/${encodeURIComponent(id)}`)))
}

/** What became of a request that was sent again: the response that its sender would have got. */
export type Replayed = ReturnType<typeof replayedOf>

const replayedOf = readerOf({ status: numberOf, message: textOf, detailedError: textOf })

/** Sends a kept request through the webhook as it is now; `again`: even if it was delivered. */
export async function replayRequest(hookId: string, id: string, again: boolean): Promise<Replayed> {
  const path = pathOf(hookId, `/${encodeURIComponent(id)}/replay`)
  return replayedOf((await call('POST', path, { body: { again } })).body)
}

/** One of several requests that were sent again: its own `id`, and the status that it got now. */
export type Resent = ReturnType<typeof resentOf>

const resentOf = readerOf({ id: textOf, status: numberOf })

/** Sends what was refused since then and is not delivered yet, in order; as many as one call sends. */
export async function replayRefused(hookId: string, since: number): Promise<readonly Resent[]> {
  const body = { refused_since: since }
  const answer = await call('POST', pathOf(hookId, '/replay'), { body })
  return wiresOf(wireOf(answer.body)['results']).map(resentOf)
}

/** A line of JSON for each request. */
export async function exportRequests(
  hookId: string,
  filter: Partial<RequestFilter>,
): Promise<string> {
  return (await call('GET', pathOf(hookId, '/export', filter))).text
}

function pathOf(hookId: string, rest: string, query: object = {}) {
  const hook = hookId === '' ? '' : `${encodeURIComponent(hookId)}/`
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return `hooks/incoming/${hook}deliveries${rest}?${String(new URLSearchParams(given))}`
}
