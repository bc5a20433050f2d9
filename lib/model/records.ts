import type { ClientSettings, OwnSettings } from './settings-fields.js'
import type { CallerValues, HiddenValues, ServerValues } from './webhook-fields.js'

export type { RateLimit } from './fields.js'
export type { Verification } from './verification-fields.js'
export type { PreviousKey } from './webhook-fields.js'

/** A user of the host. Only the first two members are needed for deliveries. */
export interface User {
  readonly id: string
  /** Lower case; `@username` mentions this user. */
  readonly username: string
  /** Shown beside the username where the console lists users. */
  readonly displayName?: string | null | undefined
  readonly email?: string | null | undefined
  /** May manage settings, logs and the webhooks of others. */
  readonly admin?: boolean | null | undefined
  readonly createAt?: number | null | undefined
  /** When the account was deactivated, in milliseconds since 1970. Absent, null or 0: it is active. */
  readonly deleteAt?: number | null | undefined
  readonly pictureUrl?: string | null | undefined
}

/** What sign-in needs. The hash is a bcrypt hash, as `hashPassword` returns it. */
export interface Credentials {
  readonly userId: string
  readonly passwordHash: string
}

export type ChannelType = 'public' | 'private' | 'direct' | 'group'

/** A channel. `teamId` may be `''` if a host has no teams. */
export interface Channel {
  readonly id: string
  readonly teamId: string
  /** The team's part of a permalink, if the host has teams. */
  readonly teamName?: string
  readonly type: ChannelType
  readonly name: string
  readonly displayName: string
  /** When it was archived, in milliseconds since 1970. Absent, null or 0: it is in use. */
  readonly deleteAt?: number | null | undefined
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
  readonly userIds: string[]
  readonly channelWide: ChannelWide | null
}

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

export type Props = Readonly<Record<string, JsonValue>>

/** A post for the host to store. `props` fits into one JSON column; `rootId` is `''` outside threads. */
export interface NewPost {
  /** Made by the library, or by the adapter's `newIds`. */
  readonly id: string
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
  readonly createAt: number
  readonly updateAt: number
  /** Counts the changes. Absent: 0. */
  readonly version?: number
}

/**
 * A post as the host returns it. What comes out of JSON columns needs no cast: it is checked, and what
 * is missing or null has its default.
 */
export interface StoredPost {
  readonly id: string
  readonly channelId: string
  readonly userId: string
  readonly webhookId?: string | null | undefined
  readonly rootId?: string | null | undefined
  readonly message: string
  readonly type?: string | null | undefined
  /** The object that was given, in whatever type a JSON column has. */
  readonly props?: unknown
  readonly priority?: unknown
  readonly mentions?: unknown
  readonly createAt: number
  readonly updateAt: number
  readonly version?: number | null | undefined
}

/** A part of the payload that was lost, changed or repaired, with its path. */
export interface Warning {
  readonly path: string
  readonly reason: string
}

/** A request to a webhook, also a rejected one, and its result. It contains no payload and no key. */
export interface DeliveryRecord {
  readonly webhookId: string
  /** Milliseconds since 1970. */
  readonly time: number
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string
  readonly status: number
  /** `''` if it was delivered, or if the host failed and its own error handler responded. */
  readonly errorId: string
  /** The error's message; `''` if it was delivered. */
  readonly message: string
  readonly detail: string
  readonly warnings: readonly Warning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  /** Bytes of the body, as far as they were read. */
  readonly size: number
  readonly userAgent: string
  readonly contentType: string
  /** The headers as `name: value`, without addresses; credentials and cookies are `[redacted]`. */
  readonly headers: readonly string[]
  /** Milliseconds from the request's headers to the response. Null: unknown, as in older records. */
  readonly duration: number | null
  /** The beginning of the response's body; `''` if the host's own error handler wrote it. */
  readonly response: string
  readonly postIds: readonly string[]
  /** Whether the response repeats that of an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean
  /** The name of the format, such as `grafana`; `''` if the body was not understood. */
  readonly format: string
  /** What happened, in the words of the format; `''` if it has none. */
  readonly event: string
  /** Whether the event is one that is not shown, so that nothing was posted. */
  readonly skipped: boolean
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
