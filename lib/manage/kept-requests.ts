import { REQUEST_SHARES, REQUESTS_PER_SHARE, type RequestShare } from '../model/request-shares.js'
import type { RecentRequest, RecentRequests } from './recent-requests.js'

/**
 * Characters of all requests together, as `weightOf` counts them: about 64 MB. That is some 50,000
 * usual requests.
 */
export const MAX_KEPT = 64 * 1024 * 1024
/** While there is too much, a share with more requests than these gives up its own oldest. */
export const FEW = 10
/** What a request takes beside its texts: an object, its lists and the heads of its texts. */
const FRAME = 1_000

interface Kept {
  readonly request: RecentRequest
  /** The order in which they came: many have the same time. */
  readonly place: number
}

/**
 * The last requests of each share of each webhook, in this process. Beyond `most` characters, the share that has grown
 * loses its oldest request, and if it has few, the share that has been idle longest is forgotten: whoever
 * sends much pays for it first.
 */
export class KeptRequests implements RecentRequests {
  readonly #most: number
  /** By share and webhook. A Map keeps insertion order, so the first has been idle longest. */
  readonly #shares = new Map<string, Kept[]>()
  #latest = ''
  #places = 0
  #weight = 0

  constructor(most = MAX_KEPT) {
    this.#most = most
  }

  add(webhookId: string, request: RecentRequest): void {
    const name = nameOf(webhookId, request.share)
    const kept = this.#shares.get(name) ?? []
    this.#places += 1
    kept.push({ request, place: this.#places })
    this.#weight += weightOf(request)
    if (kept.length > REQUESTS_PER_SHARE) this.#dropOldest(kept)
    if (name !== this.#latest) {
      this.#latest = name
      this.#shares.delete(name)
      this.#shares.set(name, kept)
    }
    while (this.#weight > this.#most) {
      if (kept.length > FEW) this.#dropOldest(kept)
      else this.#drop(this.#shares.keys().next().value ?? name)
    }
  }

  /** Newest first. */
  list(webhookId: string): readonly RecentRequest[] {
    return REQUEST_SHARES.flatMap((share) => this.#shares.get(nameOf(webhookId, share)) ?? [])
      .sort((one, other) => other.place - one.place)
      .map(({ request }) => request)
  }

  forget(webhookId: string): void {
    for (const share of REQUEST_SHARES) this.#drop(nameOf(webhookId, share))
  }

  #drop(name: string): void {
    for (const { request } of this.#shares.get(name) ?? []) this.#weight -= weightOf(request)
    this.#shares.delete(name)
    if (name === this.#latest) this.#latest = ''
  }

  #dropOldest(kept: Kept[]): void {
    const oldest = kept.shift()
    if (oldest) this.#weight -= weightOf(oldest.request)
  }
}

function nameOf(webhookId: string, share: RequestShare): string {
  return `${share} ${webhookId}`
}

/** About the characters that a request takes in memory. */
function weightOf(request: RecentRequest): number {
  const { requestId, detail, userAgent, contentType, response, event, postedTo } = request
  let weight = FRAME + requestId.length + detail.length + userAgent.length + contentType.length
  weight += response.length + event.length + (postedTo?.name.length ?? 0)
  for (const text of request.headers) weight += text.length
  for (const text of request.ignored) weight += text.length
  for (const { path, reason } of request.warnings) weight += path.length + reason.length
  for (const id of request.postIds) weight += id.length
  return weight
}
