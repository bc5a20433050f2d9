import type { ChannelWide, HookProps, HookWarning, JsonValue } from './records.js'

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
  /**
   * `@name` in plain text: the text stays, and the user with this name is notified; `isOurs`: a user of this
   * chat is meant, and not one of a forge.
   */
  | { readonly kind: 'name'; readonly text: string; readonly isOurs?: true }
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

/** Who an event at a forge is about and for, by their logins there, in lower case. */
export interface People {
  /** The name of the format. */
  readonly format: string
  /** The forge's host name. */
  readonly host: string
  /** Who caused the event, and so is not told of it; `''` if that is not known. */
  readonly author: string
  /** Whom it asks for something. */
  readonly asked: readonly string[]
}

type Texts<Name extends string> = Readonly<Record<Name, string>>

/**
 * A payload as sent, checked and cleaned, in wire names. Absent, `null` and `""` are all `''`; lists
 * are empty when absent.
 */
export interface Payload extends Texts<
  'text' | 'channel' | 'username' | 'icon_url' | 'icon_emoji' | 'type' | 'root_id'
> {
  readonly silent: boolean
  readonly props: HookProps
  readonly priority: PriorityPayload | null
  readonly attachments: readonly AttachmentPayload[]
  readonly blocks: readonly Element[]
  /** What `props` hold to be shown; null for none. */
  readonly parts: PropsParts | null
}

/** `priority` is null if the object did not contain it, which compose rejects. */
export interface PriorityPayload {
  readonly priority: string | null
  readonly requested_ack: boolean
  readonly persistent_notifications: boolean
}

export interface AttachmentPayload extends Texts<
  | 'fallback'
  | 'color'
  | 'pretext'
  | 'author_name'
  | 'author_link'
  | 'author_icon'
  | 'title'
  | 'title_link'
  | 'text'
  | 'image_url'
  | 'thumb_url'
  | 'footer'
  | 'footer_icon'
> {
  readonly fields: readonly FieldPayload[]
  /** Seconds since 1970, or null. */
  readonly ts: number | null
  readonly actions: readonly ActionPayload[]
  readonly blocks: readonly Element[]
}

export interface FieldPayload {
  readonly title: string
  readonly value: string
  readonly short: boolean
}

/**
 * A button or a menu in either dialect: `integration` is from the reference, `url` and `value` are
 * from Slack.
 */
export interface ActionPayload extends Texts<
  | 'path'
  | 'id'
  | 'type'
  | 'name'
  | 'text'
  | 'value'
  | 'style'
  | 'url'
  | 'tooltip'
  | 'data_source'
  | 'default_option'
> {
  readonly disabled: boolean
  readonly options: readonly ActionOption[]
  readonly integration: ActionIntegration | null
  readonly confirm: ActionConfirm | null
}

/** The question before a button acts; each text may be `''`. */
export type ActionConfirm = Texts<'title' | 'text' | 'confirm' | 'deny' | 'style'>
export type ActionOption = Texts<'text' | 'value'>

/** The URL to call when a button is pressed. It never leaves the server. */
export interface ActionIntegration {
  readonly url: string
  readonly context: HookProps
}

/** A value as sent, such as a block, and where it is; its `type` decides which function reads it. */
export interface Element {
  readonly value: unknown
  readonly path: string
}

/** What `props` hold to be shown: blocks, cards, and what their buttons do. */
export interface PropsParts {
  readonly mmBlocks: readonly Element[]
  readonly blocks: readonly Element[]
  readonly cards: readonly Element[]
  readonly actions: Readonly<Record<string, unknown>>
}
