import { copyOf } from '../../model/copy.js'
import { MAX_THINGS } from '../../model/limits.js'
import type { Thing } from '../../model/things.js'
import type { CheckedThings } from '../checked.js'
import type { ThingWrite } from '../things.js'

/** Things by webhook, and then by channel and key, those first of which nothing was heard for longest. */
export type ThingsByWebhook = Map<string, Map<string, Thing>>

export class MemoryThings {
  readonly #webhooks: ThingsByWebhook
  readonly #clock: () => number

  constructor(webhooks: ThingsByWebhook, clock: () => number) {
    this.#webhooks = webhooks
    this.#clock = clock
  }

  find(webhookId: string, channelId: string, key: string): Thing | null {
    const thing = this.#webhooks.get(webhookId)?.get(nameOf(channelId, key))
    return thing && thing.expiresAt > this.#clock() ? { ...thing } : null
  }

  isAsExpected({ thing, expectedVersion }: ThingWrite): boolean {
    const found = this.find(thing.webhookId, thing.channelId, thing.key)
    return (found?.version ?? null) === expectedVersion
  }

  put(thing: Thing): void {
    const things = this.#webhooks.get(thing.webhookId) ?? new Map<string, Thing>()
    this.#webhooks.set(thing.webhookId, things)
    const name = nameOf(thing.channelId, thing.key)
    // Deleted first, so that it comes last.
    things.delete(name)
    things.set(name, { ...thing })
    const now = this.#clock()
    for (const [old, { expiresAt }] of things) {
      if (expiresAt > now && things.size <= MAX_THINGS) break
      things.delete(old)
    }
  }

  list(webhookId: string, offset: number, limit: number): CheckedThings {
    const things = [...(this.#webhooks.get(webhookId)?.values() ?? [])]
    const now = this.#clock()
    const kept = things
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((one, other) => other.lastAt - one.lastAt)
    return { items: copyOf(kept.slice(offset, offset + limit)), total: kept.length }
  }

  deleteOf(webhookId: string): void {
    this.#webhooks.delete(webhookId)
  }
}

function nameOf(channelId: string, key: string): string {
  return JSON.stringify([channelId, key])
}
