import type { PriorityPayload } from './payload.js'
import type { ChannelWide, JsonValue, Props, Warning } from './records.js'

/** What a step has made. */
export interface Step<T> {
  readonly value: T
  /** What was lost, changed or repaired on the way. */
  readonly warnings: readonly Warning[]
  /** Paths of parameters that have no effect here and nothing to show. */
  readonly ignored: readonly string[]
}

/** A fenced code block, so that one that must be cut can be closed and opened again. */
export interface Fence {
  /** The opening line with its line end. */
  readonly opening: string
  readonly marker: string
  readonly info: string
  /** The closing line without its line end; `''` when the text ends first. */
  readonly closing: string
}

/**
 * A piece of text between translating and composing. Names are not known yet, and links and
 * mentions must not be cut, so it is not a string.
 */
export type TextNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly fence: Fence | null }
  /** Finished Markdown. */
  | { readonly kind: 'link'; readonly text: string }
  /** `<user_id>`; shown as written, or as `label`, when nobody has the id. */
  | { readonly kind: 'user'; readonly id: string; readonly text: string; readonly label: string }
  /** `@name` written by hand: the text stays, whoever it names is notified. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'channelWide'; readonly text: string; readonly who: ChannelWide }

export type RichText = readonly TextNode[]

/** Where a message wants to go, before looking. */
export type Destination =
  | { readonly kind: 'webhookChannel' }
  | { readonly kind: 'channelName'; readonly name: string; readonly mayBeId: boolean }
  | { readonly kind: 'directToUser'; readonly username: string }
  | { readonly kind: 'directBetween'; readonly userIds: readonly [string, string] }

export interface MessageField {
  readonly title: string
  readonly value: RichText
  readonly short: boolean
}

/** A button or a menu as stored; `integration` never leaves the server. */
export type MessageAction = Readonly<Record<string, JsonValue>>

export interface MessageAttachment {
  /** Members that hold no markup, ready to be stored, empty ones left out. */
  readonly plain: Props
  readonly pretext: RichText
  readonly title: RichText
  readonly text: RichText
  readonly footer: RichText
  readonly fields: readonly MessageField[]
  readonly actions: readonly MessageAction[]
}

/** A payload as understood. */
export interface Message {
  readonly text: RichText
  readonly attachments: readonly MessageAttachment[]
  readonly destination: Destination
  readonly overrides: {
    readonly username: string
    readonly iconUrl: string
    readonly iconEmoji: string
  }
  readonly type: string
  readonly rootId: string
  readonly silent: boolean
  readonly props: Props
  readonly priority: PriorityPayload | null
  /** Who must be looked up to render and notify: at most 50 in all. */
  readonly mentioned: {
    readonly userIds: readonly string[]
    readonly usernames: readonly string[]
  }
}
