import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryAdapters } from '../../lib/adapters/memory/index.js'
import { createCore } from '../../lib/core.js'
import { hooksOf } from '../../lib/hooks.js'
import type { HandledRequest } from '../../lib/log/handled-request.js'
import { readChanges } from '../../lib/manage/bodies.js'
import { createPreview, type Preview } from '../../lib/manage/preview.js'
import { WebhookError } from '../../lib/model/errors.js'
import { isJsonObject } from '../../lib/model/json.js'
import type { HookUser, IncomingWebhook } from '../../lib/model/records.js'
import { asIs, inWire } from '../../lib/model/sent.js'
import { keyDigest, makeKey } from '../../lib/rules/keys.js'
import { fill, id, NOW, webhookOf } from './hook-host.js'
import { call } from './http-client.js'
import type { WireRequest } from './suite-requests.js'

const ALICE: HookUser = { id: id('alice'), username: 'alice' }

export type PreviewedHost = Awaited<ReturnType<typeof previewedHost>>

/** A host with a webhook for each case, and for each format. */
export async function previewedHost() {
  const clock = { now: NOW }
  const memory = createMemoryAdapters({ clock: () => clock.now })
  fill(memory)
  const given = {
    adapters: memory,
    clock: () => clock.now,
    log: false as const,
    siteUrl: 'https://chat.example',
    limits: { webhook: null, requests: null, keyFailures: null },
  }
  const core = createCore(given, 'createIncomingWebhooks', 'delivery')
  const handled: HandledRequest[] = []
  const hooks = hooksOf({
    core,
    adapters: core.counted(core.calls.checked(memory)),
    recordRequest: (request) => {
      handled.push(request)
      return { detail: '' }
    },
    shownAddress: (address) => address,
    secrets: null,
    hookUrl: null,
  })
  const server = createServer(hooks.listener(() => undefined)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const webhooks = new Map<string, { webhook: IncomingWebhook; key: string }>()
  const hookOf = ({ hook, fields }: WireRequest) => {
    const known = webhooks.get(hook)
    if (known) return known
    const count = webhooks.size + 1
    const key = makeKey(Uint8Array.from({ length: 15 }, (_, at) => (count >> (8 * at)) & 255))
    const webhook = webhookOf({ ...chosen(fields), id: `hook${count}`, keyDigest: keyDigest(key) })
    memory.host.webhooks.set(webhook.id, webhook)
    webhooks.set(hook, { webhook, key })
    return { webhook, key }
  }
  return {
    clock,
    memory,
    hookOf,
    preview: (webhook: IncomingWebhook, wire: WireRequest): Promise<Preview> =>
      createPreview({
        webhooks: { find: async () => webhook, update: async () => webhook },
        deliveryLog: { find: () => Promise.reject(new WebhookError('delivery_not_found')) },
        channels: memory.channels,
        run: hooks.preview,
      })({ user: ALICE, settings: memory.host.settings, spell: asIs }, webhook.id, {
        bodyBase64: wire.bytes.toString('base64'),
        headers: wire.headers,
        query: wire.query,
        suffix: wire.suffix,
      }),
    deliver: async (key: string, { bytes, headers, query, suffix }: WireRequest) => {
      const path = `${key}${suffix && `/${suffix}`}${query && `?${query}`}`
      const url = `http://127.0.0.1:${port}/hooks/${path}`
      await call(url, { method: 'POST', headers, body: bytes, agent })
      return handled.pop()
    },
    close: async () => {
      agent.destroy()
      await hooks.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What the case wants of its webhook, without what counts only for those who send. */
function chosen(fields: WireRequest['fields']): Partial<IncomingWebhook> {
  if (!isJsonObject(fields)) return {}
  const { verification: _signed, allowed_addresses: _from, rate_limit: _rate, ...others } = fields
  try {
    const {
      id: _id,
      teamId: _team,
      userId: _owner,
      channelId: _channel,
      ...read
    } = readChanges({
      value: others,
      spell: inWire,
    })
    const { verification: _none, ...values } = read
    return values
  } catch (error) {
    // Of what is not built yet, or what no webhook may have.
    if (error instanceof WebhookError) return {}
    throw error
  }
}
