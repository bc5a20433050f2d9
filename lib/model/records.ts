/** A person of the host. `deleteAt` is 0 while the account is active. Times are milliseconds since 1970. */
export interface User {
  readonly id: string
  /** Lower case; what `@name` means. */
  readonly username: string
  readonly email: string
  /** May administer the webhook service: settings, logs, the webhooks of others. */
  readonly admin: boolean
  readonly createAt: number
  readonly deleteAt: number
  readonly pictureUrl?: string | null
}

/** What signing in needs. The hash is bcrypt's, as `hashPassword` makes it. */
export interface Credentials {
  readonly userId: string
  readonly passwordHash: string
}

export type ChannelType = 'public' | 'private' | 'direct' | 'group'

/** A place for posts. `teamId` may be `''` where a host has no teams. `deleteAt` is 0 until archived. */
export interface Channel {
  readonly id: string
  readonly teamId: string
  /** The team's part of a permalink, for hosts that have one. */
  readonly teamName?: string
  readonly type: ChannelType
  readonly name: string
  readonly displayName: string
  readonly deleteAt: number
}

/** A steady rate, and how many requests may come at once: what is over the rate is spared again each minute. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** A key that a regenerated webhook still answers to (contract, section 8). */
export interface PreviousKey {
  readonly keyDigest: string
  readonly keyHint: string
  readonly expiresAt: number
  readonly lastUsed: number
}

/** The record of an incoming webhook. The key itself is never in it: a digest finds it, a cipher shows it again. */
export interface IncomingWebhook {
  readonly id: string
  /** SHA-256 of the key, hexadecimal. */
  readonly keyDigest: string
  /** The key under AES-256-GCM; opens only with the host's secret. */
  readonly keyCipher: string
  /** The last four characters of the key. */
  readonly keyHint: string
  /** Goes into the secret that signs calls of its buttons; another one makes another secret. */
  readonly signingSalt: string
  readonly previousKey: PreviousKey | null
  readonly createAt: number
  readonly updateAt: number
  readonly userId: string
  readonly channelId: string
  readonly teamId: string
  readonly displayName: string
  readonly description: string
  readonly username: string
  readonly iconUrl: string
  readonly iconEmoji: string
  readonly channelLocked: boolean
  readonly enabled: boolean
  /** 0: never. */
  readonly expiresAt: number
  /** 0: not yet. */
  readonly lastUsed: number
  readonly rateLimit: RateLimit | null
}

export type PriorityLevel = '' | 'important' | 'urgent'

export interface Priority {
  readonly priority: PriorityLevel
  readonly requestedAck: boolean
  readonly persistentNotifications: boolean
}

export type ChannelWide = 'channel' | 'here' | 'all'

/** Whom a post notifies. Empty when the payload was silent (contract, section 7). */
export interface Mentions {
  readonly userIds: readonly string[]
  readonly channelWide: ChannelWide | null
}

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

export type Props = Readonly<Record<string, JsonValue>>

/** A post for the host to store. `props` is one JSON column; `rootId` is `''` outside threads. */
export interface NewPost {
  readonly channelId: string
  readonly userId: string
  readonly webhookId: string
  readonly rootId: string
  readonly message: string
  readonly type: string
  readonly props: Props
  readonly priority: Priority | null
  readonly mentions: Mentions
}

export interface Post extends NewPost {
  readonly id: string
  readonly createAt: number
  readonly updateAt: number
}

/** Something that was ignored or repaired, and where in the payload. */
export interface Warning {
  readonly path: string
  readonly reason: string
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** What an administrator changes while the service runs (contract, section 8). */
export interface Settings {
  readonly enableIncomingWebhooks: boolean
  readonly enableOnlyAdminIntegrations: boolean
  readonly enablePostUsernameOverride: boolean
  readonly enablePostIconOverride: boolean
  readonly restrictDirectMessagesToCreator: boolean
  readonly enableWebhookDebugging: boolean
  readonly consoleLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
}

/** A signed-in session; `id` is the `jti` of its token. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly expiresAt: number
}
