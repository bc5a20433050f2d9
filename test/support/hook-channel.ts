import type { ChatHost } from './chat-host.js'

export interface HookChannel {
  readonly channelId: string
  readonly hookId: string
  /** Path of the webhook; the host's port may change while it lives. */
  readonly hookPath: string
}

/** A new channel of the administrator, public unless told, and a webhook that posts to it. */
export async function makeHookChannel(
  host: Pick<ChatHost, 'api'>,
  name: string,
  type: 'O' | 'P' = 'O',
): Promise<HookChannel> {
  const team = await host.api('GET', '/teams/name/main')
  const channel = await host.api('POST', '/channels', {
    team_id: member(team, 'id'),
    name,
    display_name: name,
    type,
  })
  const channelId = member(channel, 'id')
  const webhook = await host.api('POST', '/hooks/incoming', {
    channel_id: channelId,
    display_name: name,
  })
  return { channelId, hookId: member(webhook, 'id'), hookPath: `/hooks/${member(webhook, 'key')}` }
}

function member(answer: unknown, name: string): string {
  const value: unknown = answer instanceof Object ? Reflect.get(answer, name) : undefined
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}`)
  return value
}
