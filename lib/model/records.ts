import type { NotedResult } from './last-result.js'
import type { ClientSettings, OwnSettings } from './settings-fields.js'
import type { CallerValues, HiddenValues, ServerValues } from './webhook-fields.js'

export type { RateLimit } from './fields.js'
export type { LastResult, NotedResult } from './last-result.js'
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
  /**
   * What became of its last request, and when one was last heard. Null: there was none, or the store
   * does not keep it.
   */
  readonly lastResult?: NotedResult | null | undefined
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
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

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
