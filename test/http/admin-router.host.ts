import { randomBytes } from 'node:crypto'
import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import express, { type Express, type RequestHandler } from 'express'
import request from 'supertest'
import { PreviewLimits } from '../../lib/http/preview-limits.js'
import { createMemoryCounters } from '../../lib/adapters/memory/counters.js'
import { createMemoryAdapters, type MemoryAdapters } from '../../lib/adapters/memory/index.js'
import { createAdminRouter, type AdminRouterOptions } from '../../lib/http/admin-router.js'
import type { CheckedManagement } from '../../lib/host/checked.js'
import { createDebugLog, type DebugLog } from '../../lib/log/debug-log.js'
import { redactKeys } from '../../lib/rules/redact.js'
import { createListIncidents } from '../../lib/manage/list-incidents.js'
import { createKeyCipher, type KeyCipher } from '../../lib/manage/keys.js'
import { ShownWebhooks } from '../../lib/manage/views.js'
import { createPreview } from '../../lib/manage/preview.js'
import { createReplay } from '../../lib/manage/replay.js'
import { NOTHING } from '../../lib/pipeline/once.js'
import { Webhooks } from '../../lib/manage/webhooks.js'
import { createSigningSecrets } from '../../lib/rules/signing.js'
import { createDeliveryLog, type DeliveryLog } from '../../lib/log/delivery-log.js'
import { createKeptRequests } from '../../lib/log/kept-requests.js'
import type { AuditEvent } from '../../lib/manage/audit.js'
import { createAddressWarnings } from '../../lib/manage/address-warnings.js'
import { createListAttention } from '../../lib/manage/list-attention.js'
import type { HookChannel, HookSettings, HookUser } from '../../lib/model/records.js'

export const SITE = 'https://chat.example.com'
export const BASE = '/api/v4'
export const START = 1_700_000_000_000

/** A record as the wire shows it. */
export type Made = Readonly<Record<string, unknown>> & { readonly id: string; readonly key: string }

/** An app around memory adapters; the header `as` says who is signed in. */
export interface AdminHost {
  readonly app: Express
  readonly adapters: MemoryAdapters
  readonly deliveryLog: DeliveryLog
  /** What was done. */
  readonly audited: AuditEvent[]
  readonly debugLog: DebugLog
  readonly clock: { now: number }
  readonly set: (settings: Partial<HookSettings>) => void
  readonly send: (method: Method, path: string, as?: string, body?: object) => request.Test
  /** A webhook of this user, by its record. */
  readonly webhookOf: (as: string, fields?: object) => Promise<Made>
}

export type Method = 'get' | 'post' | 'put' | 'delete' | 'patch' | 'head'

export interface AdminHostOptions extends Partial<Omit<AdminRouterOptions, 'adapters'>> {
  readonly adapters?: Pick<CheckedManagement, 'users' | 'channels' | 'webhooks' | 'settings'>
  readonly cipher?: KeyCipher
  readonly before?: readonly RequestHandler[]
  readonly after?: readonly RequestHandler[]
}

export function adminHost(options: AdminHostOptions = {}): AdminHost {
  const clock = { now: START }
  const memory = peopled(createMemoryAdapters({ clock: () => clock.now }))
  const debugLog = createDebugLog({ node: 'n1', clock: () => clock.now })
  const { before = [], after = [], adapters = memory, cipher, ...given } = options
  const secrets = ['a secret of at least thirty-two bytes'] as const
  const { formats = new Formats(allFormats) } = given
  const parts = { adapters, cipher: cipher ?? createKeyCipher(secrets), clock: () => clock.now }
  const kept = createKeptRequests(secrets)
  const audited: AuditEvent[] = []
  const audit = (event: AuditEvent): void => {
    audited.push(event)
  }
  const run = async () => ({
    status: 200,
    delivered: NOTHING,
    error: null,
    response: 'ok',
    unusable: '',
  })
  const deliveryLog = createDeliveryLog({
    deliveries: undefined,
    settings: adapters.settings,
    kept,
    clock: () => clock.now,
    log: () => undefined,
  })
  const webhooks = new Webhooks({
    ...parts,
    adapters: { ...adapters, guarantees: new Set(memory.guarantees) },
    formats,
    deliveryLog,
    audit,
    onHandedOver: () => undefined,
    random: randomBytes,
  })
  const app = express()
  for (const handler of before) app.use(handler)
  app.use(
    BASE,
    createAdminRouter({
      adapters,
      settings: adapters.settings,
      webhooks,
      shown: new ShownWebhooks({
        ...parts,
        signingSecretsOf: createSigningSecrets(secrets),
        hookUrl: `${SITE}/hooks`,
      }),
      formats,
      deliveryLog,
      listAttention: createListAttention({
        adapters,
        webhooks,
        deliveryLog,
        clock: () => clock.now,
      }),
      addressWarnings: createAddressWarnings(deliveryLog),
      debugLog,
      siteUrl: SITE,
      csrf: true,
      origins: new Set([SITE]),
      tell: () => undefined,
      compatVersion: '11.9.0',
      requestsSince: START,
      currentUser: (req) => memory.host.users.get(req.get('as') ?? '') ?? null,
      sendTest: async ({ displayName }, user, text) => [
        `test of ${displayName} by ${user.username}${text && `: ${text}`}`,
      ],
      previewLimits: new PreviewLimits(createMemoryCounters()),
      preview: createPreview({
        webhooks,
        deliveryLog,
        channels: adapters.channels,
        run,
      }),
      replay: createReplay({ ...parts, webhooks, deliveryLog, run, asLogged: String }),
      listIncidents: createListIncidents(
        { ...memory, guarantees: new Set(memory.guarantees) },
        ({ id }) => `${SITE}/main/pl/${id}`,
        redactKeys,
      ),
      ...given,
    }),
  )
  for (const handler of after) app.use(handler)
  const send: AdminHost['send'] = (method, path, as, body) => {
    const test = request(app)
      [method](BASE + path)
      .set('X-Requested-With', 'XMLHttpRequest')
    if (as !== undefined) void test.set('as', as)
    return body === undefined ? test : test.send(body)
  }
  return {
    app,
    adapters: memory,
    deliveryLog,
    audited,
    debugLog,
    clock,
    send,
    set: (settings) => {
      memory.host.settings = { ...memory.host.settings, ...settings }
    },
    webhookOf: async (as, fields = {}) => {
      const body = { channel_id: 'alerts', display_name: 'CI', description: 'builds', ...fields }
      const answer = await send('post', '/hooks/incoming', as, body)
      if (answer.status !== 201) throw new Error(answer.text)
      clock.now += 1
      return answer.body as Made
    },
  }
}

function peopled(adapters: MemoryAdapters): MemoryAdapters {
  const { users, channels, members } = adapters.host
  for (const name of ['alice', 'bob', 'admin', 'gone']) {
    const user: HookUser = {
      id: name,
      username: `${name}.name`,
      email: `${name}@example.com`,
      admin: name === 'admin',
      createAt: 1,
      deleteAt: name === 'gone' ? 5 : 0,
    }
    users.set(name, user)
  }
  const add = (
    id: string,
    type: HookChannel['type'],
    people: string[],
    rest?: Partial<HookChannel>,
  ): void => {
    const teamId = type === 'direct' ? '' : 'main'
    channels.set(id, {
      id,
      teamId,
      type,
      name: id,
      displayName: id.toUpperCase(),
      deleteAt: 0,
      ...rest,
    })
    members.set(id, new Set(people))
  }
  add('alerts', 'public', [])
  add('off-topic', 'public', [])
  add('private-in', 'private', ['alice', 'bob'])
  add('private-out', 'private', [])
  add('private-alice', 'private', ['alice'])
  add('direct', 'direct', ['alice', 'bob'])
  add('archived', 'public', ['alice', 'bob', 'admin'], { deleteAt: 5 })
  add('elsewhere', 'public', [], { teamId: 'other' })
  return adapters
}
