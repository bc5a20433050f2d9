import type { OnPosts } from '../../lib/adapters/types.js'
import request from 'supertest'
import { hookHost, id, type HookHost } from '../support/hook-host.js'
import { openReceiver, type Receiver } from '../support/receiver.js'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

export interface ActionsSite extends HookHost {
  readonly receiver: Receiver
  /** Posts a message with these buttons, and answers the id of its post. */
  readonly post: (actions: readonly object[], more?: object) => Promise<string>
  readonly press: (postId: string, actionId: string, as?: string, body?: object) => Promise<Answer>
  /** The lines of the debug log. */
  readonly log: () => Promise<string>
}

const open: Receiver[] = []

/** A host and a program behind its buttons. */
export async function buttonsSite(
  answer: Parameters<typeof openReceiver>[0] = {},
  onPosts?: OnPosts,
): Promise<ActionsSite> {
  const receiver = await openReceiver(answer)
  open.push(receiver)
  const host: HookHost = hookHost({
    settings: { enableWebhookDebugging: true, consoleLevel: 'DEBUG' },
    options: {
      ...(onPosts && { onPosts }),
      allowedIntegrationHosts: [receiver.host],
      currentUser: (req) => host.adapters.host.users.get(id(req.get('as') ?? '')) ?? null,
    },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return {
    ...host,
    receiver,
    post: async (actions, more = {}) => {
      const integration = { url: receiver.url, context: { run: 7 } }
      const attachment = { text: 'Roll out?', actions: actions.map((a) => ({ integration, ...a })) }
      const { posts } = await host.webhooks.deliver(host.key, {
        attachments: [attachment],
        ...more,
      })
      return posts[0]?.id ?? ''
    },
    press: (postId, actionId, as = 'bob', body = {}) =>
      request(host.app)
        .post(`/api/v4/posts/${postId}/actions/${actionId}`)
        .set('X-Requested-With', 'XMLHttpRequest')
        .set('as', as)
        .send(body),
    log: async () => (await request(host.app).get('/api/v4/logs').set('as', 'admin')).text,
  }
}

export async function closeReceivers(): Promise<void> {
  for (const receiver of open.splice(0)) await receiver.close()
}
