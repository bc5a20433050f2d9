import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { ownerLeftAt, type Signal, signalsOf, SOON, type Watched } from '../log/signals.js'
import type { IncomingWebhook } from '../model/records.js'
import { silentSince } from '../rules/silence.js'
import type { Caller } from './choices.js'
import type { Webhooks } from './webhooks.js'

const PER_PAGE = 200
/** Webhooks that are looked at. */
const MOST = 5_000
/** Whose requests are read at a time. */
const AT_ONCE = 20
/** Requests of a webhook that are read. */
const MOST_REQUESTS = 1_000

/** What needs attention at a webhook. */
export interface Attention extends Signal {
  readonly webhookId: string
  readonly displayName: string
}

type Candidate = IncomingWebhook & Pick<Watched, 'ownerLeft'>

export type ListAttention = (caller: Caller) => Promise<readonly Attention[]>

export interface AttentionParts {
  readonly webhooks: Pick<Webhooks, 'list'>
  readonly users: Pick<CheckedManagement['users'], 'findByIds'>
  readonly deliveryLog: Pick<DeliveryLog, 'list'>
  readonly clock: () => number
}

/** Lists what needs attention at the webhooks that the caller manages, the latest first. */
export function createListAttention({
  webhooks,
  users,
  deliveryLog,
  clock,
}: AttentionParts): ListAttention {
  const signalsAt = async (webhook: Candidate): Promise<readonly Attention[]> => {
    const { id: webhookId, displayName } = webhook
    const page = { offset: 0, limit: MOST_REQUESTS }
    const requests = await deliveryLog.list({ webhookIds: [webhookId] }, page)
    const { current } = signalsOf(requests.toReversed(), webhook, clock())
    return current.map((signal) => ({ webhookId, displayName, ...signal }))
  }
  return async (caller) => {
    let all: readonly Candidate[] = []
    for (let page = 0, total = Infinity; all.length < Math.min(total, MOST); page += 1) {
      const found = await webhooks.list(caller, { page, perPage: PER_PAGE })
      if (found.items.length === 0) break
      const ownerIds = [...new Set(found.items.map(({ userId }) => userId))]
      const owners = await users.findByIds(ownerIds)
      const candidates = found.items.map((webhook) => ({
        ...webhook,
        ownerLeft: ownerLeftAt(webhook, owners),
      }))
      all = [...all, ...candidates]
      total = found.total
    }
    const suspects = all.filter((webhook) => mayNeedIt(webhook, clock()))
    let signals: readonly Attention[] = []
    for (let at = 0; at < suspects.length; at += AT_ONCE) {
      const some = await Promise.all(suspects.slice(at, at + AT_ONCE).map(signalsAt))
      signals = [...signals, ...some.flat()]
    }
    return signals.toSorted((one, other) => other.since - one.since)
  }
}

/** Spares most webhooks the look into their requests. Stores may know nothing of the last result. */
function mayNeedIt(webhook: Candidate, now: number): boolean {
  const { expiresAt, previousKey, lastResult, ownerLeft } = webhook
  const isFine = lastResult?.outcome === 'posted' || lastResult?.outcome === 'skipped'
  const isEnding = expiresAt !== 0 && expiresAt - SOON <= now
  const isFree = ownerLeft === null && silentSince(webhook, now) === null
  return !isFine || previousKey !== null || isEnding || !isFree
}
