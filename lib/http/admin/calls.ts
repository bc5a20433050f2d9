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
import { mountedOf } from '../client-address.js'
import { isBehindUnknownProxy } from '../mounting-mistakes.js'
import type { Asked } from '../routes.js'
import type { PreviewLimits } from '../preview-limits.js'
import { checkSameOrigin, type OwnSite } from '../same-origin.js'
import type { Formats } from '../../formats/registry.js'
import type { ListIncidents } from '../../manage/list-incidents.js'
import type { PreviewRequest } from '../../manage/preview.js'
import type { SendTest } from '../../manage/send-test.js'
import type { ShownWebhooks } from '../../manage/shown-webhooks.js'
import {
  channelView,
  detailsView,
  formatViews,
  handedOverView,
  listedView,
  previewView,
  userView,
} from '../../manage/views.js'
import type { Webhooks } from '../../manage/webhooks.js'
import { htmlOrText } from '../../render/html.js'
import { WEBHOOK_ID_SHAPE } from '../../rules/keys.js'

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

/** What the calls about webhooks call. */
export interface WebhookCallsOptions {
  readonly webhooks: Webhooks
  readonly shown: ShownWebhooks
  readonly formats: Formats
  readonly sendTest: SendTest
  readonly preview: PreviewRequest
  readonly previewLimits: PreviewLimits
  readonly listIncidents: ListIncidents
  readonly addressWarnings: AddressWarnings
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
    regenerate: record(async (caller, { req, body }) => {
      const overlap = await body()
      return webhooks.regenerate(caller, idOf(req), overlap)
    }),
    replaceSigningSecret: record(async (caller, { req, body }) => {
      const overlap = await body()
      return webhooks.replaceSigningSecret(caller, idOf(req), overlap)
    }),
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

/** The webhook in the path. Throws `webhook_not_found` for what is no id. */
export function idOf(req: Request): string {
  const { id } = req.params
  if (typeof id === 'string' && WEBHOOK_ID_SHAPE.test(id)) return id
  throw new WebhookError('webhook_not_found')
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
