import type { ClientSettings, OwnSettings } from './settings-fields.js'
import type { CallerValues, HiddenValues, ServerValues } from './webhook-fields.js'

export type { RateLimit } from './fields.js'
export type { PreviousKey } from './webhook-fields.js'

/** A user of the host. `deleteAt` is 0 while the account is active. Times are milliseconds since 1970. */
export interface User {
  readonly id: string
  /** Lower case; `@username` mentions this user. */
  readonly username: string
  readonly email: string
  /** May manage settings, logs and the webhooks of others. */
  readonly admin: boolean
  readonly createAt: number
  readonly deleteAt: number
  readonly pictureUrl?: string | null
}

/** What sign-in needs. The hash is a bcrypt hash, as `hashPassword` returns it. */
export interface Credentials {
  readonly userId: string
  readonly passwordHash: string
}

export type ChannelType = 'public' | 'private' | 'direct' | 'group'

/** A channel. `teamId` may be `''` if a host has no teams. `deleteAt` is 0 unless the channel is archived. */
export interface Channel {
  readonly id: string
  readonly teamId: string
  /** The team's part of a permalink, if the host has teams. */
  readonly teamName?: string
  readonly type: ChannelType
  readonly name: string
  readonly displayName: string
  readonly deleteAt: number
}

/** The record of an incoming webhook. It has a digest and a ciphertext of the key, never the key itself. */
export interface IncomingWebhook extends ServerValues, HiddenValues, CallerValues {}

export type PriorityLevel = '' | 'important' | 'urgent'

export interface Priority {
  readonly priority: PriorityLevel
  readonly requestedAck: boolean
  readonly persistentNotifications: boolean
}

export type ChannelWide = 'channel' | 'here' | 'all'

/** Whom a post notifies. Empty if the payload was silent (docs/contract.md, Mentions). */
export interface Mentions {
  readonly userIds: readonly string[]
  readonly channelWide: ChannelWide | null
}

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

export type Props = Readonly<Record<string, JsonValue>>

/** A post for the host to store. `props` fits into one JSON column; `rootId` is `''` outside threads. */
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

/** A part of the payload that was lost, changed or repaired, with its path. */
export interface Warning {
  readonly path: string
  readonly reason: string
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Settings that an administrator can change while the service runs. */
export interface Settings extends ClientSettings, OwnSettings {}

/** A signed-in session; `id` is the `jti` of its token. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly expiresAt: number
}

/** The answer of a token bucket. */
export interface Taken {
  /** False when no whole token was left; then none was taken. */
  readonly allowed: boolean
  /** Whole tokens left. */
  readonly remaining: number
  /** Milliseconds until there is a whole token; 0 while one is left. */
  readonly nextMs: number
  /** Milliseconds until the bucket is full. */
  readonly fullMs: number
}
