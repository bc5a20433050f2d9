import type { Request } from 'express'
import { type DeliveryLog, MOST_LISTED } from '../../log/delivery-log.js'
import type { ListAttention } from '../../manage/list-attention.js'
import type { Replay } from '../../manage/replay.js'
import { attentionView, deliveryView, replayedView, sentDeliveryView } from '../../manage/views.js'
import type { Webhooks } from '../../manage/webhooks.js'
import type { DeliveryFilter, DeliveryPage } from '../../model/deliveries.js'
import { WebhookError } from '../../model/errors.js'
import { DELIVERY_ID_SHAPE } from '../../rules/keys.js'
import type { Call } from '../../rules/permissions.js'
import { type CallHandlers, idOf } from './calls.js'

/** What the calls about the log of requests call. */
export interface LogCallsOptions {
  readonly webhooks: Webhooks
  readonly deliveryLog: Pick<DeliveryLog, 'list' | 'find'>
  readonly listAttention: ListAttention
  readonly replay: Replay
}

/** The log of requests, and what it says to owners (docs/management-api.md, The log of requests). */
export function logCalls({ webhooks, deliveryLog, listAttention, replay }: LogCallsOptions) {
  const deliveries = async (
    filter: DeliveryFilter,
    page: DeliveryPage,
  ): Promise<readonly object[]> => (await deliveryLog.list(filter, page)).map(deliveryView)
  return {
    listDeliveries: async (caller, { req, query }) => {
      const { id } = await webhooks.find(caller, idOf(req))
      const { page, per_page: limit, ...meant } = query()
      return deliveries({ ...filterOf(meant), webhookIds: [id] }, { offset: page * limit, limit })
    },
    exportDeliveries: async (caller, { req, query }) => {
      const { id } = await webhooks.find(caller, idOf(req))
      const page = { offset: 0, limit: MOST_LISTED }
      return deliveries({ ...filterOf(query()), webhookIds: [id] }, page)
    },
    getDelivery: async (caller, { req }) => {
      const { id } = await webhooks.find(caller, idOf(req))
      const { delivery, sent } = await deliveryLog.find(id, deliveryIdOf(req))
      return sentDeliveryView(delivery, sent)
    },
    listAllDeliveries: (_caller, { query }) => {
      const { page, per_page: limit, ...meant } = query()
      return deliveries(filterOf(meant), { offset: page * limit, limit })
    },
    replay: async (caller, { req, body }) => {
      const again = await body()
      return replayedView(await replay.one(caller, idOf(req), deliveryIdOf(req), { again }))
    },
    replayRefused: async (caller, { req, body }) => ({
      results: await replay.refusedSince(caller, idOf(req), await body()),
    }),
    listAttention: async (caller, { res }) => {
      const { found, hasMore } = await listAttention(caller)
      if (hasMore) res.setHeader('X-Has-More', 'true')
      return found.map(attentionView)
    },
  } satisfies Partial<CallHandlers<Call>>
}

function deliveryIdOf(req: Request): string {
  const { delivery_id: id } = req.params
  if (typeof id === 'string' && DELIVERY_ID_SHAPE.test(id)) return id
  throw new WebhookError('delivery_not_found')
}

/** What a query may say about the requests that are meant. */
type Meant = {
  readonly [Name in 'outcome' | 'format' | 'event' | 'incident' | 'from' | 'to']:
    | NonNullable<DeliveryFilter[Name]>
    | ''
    | null
}

/** Without what the query does not ask for. */
function filterOf(meant: Meant): DeliveryFilter {
  return Object.fromEntries(
    Object.entries(meant).filter(([, value]) => value !== '' && value !== null),
  )
}
