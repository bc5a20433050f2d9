import express, { type Request } from 'express'
import {
  createHooks,
  createIncomingWebhooks,
  type HookPost,
  type HooksOptions,
  type HookUser,
  type IncomingWebhooks,
  WebhookError,
} from 'express-incoming-webhooks'
import type { Adapters, ChannelsAdapter } from 'express-incoming-webhooks/adapters'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

// Compiled, never run: what a host may write, and what the compiler must refuse.
declare const all: Adapters
declare const management: Adapters
declare const delivery: HooksOptions['adapters']
declare const currentUser: (req: Request) => HookUser | null
declare const withoutFindById: Omit<ChannelsAdapter, 'findById'>
declare const once: HooksOptions<'once'>['adapters']
const secret = 'a secret of at least thirty-two bytes'
const siteUrl = 'https://chat.example'

export function mountsAll(): IncomingWebhooks {
  const webhooks = createIncomingWebhooks({ adapters: all, secret, siteUrl })
  const app = express()
  app.use('/hooks', webhooks.hooksRouter)
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4', webhooks.adminRouter)
  return webhooks
}

export function signsInByItself(): IncomingWebhooks {
  return createIncomingWebhooks({ adapters: management, secret, siteUrl, currentUser })
}

export function deliversOnly(): void {
  express().use('/hooks', createHooks({ adapters: delivery }).router)
  express().use('/hooks', createHooks({ adapters: once }).router)
  express().use('/hooks', createHooks({ adapters: { ...delivery, guarantees: [] } }).router)
  express().use('/hooks', createHooks({ adapters: createMemoryAdapters(), siteUrl }).router)
}

export function refuses(): void {
  // @ts-expect-error: the secret is missing
  createIncomingWebhooks({ adapters: all, siteUrl })
  // @ts-expect-error: the address of the site is missing
  createIncomingWebhooks({ adapters: all, secret })
  // @ts-expect-error: the adapters of a delivery are not enough to manage webhooks
  createIncomingWebhooks({ adapters: delivery, secret, siteUrl, currentUser })
  // @ts-expect-error: a method of an adapter is missing
  createIncomingWebhooks({ adapters: { ...all, channels: withoutFindById }, secret, siteUrl })
  // @ts-expect-error: a method that a delivery needs is missing
  createHooks({ adapters: { ...delivery, channels: withoutFindById } }).router
  // @ts-expect-error: a guarantee that does not exist
  createHooks({ adapters: { ...delivery, guarantees: ['twice'] } }).router
  // @ts-expect-error: an option that does not exist
  createIncomingWebhooks({ adapters: all, secret, siteUrl, siteURL: siteUrl })
  // @ts-expect-error: an error that is not in the table
  throw new WebhookError('no_such_error')
}

export async function reads(
  post: HookPost,
  webhooks: IncomingWebhooks,
): Promise<readonly HookPost[]> {
  // @ts-expect-error: records are read-only
  post.message = 'another'
  const { posts } = await webhooks.deliver('key', { text: 'hello' })
  // @ts-expect-error: lists are read-only
  posts[0] = post
  return posts
}

export async function manages({ manage }: IncomingWebhooks): Promise<string> {
  const { id, url } = await manage.create('ann', { channelId: 'c', displayName: 'Builds' })
  await manage.update('ann', id, { description: 'CI' })
  // @ts-expect-error: a new webhook needs a name
  await manage.create('ann', { channelId: 'c' })
  // @ts-expect-error: a digest is nothing that a user may set
  await manage.update('ann', id, { keyDigest: '' })
  const found = await manage.find('ann', id)
  // @ts-expect-error: after a change of the secret there is no URL to show
  found.url.length
  return url
}

export function checks(): void {
  // @ts-expect-error: a session gives ways to prepare and to look
  describeAdapters('adapters', () => ({ adapters: all }))
  describeAdapters('adapters', () => ({
    adapters: management,
    seedUser: () => Promise.reject(new Error()),
    seedChannel: () => Promise.reject(new Error()),
    addMember: () => undefined,
    readPosts: () => [],
  }))
}
