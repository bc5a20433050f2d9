import type { Request } from 'express'
import type { CheckedManagement } from '../../host/checked.js'
import type { MaybePromise } from '../../adapters/types.js'
import type { Caller } from '../../manage/choices.js'
import { WebhookError } from '../../model/errors.js'
import type { HookUser, IncomingWebhook } from '../../model/records.js'
import { inWire } from '../../model/sent.js'
import { isAlive } from '../../rules/alive.js'
import { type Call, callRefusal } from '../../rules/permissions.js'
import type { AddressWarnings } from '../../manage/address-warnings.js'
import { mountedOf, isBehindUnknownProxy } from '../mounting.js'
import type { Asked } from '../routes.js'
import type { PreviewLimits } from '../preview-limits.js'
import { checkSameOrigin, type OwnSite } from '../same-origin.js'
import type { Formats } from '../../formats/registry.js'
import { type DeliveryLog, MOST_LISTED } from '../../log/delivery-log.js'
import type { ListAttention } from '../../manage/list-attention.js'
import type { ListIncidents } from '../../manage/list-incidents.js'
import type { PreviewRequest } from '../../manage/preview.js'
import type { Replay } from '../../manage/replay.js'
import type { SendTest } from '../../manage/send-test.js'
import {
  type ShownWebhooks,
  attentionView,
  channelView,
  deliveryView,
  detailsView,
  formatViews,
  handedOverView,
  listedView,
  previewView,
  replayedView,
  sentDeliveryView,
  userView,
} from '../../manage/views.js'
import type { Webhooks } from '../../manage/webhooks.js'
import { htmlOrText } from '../../render/html.js'
import type { DeliveryFilter, DeliveryPage } from '../../model/deliveries.js'
import { DELIVERY_ID_SHAPE, WEBHOOK_ID_SHAPE } from '../../rules/keys.js'

/** What is needed to identify and check the caller. */
export interface CallsOptions extends OwnSite {
  readonly settings: CheckedManagement['settings']
  /** Null if no user is signed in. */
  readonly currentUser: (req: Request) => MaybePromise<HookUser | null>
  /** Whether `currentUser` may read cookies, so that cross-site requests must be rejected. */
  readonly csrf: boolean
}

/** The specific parts of calls. */
export type CallHandlers<Name extends Call> = {
  readonly [Each in Name]: (caller: Caller, asked: Asked<Each>) => MaybePromise<unknown>
}

/** Answers calls. It rejects with 401, 501 or 403, in this order, before anything of a call is read. */
export function answerCalls<Name extends Call>(
  options: CallsOptions,
  handlers: CallHandlers<Name>,
) {
  return async <Each extends Name>(name: Each, asked: Asked<Each>): Promise<unknown> => {
    const { req } = asked
    const user = await options.currentUser(req)
    // Signed-out callers cause no lookup.
    if (!isAlive(user)) throw new WebhookError('session_expired')
    const settings = await options.settings.get()
    const refusal = callRefusal(name, user, settings)
    if (refusal) throw new WebhookError(refusal)
    if (options.csrf) checkSameOrigin(req, options)
    return handlers[name]({ user, settings, spell: inWire }, asked)
  }
}

/** What the calls about webhooks and their requests call. */
export interface WebhookCallsOptions {
  readonly webhooks: Webhooks
  readonly shown: ShownWebhooks
  readonly formats: Formats
  readonly sendTest: SendTest
  readonly preview: PreviewRequest
  readonly previewLimits: PreviewLimits
  readonly listIncidents: ListIncidents
  readonly addressWarnings: AddressWarnings
  readonly deliveryLog: Pick<DeliveryLog, 'list' | 'find'>
  readonly listAttention: ListAttention
  readonly replay: Replay
}

/** `/hooks/incoming…` (docs/contract.md, Management). */
export function webhookCalls({ webhooks, shown, formats, ...others }: WebhookCallsOptions) {
  const { addressWarnings, listIncidents, sendTest, preview, previewLimits } = others
  /** Shows a webhook to those who may manage it, with its version in `ETag`. */
  const record =
    <In extends Pick<Asked<Call>, 'res'>>(
      call: (caller: Caller, asked: In) => Promise<IncomingWebhook>,
    ) =>
    async (caller: Caller, asked: In): Promise<unknown> => {
      const webhook = await call(caller, asked)
      const details = await shown.one(caller.user, webhook)
      asked.res.setHeader('ETag', `"${webhook.id}-${webhook.version}"`)
      return detailsView(details)
    }
  /** The same, or with `?check=true` only what it would be, and what its owner may not expect of it. */
  const recordOrCheck =
    <In extends Pick<Asked<'create' | 'update'>, 'req' | 'res' | 'query'>>(
      call: (caller: Caller, asked: In, isCheck: boolean) => Promise<IncomingWebhook>,
    ) =>
    async (caller: Caller, asked: In): Promise<unknown> => {
      const isCheck = asked.query().check === 'true'
      if (!isCheck) return record<In>((...of) => call(...of, isCheck))(caller, asked)
      const webhook = await call(caller, asked, isCheck)
      const { headers } = asked.req
      const isBehind = isBehindUnknownProxy(headers, mountedOf(asked.req).trusts)
      const warnings = await addressWarnings(webhook, isBehind)
      return { ...detailsView(await shown.one(caller.user, webhook)), warnings }
    }
  const replaced = (replace: 'regenerate' | 'replaceSigningSecret') =>
    record(async (caller, { req, body }: Asked<typeof replace>) => {
      const overlap = await body()
      return webhooks[replace](caller, idOf(req), overlap)
    })
  return {
    list: async (caller, { query }) => {
      const { team_id: teamId, channel_id: channelId, user_id: userId, after, ...asked } = query()
      const withTotal = asked.include_total_count === 'true'
      const { items, total } = await webhooks.list(caller, {
        page: asked.page,
        perPage: asked.per_page,
        query: asked.q,
        withTotal,
        ...(teamId !== '' && { teamId }),
        ...(channelId !== '' && { channelId }),
        ...(userId !== '' && { userId }),
        ...(asked.failing === 'true' && { failing: true }),
        ...(after && { after }),
      })
      const records = (await shown.many(caller.user, items)).map(listedView)
      return withTotal ? { incoming_webhooks: records, total_count: total } : records
    },
    listChannels: async (caller, { query }) =>
      (await webhooks.listChannels(caller, query().q)).map(channelView),
    listUsers: async (caller, { query }) =>
      (await webhooks.listUsers(caller, query().q)).map(userView),
    listFormats: () => formatViews(formats),
    listIncidents: async (caller, { req, query }) => {
      const webhook = await webhooks.find(caller, idOf(req))
      const { page, per_page: limit } = query()
      return listIncidents(caller.user, webhook, { offset: page * limit, limit })
    },
    get: record((caller, { req }) => webhooks.find(caller, idOf(req))),
    create: recordOrCheck(async (caller, { body }, isCheck) =>
      webhooks.create(caller, await body(), isCheck),
    ),
    update: recordOrCheck(async (caller, { req, body }, isCheck) => {
      const id = idOf(req)
      const version = expectedVersion(req.headers['if-match'], id)
      return webhooks.update(caller, id, await body(), { version, isCheck })
    }),
    handOver: async (caller, { body }) =>
      handedOverView(await webhooks.handOver(caller, await body())),
    delete: async (caller, { req }) => {
      await webhooks.delete(caller, idOf(req))
      return { status: 'OK' }
    },
    regenerate: replaced('regenerate'),
    replaceSigningSecret: replaced('replaceSigningSecret'),
    enable: record((caller, { req }) => webhooks.setEnabled(caller, idOf(req), true)),
    disable: record((caller, { req }) => webhooks.setEnabled(caller, idOf(req), false)),
    revoke: record(async (caller, { body }) => webhooks.revoke(caller, await body())),
    test: async (caller, { req, body }) => {
      const webhook = await webhooks.find(caller, idOf(req))
      return { status: 'OK', post_ids: await sendTest(webhook, caller.user, await body()) }
    },
    preview: async (caller, { req, body, query }) => {
      const id = idOf(req)
      await previewLimits.count(caller.user.id, req.headers)
      const input = await body()
      const isHtml = query().html === 'true'
      return previewLimits.run(async () => {
        const found = await preview(caller, id, input)
        return previewView(found, isHtml ? await Promise.all(found.posts.map(htmlOrText)) : [])
      })
    },
  } satisfies Partial<CallHandlers<Call>>
}

/** The log of requests, and what it says to owners (docs/management-api.md, The log of requests). */
export function logCalls({ webhooks, deliveryLog, listAttention, replay }: WebhookCallsOptions) {
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
      return replayedView(await replay.one(caller, idOf(req), deliveryIdOf(req), again))
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

/** The webhook in the path. Throws `webhook_not_found` for what is no id. */
function idOf(req: Request): string {
  const { id } = req.params
  if (typeof id === 'string' && WEBHOOK_ID_SHAPE.test(id)) return id
  throw new WebhookError('webhook_not_found')
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

/**
 * The `version` in an `If-Match` header: undefined if any version matches, -1 if none can.
 * `W/` is ignored, because compressing proxies add it.
 */
function expectedVersion(ifMatch: string | undefined, id: string): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  for (const tag of ifMatch.split(',')) {
    const [, tagId, version] = /^\s*(?:W\/)?"(.+)-(\d{1,16})"\s*$/.exec(tag) ?? []
    if (tagId === id) return Number(version)
  }
  return -1
}
