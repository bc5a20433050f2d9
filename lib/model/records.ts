import type { LastResult } from './last-result.js'
import type { RequestShare } from './request-shares.js'
import type { ClientSettings, OwnSettings } from './settings-fields.js'
import type { CallerValues, HiddenValues, ServerValues } from './webhook-fields.js'

export type { RateLimit } from './fields.js'
export type { LastResult } from './last-result.js'
export type { RequestShare } from './request-shares.js'
export type { Verification } from './verification-fields.js'
export type { PreviousKey } from './webhook-fields.js'

/** A user of the host. Only the first two members are needed for deliveries. */
export interface HookUser {
  /** Any text. The option `userIdPattern` must match it, or mentions by id do not work. */
  readonly id: string
  /** Lower case; `@username` mentions this user. */
  readonly username: string
  /** Shown beside the username where the console lists users. */
  readonly displayName?: string | null | undefined
  /** Shown to the user, after sign-in and by `GET /users/me`. Absent or null: empty. */
  readonly email?: string | null | undefined
  /** May manage settings, logs and the webhooks of others. */
  readonly admin?: boolean | null | undefined
  /** When the account was created, in milliseconds since 1970. Absent or null: 0. */
  readonly createAt?: number | null | undefined
  /** When the account was deactivated, in milliseconds since 1970. Absent, null or 0: it is active. */
  readonly deleteAt?: number | null | undefined
  /** The address of a picture, which clients get as `picture_url`. Absent or null: there is none. */
  readonly pictureUrl?: string | null | undefined
}

/** What sign-in needs to check a password. */
export interface Credentials {
  /** The id of the user, as in `HookUser`. */
  readonly userId: string
  /** A bcrypt hash, as `hashPassword` returns it. No password matches a text of another form. */
  readonly passwordHash: string
}

/** `direct`: a channel of two users. `group`: a direct channel of several users. */
export type ChannelType = 'public' | 'private' | 'direct' | 'group'

/** A channel of the host. */
export interface HookChannel {
  /** The id of the channel, any text. */
  readonly id: string
  /** `''` if the host has no teams. */
  readonly teamId: string
  /** The team's part of a permalink, if the host has teams. */
  readonly teamName?: string
  /** Who can read and post is decided by `canPost`, not by the type alone. */
  readonly type: ChannelType
  /** Payloads choose a channel of the team by this name, such as `town-square`. */
  readonly name: string
  /** The name for people, such as `Town Square`. */
  readonly displayName: string
  /** When it was archived, in milliseconds since 1970. Absent, null or 0: it is in use. */
  readonly deleteAt?: number | null | undefined
}

/** The record of an incoming webhook. It has a digest and a ciphertext of the key, never the key itself. */
export interface IncomingWebhook extends ServerValues, HiddenValues, CallerValues {
  /** What became of its last request. Null: there was none, or the store does not keep it. */
  readonly lastResult?: LastResult | null | undefined
}

/** `''` is the standard priority. */
export type PriorityLevel = '' | 'important' | 'urgent'

/** How urgent a post is, as its payload says. What clients do with it is up to the host. */
export interface HookPriority {
  /** Another word of a payload becomes the standard priority, with a warning. */
  readonly priority: PriorityLevel
  /** Whether the sender asks readers to acknowledge the post. */
  readonly requestedAck: boolean
  /** Whether the sender asks to repeat notifications until somebody reacts. */
  readonly persistentNotifications: boolean
}

/** A mention of everyone in the channel, or with `here` of those who are online. */
export type ChannelWide = 'channel' | 'here' | 'all'

/** Whom a post notifies. Empty if the payload was silent (docs/contract.md, Mentions). */
export interface HookMentions {
  /** The ids of the users whom the post mentions, each once. */
  readonly userIds: string[]
  /** The mention of the whole channel, or null if there is none. */
  readonly channelWide: ChannelWide | null
}

/** A value that JSON can represent. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** The properties of a post. `WebhookProps` describes those that the library writes. */
export type HookProps = Readonly<Record<string, JsonValue>>

/** A post for the host to store. `props` fits into one JSON column; `rootId` is `''` outside threads. */
export interface NewPost {
  /** Made by the library, or by the adapter's `newIds`. */
  readonly id: string
  /** The id of the channel, as in `HookChannel`. */
  readonly channelId: string
  /** The owner of the webhook, or the user of the option `botUserId`. */
  readonly userId: string
  /** The id of the webhook that posts this. */
  readonly webhookId: string
  /** The id of the first post of the thread; `''` outside threads. */
  readonly rootId: string
  /**
   * Markdown, or plain text with the option `show: 'text'`. May be `''` beside attachments in
   * `props`.
   */
  readonly message: string
  /** `''`, `me`, `slack_attachment` for a post with attachments, or `custom_…`. */
  readonly type: string
  /** Attachments, buttons and the name and picture of the author: `WebhookProps`. */
  readonly props: HookProps
  /** Null: the payload has none. */
  readonly priority: HookPriority | null
  /** Whom to notify. The library only finds them; the host notifies. */
  readonly mentions: HookMentions
}

/** A stored post. */
export interface HookPost extends NewPost {
  /** When it was stored, in milliseconds since 1970. Increases within a channel. */
  readonly createAt: number
  /** When it was last changed, in milliseconds since 1970. */
  readonly updateAt: number
  /** Counts the changes. Absent: 0. */
  readonly version?: number
}

/**
 * A post as the host returns it. What comes out of JSON columns needs no cast: it is checked, and what
 * is missing or null has its default.
 */
export interface StoredPost {
  /** The id of the post. */
  readonly id: string
  /** The id of the channel, as in `HookChannel`. */
  readonly channelId: string
  /** The id of the user who posted it. */
  readonly userId: string
  /** `''`, null or absent for posts of people. */
  readonly webhookId?: string | null | undefined
  /** The id of the first post of the thread; `''`, null or absent outside threads. */
  readonly rootId?: string | null | undefined
  /** The text as it was given. */
  readonly message: string
  /** The type as it was given. Null or absent: `''`. */
  readonly type?: string | null | undefined
  /** The object that was given, in whatever type a JSON column has. */
  readonly props?: unknown
  /** The object that was given, or null. */
  readonly priority?: unknown
  /** The object that was given. Null or absent: nobody. */
  readonly mentions?: unknown
  /** When it was stored, in milliseconds since 1970. */
  readonly createAt: number
  /** When it was last changed, in milliseconds since 1970. */
  readonly updateAt: number
  /** Counts the changes. Null or absent: 0. */
  readonly version?: number | null | undefined
}

/** A part of the payload that was lost, changed or repaired, with its path. */
export interface HookWarning {
  /** Where it is in the payload, such as `blocks[3].elements[0]`. */
  readonly path: string
  /** What happened to it, for the sender, such as `button without url or integration`. */
  readonly reason: string
}

/** A request to a webhook, also a rejected one, and its result. It contains no payload and no key. */
export interface DeliveryRecord {
  /** The webhook whose key the request had. */
  readonly webhookId: string
  /** With which others it is kept. */
  readonly share: RequestShare
  /** Milliseconds since 1970. */
  readonly time: number
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string
  /** The status of the response. */
  readonly status: number
  /**
   * The error's `id`; `''` if it was delivered, or if the host failed and its own error handler
   * responded.
   */
  readonly errorId: string
  /** The error's message; `''` if it was delivered. */
  readonly message: string
  /** What was wrong and where; `''` if there is nothing to add to the message. */
  readonly detail: string
  /** Parts of the payload that were lost, changed or repaired. */
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  /** Bytes of the body, as far as they were read. */
  readonly size: number
  /** The header `User-Agent`; `''` if there was none. */
  readonly userAgent: string
  /** The header `Content-Type`; `''` if there was none. */
  readonly contentType: string
  /** The headers as `name: value`, without addresses; credentials and cookies are `[redacted]`. */
  readonly headers: readonly string[]
  /** Milliseconds from the request's headers to the response. Null: unknown, as in older records. */
  readonly duration: number | null
  /** The beginning of the response's body; `''` if the host's own error handler wrote it. */
  readonly response: string
  /** The ids of the posts that were stored or changed. */
  readonly postIds: readonly string[]
  /**
   * What was done with each of these posts, as in a receipt, such as `edited`. Empty in records of
   * older versions.
   */
  readonly actions: readonly string[]
  /** Where these posts are. Null: there are none, or the record is of an older version. */
  readonly postedTo: {
    /** The id of the channel, as in `HookChannel`. */
    readonly channelId: string
    /**
     * The name of the channel at that time, for people; of direct messages, `@` and the name of the
     * other user. `''` if it was not looked up, as for a repeated request.
     */
    readonly name: string
    /** Whether the request asked for it, so that it was not the webhook's own channel at that time. */
    readonly requested: boolean
  } | null
  /** Whether the response repeats that of an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean
  /** The name of the format, such as `grafana`; `''` if the body was not understood. */
  readonly format: string
  /** What happened, in the words of the format; `''` if it has none. */
  readonly event: string
  /** Whether the event is one that is not shown, so that nothing was posted. */
  readonly skipped: boolean
}

/** How serious an operational message is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Settings that an administrator can change while the service runs. */
export interface HookSettings extends ClientSettings, OwnSettings {}

/** A signed-in session; `id` is the `jti` of its token. */
export interface Session {
  /** The `jti` of the token (RFC 7519), a UUID. */
  readonly id: string
  /** The user who signed in. */
  readonly userId: string
  /** Milliseconds since 1970, a multiple of 1000. The token ends at the same time. */
  readonly expiresAt: number
}

/** The answer of a token bucket. */
export interface Taken {
  /** False when no whole token was left; then none was taken. */
  readonly allowed: boolean
  /** Whole tokens left. */
  readonly remaining: number
  /**
   * Milliseconds until there is a whole token; 0 while one is left. Of a token that was taken ahead,
   * until it counts.
   */
  readonly nextMs: number
  /** Milliseconds until the bucket is full. */
  readonly fullMs: number
}
