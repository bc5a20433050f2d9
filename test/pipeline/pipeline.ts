import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import { expect } from 'chai'
import { createMemoryAdapters, type MemoryAdapters } from 'express-incoming-webhooks/memory'
import { type ErrorCode, WebhookError } from '../../lib/model/errors.js'
import type { IncomingWebhook, HookPost, HookSettings } from '../../lib/model/records.js'
import { createStoreTogether } from '../../lib/pipeline/together.js'
import { createDeliver, type DeliverOptions } from '../../lib/pipeline/deliver.js'
import type { Delivered, RequestKey } from '../../lib/pipeline/once.js'
import { type AnyDelivery, checkedDelivery } from '../support/checked-delivery.js'
import { fill, NOW, webhookOf } from '../support/hook-host.js'

export interface Pipeline {
  readonly adapters: MemoryAdapters
  /** How often each method of an adapter was called, as `users.findByIds`. */
  readonly calls: Map<string, number>
  readonly send: (payload: object, changes?: SendOptions) => Promise<Delivered>
  readonly posts: () => readonly HookPost[]
}

export interface SendOptions {
  readonly webhook?: Partial<IncomingWebhook>
  readonly settings?: Partial<HookSettings>
  readonly key?: RequestKey
}

/** The five steps over memory adapters that count their calls. */
export function pipeline(
  options: Partial<DeliverOptions> = {},
  adapt: (adapters: MemoryAdapters) => AnyDelivery = (adapters) => adapters,
): Pipeline {
  const clock = (): number => NOW
  const adapters = createMemoryAdapters({ clock })
  fill(adapters)
  const calls = new Map<string, number>()
  const checked = checkedDelivery(counting(adapt(adapters), calls))
  // The check has looked up each method.
  calls.clear()
  const parts = {
    adapters: checked,
    userIdPattern: /^[a-z0-9]{26}$/,
    maxPostLength: 16383,
    iconEmoji: true,
    show: 'attachments',
    botUserId: null,
    formats: new Formats(allFormats),
    clock,
    permalink: () => '',
    announce: () => undefined,
    tell: () => undefined,
    ...options,
  } as const
  const deliver = createDeliver({ storeTogether: createStoreTogether(parts), ...parts })
  return {
    adapters,
    calls,
    send: (payload, { webhook = {}, settings = {}, key } = {}) =>
      deliver({
        request: {
          contentType: undefined,
          queryPayload: null,
          body: { kind: 'parsed', value: payload },
        },
        webhook: webhookOf(webhook),
        settings: { ...adapters.host.settings, ...settings },
        key: key ?? null,
      }),
    posts: () => [...adapters.host.posts.values()],
  }
}

function counting(adapters: AnyDelivery, calls: Map<string, number>): AnyDelivery {
  const count = <T extends object>(name: string, adapter: T): T =>
    new Proxy(adapter, {
      get: (target, property, receiver) => {
        const called = `${name}.${String(property)}`
        calls.set(called, (calls.get(called) ?? 0) + 1)
        const member: unknown = Reflect.get(target, property, receiver)
        return member
      },
    })
  return {
    ...adapters,
    users: count('users', adapters.users),
    channels: count('channels', adapters.channels),
    posts: count('posts', adapters.posts),
  }
}

/** The code and the detail of a refusal; everything else is thrown on. */
export async function refusalOf(promise: Promise<unknown>): Promise<WebhookError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof WebhookError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** The payload is refused, and nothing is left behind: no post, no channel, no remembered key. */
export async function refuses(
  payload: object,
  code: ErrorCode,
  changes: SendOptions = {},
  prepare: (adapters: MemoryAdapters) => void = () => undefined,
): Promise<WebhookError> {
  const { adapters, send, posts } = pipeline()
  prepare(adapters)
  const channels = adapters.host.channels.size
  const error = await refusalOf(send(payload, changes))
  expect(error.code).to.equal(code)
  expect(posts()).to.deep.equal([])
  expect(adapters.host.channels.size).to.equal(channels)
  expect(adapters.host.batches.size).to.equal(0)
  return error
}
