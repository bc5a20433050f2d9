import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { ownerLeftAt, type Signal, signalsOf, SOON } from '../log/signals.js'
import type { IncomingWebhook } from '../model/records.js'
import { ALL_KINDS, KINDS } from '../rules/needs-attention.js'
import type { Caller } from './choices.js'
import type { Webhooks } from './webhooks.js'

/** Webhooks of each kind that are looked at. */
const MOST_OF_KIND = 200
/** Webhooks whose requests are read. */
const MOST_SUSPECTS = 1_000
/** Users who have left whose webhooks are looked for. */
const MOST_OWNERS = 1_000
const PER_PAGE = 200
/** Webhooks that are looked at where the store finds none by itself. */
const MOST = 5_000

/** What needs attention at a webhook. */
export interface Attention extends Signal {
  readonly webhookId: string
  readonly displayName: string
}

export type ListAttention = ReturnType<typeof createListAttention>

interface AttentionParts {
  readonly webhooks: Pick<Webhooks, 'list'>
  readonly adapters: Pick<CheckedManagement, 'users' | 'webhooks'>
  readonly deliveryLog: Pick<DeliveryLog, 'latest'>
  readonly clock: () => number
}

/**
 * Lists what needs attention at the webhooks that the caller manages, the latest first, and says whether
 * there were more webhooks than are looked at.
 */
export function createListAttention({
  webhooks,
  adapters: { users, ...adapters },
  deliveryLog,
  clock,
}: AttentionParts) {
  const newestOf = async (caller: Caller): Promise<readonly IncomingWebhook[]> => {
    let all: readonly IncomingWebhook[] = []
    for (let page = 0; all.length < MOST; page += 1) {
      const { items } = await webhooks.list(caller, { page, perPage: PER_PAGE })
      all = [...all, ...items]
      if (items.length < PER_PAGE) break
    }
    return all
  }
  return async (caller: Caller) => {
    const { user } = caller
    const now = clock()
    // Nobody else has webhooks of others.
    const left = user.admin ? ((await users.listDeactivated?.(MOST_OWNERS)) ?? null) : []
    const times = { now, soon: now + SOON }
    const needy =
      (await adapters.webhooks.listAttention?.({
        ...times,
        ...(!user.admin && { userId: user.id }),
        ownerIds: left?.map(({ id }) => id) ?? [],
        limit: MOST_OF_KIND + 1,
      })) ?? null
    const newest = needy && left ? [] : await newestOf(caller)
    const byId = new Map([...(needy ?? []), ...newest].map((webhook) => [webhook.id, webhook]))
    const all = [...byId.values()]
    const ownerIds = [...new Set(all.map(({ userId }) => userId))]
    const owners = ownerIds.length === 0 ? [] : await users.findByIds(ownerIds)
    const candidates = all.map((webhook) => ({
      ...webhook,
      ownerLeft: ownerLeftAt(webhook, owners),
    }))
    const circumstances = {
      ...times,
      ownerIds: candidates.flatMap(({ userId, ownerLeft }) => (ownerLeft === null ? [] : [userId])),
    }
    const isOneOf = (webhook: IncomingWebhook, kinds: typeof ALL_KINDS): boolean =>
      (needy === null && webhook.lastResult?.outcome === undefined) ||
      kinds.some((isOfKind) => isOfKind(webhook, circumstances))
    const suspects = candidates.filter((webhook) => isOneOf(webhook, ALL_KINDS))
    // Of the others, no request says anything.
    const asked = suspects.filter((webhook) => isOneOf(webhook, COUNTED)).slice(0, MOST_SUSPECTS)
    // Those of an old key may be accepted; of others, the last accepted one tells when it began.
    const isOld = (webhook: IncomingWebhook): boolean => KINDS.oldKey(webhook, circumstances)
    const [old, others] = await Promise.all([
      deliveryLog.latest(idsOf(asked.filter(isOld)), Infinity),
      deliveryLog.latest(idsOf(asked.filter((webhook) => !isOld(webhook))), 1),
    ])
    const requests = new Map([...old, ...others])
    const found = suspects.flatMap((webhook) => {
      const { id: webhookId, displayName } = webhook
      const { current } = signalsOf(requests.get(webhookId) ?? [], webhook, now)
      return current.map((signal) => ({ webhookId, displayName, ...signal }))
    })
    const isCut = ALL_KINDS.some(
      (isOfKind) =>
        suspects.filter((webhook) => isOfKind(webhook, circumstances)).length > MOST_OF_KIND,
    )
    const hasMore =
      (needy !== null && isCut) || newest.length >= MOST || asked.length === MOST_SUSPECTS
    return { found: found.toSorted((one, other) => other.since - one.since), hasMore }
  }
}

function idsOf(webhooks: readonly IncomingWebhook[]): readonly string[] {
  return webhooks.map(({ id }) => id)
}

/** Kinds of which signals count requests. */
const COUNTED = [KINDS.failing, KINDS.oldKey, KINDS.ownerless]
