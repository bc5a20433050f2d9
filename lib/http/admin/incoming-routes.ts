import { Router, type Request, type Response } from 'express'
import type { Formats } from '../../formats/registry.js'
import type { Caller } from '../../manage/caller.js'
import type { ListIncidents } from '../../manage/list-incidents.js'
import type { RecentRequests } from '../../manage/recent-requests.js'
import type { SendTest } from '../../manage/send-test.js'
import {
  channelView,
  formatViews,
  recentRequestView,
  userView,
  type WebhookViews,
} from '../../manage/views.js'
import type { Webhooks } from '../../manage/webhooks.js'
import { WebhookError } from '../../model/errors.js'
import type { IncomingWebhook } from '../../model/records.js'
import { WEBHOOK_ID_SHAPE } from '../../rules/keys.js'
import { methodNotAllowed, readJson, unknownPath, type MakeCall } from './calls.js'
import { etagOf, expectedVersion } from './etag.js'
import { sendJson } from '../send-json.js'
import { pageOf, perPageOf, textOf } from './query.js'

const PER_PAGE = { name: 'per_page', fallback: 60, max: 200 }
const INCIDENTS_PER_PAGE = { name: 'per_page', fallback: 50, max: 50 }

/** What the routes of webhooks call. */
export interface IncomingRoutesOptions {
  readonly webhooks: Webhooks
  readonly views: WebhookViews
  readonly formats: Formats
  readonly recentRequests: Pick<RecentRequests, 'list' | 'forget'>
  readonly sendTest: SendTest
  readonly listIncidents: ListIncidents
}

/** `/hooks/incoming…` (docs/contract.md, Management). */
export function incomingRoutes(call: MakeCall, options: IncomingRoutesOptions): Router {
  const router = Router()
  addCollection(router, call, options)
  addRecord(router, call, options)
  addActions(router, call, options)
  router.use(unknownPath)
  return router
}

function addCollection(router: Router, call: MakeCall, options: IncomingRoutesOptions): void {
  const { webhooks, views, formats } = options
  const create = call('create', async (caller, req, res) => {
    const { parseWebhook } = await import('../../manage/schemas.js')
    const webhook = await webhooks.create(caller, parseWebhook(await readJson(req, res)))
    await sendRecord(options, caller, res, webhook, 201)
  })
  const list = call('list', async (caller, req, res) => {
    const teamId = textOf(req, 'team_id')
    const channelId = textOf(req, 'channel_id')
    const { items, total } = await webhooks.list(caller, {
      page: pageOf(req),
      perPage: perPageOf(req, PER_PAGE),
      ...(teamId === '' ? {} : { teamId }),
      ...(channelId === '' ? {} : { channelId }),
    })
    const records = await views.many(caller.user, items)
    const withTotal = textOf(req, 'include_total_count') === 'true'
    sendJson(res, 200, withTotal ? { incoming_webhooks: records, total_count: total } : records)
  })
  const listChannels = call('listChannels', async (caller, req, res) => {
    const channels = await webhooks.listChannels(caller, textOf(req, 'q'))
    sendJson(res, 200, channels.map(channelView))
  })
  const listUsers = call('listUsers', async (caller, req, res) => {
    const users = await webhooks.listUsers(caller, textOf(req, 'q'))
    sendJson(res, 200, users.map(userView))
  })
  const listFormats = call('listFormats', (_caller, _req, res) => {
    sendJson(res, 200, formatViews(formats))
    return Promise.resolve()
  })
  const revoke = call('revoke', async (caller, req, res) => {
    const { parseRevoke } = await import('../../manage/schemas.js')
    const webhook = await webhooks.revoke(parseRevoke(await readJson(req, res)))
    await sendRecord(options, caller, res, webhook)
  })
  router.route('/').get(list).post(create).all(methodNotAllowed('GET, HEAD, POST'))
  router.route('/channels').get(listChannels).all(methodNotAllowed('GET, HEAD'))
  router.route('/users').get(listUsers).all(methodNotAllowed('GET, HEAD'))
  router.route('/formats').get(listFormats).all(methodNotAllowed('GET, HEAD'))
  router.route('/revoke').post(revoke).all(methodNotAllowed('POST'))
}

function addRecord(router: Router, call: MakeCall, options: IncomingRoutesOptions): void {
  const { webhooks, recentRequests, listIncidents } = options
  const get = call('get', async (caller, req, res) => {
    await sendRecord(options, caller, res, await webhooks.find(caller, idOf(req)))
  })
  const update = call('update', async (caller, req, res) => {
    const id = idOf(req)
    const expected = expectedVersion(req.headers['if-match'], id)
    const { parseWebhook } = await import('../../manage/schemas.js')
    const input = parseWebhook(await readJson(req, res))
    await sendRecord(options, caller, res, await webhooks.update(caller, id, input, expected))
  })
  const remove = call('delete', async (caller, req, res) => {
    const id = idOf(req)
    await webhooks.delete(caller, id)
    await recentRequests.forget(id)
    sendJson(res, 200, { status: 'OK' })
  })
  const listDeliveries = call('listDeliveries', async (caller, req, res) => {
    const webhook = await webhooks.find(caller, idOf(req))
    const requests = await recentRequests.list(webhook.id)
    sendJson(res, 200, requests.map(recentRequestView))
  })
  const incidents = call('listIncidents', async (caller, req, res) => {
    const webhook = await webhooks.find(caller, idOf(req))
    const limit = perPageOf(req, INCIDENTS_PER_PAGE)
    sendJson(
      res,
      200,
      await listIncidents(caller.user, webhook, { offset: pageOf(req) * limit, limit }),
    )
  })
  router
    .route('/:id')
    .get(get)
    .put(update)
    .delete(remove)
    .all(methodNotAllowed('GET, HEAD, PUT, DELETE'))
  router.route('/:id/deliveries').get(listDeliveries).all(methodNotAllowed('GET, HEAD'))
  router.route('/:id/incidents').get(incidents).all(methodNotAllowed('GET, HEAD'))
}

function addActions(router: Router, call: MakeCall, options: IncomingRoutesOptions): void {
  const { webhooks, sendTest } = options
  const regenerate = call('regenerate', async (caller, req, res) => {
    const { parseRegenerate } = await import('../../manage/schemas.js')
    const overlap = parseRegenerate(await readJson(req, res))
    await sendRecord(options, caller, res, await webhooks.regenerate(caller, idOf(req), overlap))
  })
  const replace = call('replaceSigningSecret', async (caller, req, res) => {
    const { parseRegenerate } = await import('../../manage/schemas.js')
    const overlap = parseRegenerate(await readJson(req, res))
    const id = idOf(req)
    await sendRecord(options, caller, res, await webhooks.replaceSigningSecret(caller, id, overlap))
  })
  const enable = call('enable', async (caller, req, res) => {
    await sendRecord(options, caller, res, await webhooks.setEnabled(caller, idOf(req), true))
  })
  const disable = call('disable', async (caller, req, res) => {
    await sendRecord(options, caller, res, await webhooks.setEnabled(caller, idOf(req), false))
  })
  const test = call('test', async (caller, req, res) => {
    const { parseTest } = await import('../../manage/schemas.js')
    const webhook = await webhooks.find(caller, idOf(req))
    const text = parseTest(await readJson(req, res))
    sendJson(res, 200, { status: 'OK', post_ids: await sendTest(webhook, caller.user, text) })
  })
  router.route('/:id/regen_key').post(regenerate).all(methodNotAllowed('POST'))
  router.route('/:id/regen_signing_secret').post(replace).all(methodNotAllowed('POST'))
  router.route('/:id/enable').post(enable).all(methodNotAllowed('POST'))
  router.route('/:id/disable').post(disable).all(methodNotAllowed('POST'))
  router.route('/:id/test').post(test).all(methodNotAllowed('POST'))
}

async function sendRecord(
  { views }: IncomingRoutesOptions,
  { user }: Caller,
  res: Response,
  webhook: IncomingWebhook,
  status = 200,
): Promise<void> {
  const record = await views.one(user, webhook)
  res.setHeader('ETag', etagOf(webhook))
  sendJson(res, status, record)
}

function idOf(req: Request): string {
  const { id } = req.params
  if (typeof id === 'string' && WEBHOOK_ID_SHAPE.test(id)) return id
  throw new WebhookError('webhook_not_found')
}
