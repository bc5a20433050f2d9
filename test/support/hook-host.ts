import express, { type Express, type RequestHandler } from 'express'
import {
  type ClientPost,
  createIncomingWebhooks,
  type HookSettings,
  type IncomingWebhook,
  type IncomingWebhooks,
  type IncomingWebhooksOptions,
  toClientPost,
} from 'express-incoming-webhooks'
import { DEFAULT_WEBHOOK } from 'express-incoming-webhooks/adapters'
import { createMemoryAdapters, type MemoryAdapters } from 'express-incoming-webhooks/memory'
import { keyDigest, makeKey } from '../../lib/rules/keys.js'

export const NOW = 1_700_000_000_000
/** The secret of every hook host, unless its options have another. */
export const SECRET = 'a secret of at least thirty-two bytes'
/** The key of every hook host's webhook. */
export const KEY = makeKey(Uint8Array.from({ length: 15 }, (_, index) => index * 16))

/** An id of the default pattern that says whose it is. */
export function id(name: string): string {
  return name.padEnd(26, '1')
}

export interface HookHost {
  readonly app: Express
  readonly webhooks: IncomingWebhooks
  readonly adapters: MemoryAdapters
  readonly webhook: IncomingWebhook
  readonly key: string
  /** The path of the webhook. */
  readonly path: string
  readonly clock: { now: number }
  /** What reached the host's own error handler. */
  readonly hostErrors: unknown[]
  /** All posts in order, as clients see them, without those that tell owners of their webhooks. */
  readonly posts: () => readonly ClientPost[]
}

export interface HookHostOptions {
  readonly settings?: Partial<HookSettings>
  readonly webhook?: Partial<IncomingWebhook>
  readonly options?: Partial<IncomingWebhooksOptions>
  /** Changes the adapters before they are mounted. */
  readonly adapt?: (adapters: MemoryAdapters) => IncomingWebhooksOptions['adapters']
  readonly before?: readonly RequestHandler[]
}

/** An app around memory adapters: people, channels, and one webhook of alice in `alerts`. */
export function hookHost(given: HookHostOptions = {}): HookHost {
  const clock = { now: NOW }
  const adapters = createMemoryAdapters({ clock: () => clock.now })
  fill(adapters)
  adapters.host.settings = { ...adapters.host.settings, ...given.settings }
  const webhook = webhookOf(given.webhook)
  adapters.host.webhooks.set(webhook.id, webhook)
  const webhooks = createIncomingWebhooks({
    adapters: given.adapt?.(adapters) ?? adapters,
    secret: SECRET,
    siteUrl: 'https://chat.example',
    clock: () => clock.now,
    log: false,
    ...given.options,
  })
  const hostErrors: unknown[] = []
  const app = express()
  for (const handler of given.before ?? []) app.use(handler)
  app.use('/hooks', webhooks.hooksRouter, webhooks.hooksErrorHandler)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  app.use(telling(hostErrors))
  return {
    app,
    webhooks,
    adapters,
    webhook,
    clock,
    hostErrors,
    key: KEY,
    path: `/hooks/${KEY}`,
    posts: () =>
      [...adapters.host.posts.values()]
        .filter(({ props }) => props['webhook_notice'] === undefined)
        .map(toClientPost),
  }
}

/** The host's own error handler, which keeps what reaches it. */
export function telling(errors: unknown[]): express.ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    errors.push(error)
    if (res.headersSent) next(error)
    else res.status(500).send('the host failed')
  }
}

/** The webhook of a hook host, changed as wished. */
export function webhookOf(changes: Partial<IncomingWebhook> = {}): IncomingWebhook {
  return {
    ...DEFAULT_WEBHOOK,
    id: id('hook'),
    keyDigest: keyDigest(KEY),
    keyHint: KEY.slice(-4),
    createAt: 1,
    updateAt: 1,
    userId: id('alice'),
    channelId: id('alerts'),
    teamId: 'main',
    displayName: 'Deploy bot',
    ...changes,
  }
}

/** Puts people and channels into memory: alice made the webhook, admin administers, gone has left. */
export function fill({ host }: MemoryAdapters): void {
  for (const username of ['alice', 'bob', 'carol', 'admin', 'gone']) {
    const userId = id(username)
    host.users.set(userId, {
      id: userId,
      username,
      email: `${username}@example.org`,
      admin: username === 'admin',
      createAt: 1,
      deleteAt: username === 'gone' ? 5 : 0,
    })
  }
  const channels = [
    ['alerts', 'public', []],
    ['off-topic', 'public', []],
    ['Mixed', 'public', []],
    ['archived', 'public', []],
    ['private-in', 'private', ['alice']],
    ['private-out', 'private', ['bob']],
    ['group-in', 'group', ['alice', 'bob']],
  ] as const
  for (const [name, type, members] of channels) {
    const channelId = id(name)
    host.channels.set(channelId, {
      id: channelId,
      teamId: 'main',
      teamName: 'main',
      type,
      name,
      displayName: name.toUpperCase(),
      deleteAt: name === 'archived' ? 5 : 0,
    })
    host.members.set(channelId, new Set(members.map(id)))
  }
}
