import {
  type DeliveryFilter,
  type DeliveryLimits,
  type DeliveryPage,
  type DeliveryRecord,
  isMeant,
  limitsAt,
  type NewDelivery,
  REQUEST_SHARES,
} from '../../model/deliveries.js'
import { copyOf } from '../../model/json.js'
import { MAX_KEPT_IN_MEMORY, MAX_KEPT_OF_WEBHOOK } from '../../model/limits.js'
import type { DeliveriesAdapter } from '../types.js'

/**
 * Characters of all requests together, as `weightOf` counts them: about 64 MB. That is some 50,000
 * usual requests.
 */
const MAX_KEPT = 64 * 1024 * 1024
/** While there is too much, a share with more requests than these gives up its own oldest. */
const FEW = 10
/** What a request takes beside its texts: an object, its lists and the heads of its texts. */
const FRAME = 1_200
const { perShare } = limitsAt(0, 0, 1_000)

interface Held {
  /** Without what was sent once that is too much. */
  delivery: NewDelivery
  /** The order in which they came: many have the same time. */
  readonly place: number
}

/** Requests with what was sent, the oldest first, and its characters. */
class Sent {
  readonly held = new Set<Held>()
  weight = 0
}

/**
 * The log of this process, which keeps what is appended as it is: nobody changes it. Beyond `most`
 * characters, the share that has grown loses its oldest request, and if it has few, the share that has been
 * idle longest is forgotten: whoever sends much pays for it first.
 */
export class MemoryDeliveries implements Required<Omit<DeliveriesAdapter, 'latest'>> {
  readonly #most: number
  readonly #mostSent: number
  /** By share and webhook. A Map keeps insertion order, so the first has been idle longest. */
  readonly #shares = new Map<string, Held[]>()
  readonly #sent = new Sent()
  readonly #sentOf = new Map<string, Sent>()
  #limits = perShare
  #places = 0
  #weight = 0

  constructor(most = MAX_KEPT, mostSent = MAX_KEPT_IN_MEMORY) {
    this.#most = most
    this.#mostSent = mostSent
  }

  append(entries: readonly NewDelivery[]) {
    for (const delivery of entries) this.#add(delivery)
  }

  list(filter: DeliveryFilter, { offset, limit }: DeliveryPage): readonly DeliveryRecord[] {
    return this.#of(filter.webhookIds)
      .filter(({ delivery }) => isMeant(delivery, filter))
      .sort((one, other) => other.delivery.time - one.delivery.time || other.place - one.place)
      .slice(offset, offset + limit)
      .map(({ delivery: { kept: _kept, ...delivery } }) => copyOf(delivery))
  }

  find(webhookId: string, id: string): NewDelivery | null {
    const found = this.#of([webhookId]).find(({ delivery }) => delivery.id === id)
    return found ? copyOf(found.delivery) : null
  }

  prune({ before, keptBefore, perShare }: DeliveryLimits) {
    this.#limits = perShare
    const isSurplus = ({ delivery: { time, share } }: Held, count: number) =>
      time < before || count > perShare[share]
    for (const [name, held] of this.#shares) {
      while (held[0] && isSurplus(held[0], held.length)) this.#dropOldest(held)
      if (held.length === 0) this.#drop(name)
    }
    for (const held of this.#sent.held) {
      if (held.delivery.time >= keptBefore) break
      this.#forgetSent(held)
    }
  }

  deleteFor(webhookId: string, only?: 'sent') {
    for (const held of this.#sentOf.get(webhookId)?.held ?? []) this.#forgetSent(held)
    if (only) return
    for (const share of REQUEST_SHARES) this.#drop(nameOf({ webhookId, share }))
  }

  #of(webhookIds: readonly string[] | undefined) {
    if (!webhookIds) return [...this.#shares.values()].flat()
    return webhookIds.flatMap((webhookId) =>
      REQUEST_SHARES.flatMap((share) => this.#shares.get(nameOf({ webhookId, share })) ?? []),
    )
  }

  #add(delivery: NewDelivery) {
    const name = nameOf(delivery)
    const held = this.#shares.get(name) ?? []
    this.#places += 1
    const mine = { delivery, place: this.#places }
    held.push(mine)
    this.#weight += weightOf(delivery)
    if (held.length > this.#limits[delivery.share]) this.#dropOldest(held)
    this.#shares.delete(name)
    this.#shares.set(name, held)
    while (this.#weight > this.#most) {
      if (held.length > FEW) this.#dropOldest(held)
      else this.#drop(this.#shares.keys().next().value ?? name)
    }
    if (delivery.kept !== null) this.#keepSent(mine, delivery.kept.length)
  }

  #keepSent(mine: Held, weight: number) {
    const { webhookId } = mine.delivery
    const ofWebhook = this.#sentOf.get(webhookId) ?? new Sent()
    this.#sentOf.set(webhookId, ofWebhook)
    for (const sent of [ofWebhook, this.#sent]) {
      sent.held.add(mine)
      sent.weight += weight
    }
    this.#shorten(ofWebhook, MAX_KEPT_OF_WEBHOOK)
    this.#shorten(this.#sent, this.#mostSent)
  }

  #shorten(sent: Sent, most: number) {
    for (const held of sent.held) {
      if (sent.weight <= most) return
      this.#forgetSent(held)
    }
  }

  #forgetSent(held: Held) {
    const { kept, webhookId } = held.delivery
    const ofWebhook = this.#sentOf.get(webhookId)
    if (kept === null || !ofWebhook?.held.has(held)) return
    for (const sent of [ofWebhook, this.#sent]) {
      sent.held.delete(held)
      sent.weight -= kept.length
    }
    if (ofWebhook.held.size === 0) this.#sentOf.delete(webhookId)
    held.delivery = { ...held.delivery, kept: null }
  }

  #drop(name: string) {
    for (const held of this.#shares.get(name) ?? []) this.#letGo(held)
    this.#shares.delete(name)
  }

  #dropOldest(held: Held[]) {
    const oldest = held.shift()
    if (oldest) this.#letGo(oldest)
  }

  #letGo(held: Held) {
    this.#weight -= weightOf(held.delivery)
    this.#forgetSent(held)
  }
}

function nameOf({ share, webhookId }: Pick<DeliveryRecord, 'share' | 'webhookId'>) {
  return `${share} ${webhookId}`
}

/** About the characters that a request takes in memory. */
function weightOf(request: DeliveryRecord) {
  const { requestId, detail, userAgent, contentType, response, event, postedTo } = request
  let weight = FRAME + requestId.length + detail.length + userAgent.length + contentType.length
  weight += response.length + event.length + (postedTo?.name.length ?? 0) + request.incident.length
  for (const text of request.headers) weight += text.length
  for (const text of request.ignored) weight += text.length
  for (const { path, reason } of request.warnings) weight += path.length + reason.length
  for (const id of request.postIds) weight += id.length
  return weight
}
