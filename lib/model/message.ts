import type { PriorityPayload } from './payload.js'
import type { ChannelWide, JsonValue, HookProps, HookWarning } from './records.js'

/** The result of a step. */
export interface Step<T> {
  readonly value: T
  /** What was lost, changed or repaired. */
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
}

/** A fenced code block, so that a block that must be cut can be closed and reopened. */
export interface Fence {
  /** The opening line including its line end. */
  readonly opening: string
  readonly marker: string
  readonly info: string
  /** The closing line without its line end; `''` when the text ends first. */
  readonly closing: string
}

/**
 * A piece of text between translating and composing. It is not a string, because names are not known
 * yet, and links and mentions must not be cut.
 */
export type TextNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly fence: Fence | null }
  /** Finished Markdown. */
  | { readonly kind: 'link'; readonly text: string }
  /** `<user_id>`. If no user has this id, it is shown as written or as `label`. */
  | { readonly kind: 'user'; readonly id: string; readonly text: string; readonly label: string }
  /** `@name` in plain text: the text stays, and the user with this name is notified. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'channelWide'; readonly text: string; readonly who: ChannelWide }

export type RichText = readonly TextNode[]

/** The requested destination, before any lookup. */
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

export interface MessageAction {
  /** Where it is in the payload. */
  readonly path: string
  /** The button or menu as stored. Its `integration` never leaves the server. */
  readonly stored: Readonly<Record<string, JsonValue>>
}

export interface MessageAttachment {
  /** Where it is in the payload. */
  readonly path: string
  /** Non-empty members without markup, ready to be stored. */
  readonly plain: HookProps
  readonly pretext: RichText
  readonly title: RichText
  readonly text: RichText
  readonly footer: RichText
  readonly fields: readonly MessageField[]
  readonly actions: readonly MessageAction[]
}

/** A payload after translation. */
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
  readonly props: HookProps
  readonly priority: PriorityPayload | null
  /** Users to look up for rendering and notifying: at most 50 in total. */
  readonly mentioned: {
    readonly userIds: readonly string[]
    readonly usernames: readonly string[]
  }
}
