import type { HookProps } from './records.js'

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
  readonly blocks: readonly BlockPayload[]
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
  readonly blocks: readonly BlockPayload[]
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

/** A Block Kit block as sent; its `type` decides which function reads it. */
export interface BlockPayload {
  readonly path: string
  readonly value: Readonly<Record<string, unknown>>
}

/** What `props` hold to be shown: blocks, cards, and what their buttons do. */
export interface PropsParts {
  readonly mmBlocks: readonly PropsPart[]
  readonly blocks: readonly PropsPart[]
  readonly cards: readonly PropsPart[]
  readonly actions: Readonly<Record<string, unknown>>
}

/** A block or a card as sent. */
export interface PropsPart {
  readonly path: string
  readonly value: unknown
}
