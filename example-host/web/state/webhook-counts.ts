import { listOf, memberOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'

const PER_PAGE = 200
/** How long the counts are used. The API cannot count those of one channel, so all are listed. */
const FRESH_MS = 60_000

/** The numbers of webhooks by channel, of those that the reader manages. */
export class WebhookCounts {
  #counts: Promise<ReadonlyMap<string, number>> | null = null
  #loadedAt = -Infinity

  load(): Promise<ReadonlyMap<string, number>> {
    const now = performance.now()
    if (this.#counts && now - this.#loadedAt < FRESH_MS) return this.#counts
    this.#loadedAt = now
    this.#counts = countAll()
    this.#counts.catch(() => {
      this.#counts = null
    })
    return this.#counts
  }
}

async function countAll(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (let page = 0, left = true; left; page++) {
    const query = `page=${page}&per_page=${PER_PAGE}&include_total_count=true`
    const answer = await call('GET', `/hooks/incoming?${query}`)
    const hooks = listOf(memberOf(answer, 'incoming_webhooks'))
    for (const hook of hooks) {
      const id = textOf(hook, 'channel_id')
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    left = hooks.length > 0 && (page + 1) * PER_PAGE < numberOf(answer, 'total_count')
  }
  return counts
}
