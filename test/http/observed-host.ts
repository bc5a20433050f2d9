import request from 'supertest'
import type { HookSettings } from 'express-incoming-webhooks'
import { type HookHost, hookHost, type HookHostOptions, id } from '../support/hook-host.js'

export interface Delivery {
  readonly id: string
  readonly outcome: string
  readonly digest: string
  readonly delivered_by: string | null
  readonly status: number
  readonly error_id: string
  readonly message: string
  readonly detail: string
  readonly warnings: readonly unknown[]
  readonly ignored: readonly string[]
  readonly request_id: string
  readonly post_ids: readonly string[]
  readonly actions: readonly string[]
  readonly posted_to: unknown
  readonly content_type: string
  readonly headers: readonly string[]
  readonly duration: number
  readonly response: string
}

/** A hook host with management beside it, of which alice's administrator is signed in. */
export function observed(
  settings: Partial<HookSettings> = {},
  given: Pick<HookHostOptions, 'adapt' | 'before' | 'options' | 'webhook'> = {},
): HookHost {
  const host = hookHost({
    ...given,
    settings,
    options: {
      ...given.options,
      currentUser: () => host.adapters.host.users.get(id('admin')) ?? null,
      node: 'n1',
    },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return host
}

/** A store that fails with an error of its own. */
export const failingStore: Pick<HookHostOptions, 'adapt'> = {
  adapt: (adapters) => ({
    ...adapters,
    posts: {
      ...adapters.posts,
      createBatch: () => Promise.reject(new Error('no disk at /secret/path')),
    },
  }),
}

/** The newest requests first, `most` of them. */
export async function deliveriesOf({ app }: HookHost, most = 60): Promise<readonly Delivery[]> {
  const all: Delivery[] = []
  for (let page = 0; all.length < most; page += 1) {
    const answer = await request(app)
      .get(`/api/v4/hooks/incoming/${id('hook')}/deliveries`)
      .query({ page, per_page: Math.min(most, 200) })
      .expect(200)
    const some = answer.body as readonly Delivery[]
    if (some.length === 0) break
    all.push(...some)
  }
  return all
}

export const post = ({ app, path }: HookHost, payload: object | string): request.Test =>
  request(app).post(path).set('User-Agent', 'sender/1').type('json').send(payload)
