import { pairKey, type ChatChannel, type Member } from './rows.js'
import type { Tables } from './tables.js'
import { WebhookIncidents } from './webhook-incidents.js'

/** Other ways to find rows than by their keys. Rebuilt at start, never stored. */
export type Indexes = ReturnType<typeof indexesOf>

export function indexesOf({ users, channels, members, webhooks, things }: Tables) {
  return {
    usernames: users.named(({ username }) => [username]),
    logins: users.named(({ logins = [] }) => logins),
    emails: users.named(({ email }) => [email.toLowerCase()]),
    channelNames: channels.named((channel) => [channelNameKey(channel)]),
    membersOf: members.grouped(Set<Member>, ({ channelId }) => channelId),
    channelsOf: members.grouped(Set<Member>, ({ userId }) => userId),
    keyDigests: webhooks.named(({ keyDigest, previousKey }) =>
      previousKey ? [keyDigest, previousKey.keyDigest] : [keyDigest],
    ),
    incidents: things.grouped(WebhookIncidents, ({ webhookId }) => webhookId),
  }
}

export function channelNameKey(channel: Pick<ChatChannel, 'name' | 'teamId' | 'type'>): string {
  // `@` is no team: `findByName` must not find a direct channel by its name.
  return pairKey(channel.type === 'direct' ? '@' : channel.teamId, channel.name)
}
