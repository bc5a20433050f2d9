import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestListener } from 'node:http'
import type { HookLog, IncomingWebhooksOptions } from 'express-incoming-webhooks'

/** What every host here passes on to the library. */
export interface HostOptions {
  readonly secret: string
  readonly siteUrl: string
  readonly limits: NonNullable<IncomingWebhooksOptions['limits']> | null
  readonly log: HookLog
}

/** A message as the host's clients get it. */
export interface ShownMessage {
  readonly id: string
  /** Names the channel in calls of `history`. */
  readonly channel: string
  readonly text: string
}

/** A running chat, as its people see it. */
export interface MountedHost {
  readonly url: string
  readonly hookPath: string
  readonly hasDirectChannels: boolean
  /** What a socket client got, oldest first. */
  readonly arrived: readonly ShownMessage[]
  /** What a page gets when it opens a channel. */
  history(channel: string): Promise<readonly ShownMessage[]>
  close(): Promise<void>
}

/** The people and channels of each host. The webhook is Alice's and posts to `alerts`. */
export const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'oncall', 'nora']

export async function listen(app: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(app)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}` }
}

export async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Makes the webhook as its owner does, with the host's own sign-in. Returns the path of its URL. */
export async function makeWebhook(
  url: string,
  signedIn: Readonly<Record<string, string>>,
  channelId: string,
): Promise<string> {
  const answer = await fetch(`${url}/api/v4/hooks/incoming`, {
    method: 'POST',
    headers: { ...signedIn, 'Content-Type': 'application/json' },
    body: JSON.stringify({ channel_id: channelId, display_name: 'Senders' }),
  })
  const body = (await answer.json()) as { readonly url?: string }
  if (answer.status !== 201 || body.url === undefined) throw new Error(JSON.stringify(body))
  return new URL(body.url).pathname
}
