import type { HookProps } from './records.js'

/**
 * A payload as sent, checked and cleaned, in wire names. Absent, `null` and `""` are all `''`; lists
 * are empty when absent.
 */
export interface Payload {
  readonly text: string
  readonly channel: string
  readonly username: string
  readonly icon_url: string
  readonly icon_emoji: string
  readonly type: string
  readonly root_id: string
  readonly silent: boolean
  readonly props: HookProps
  readonly priority: PriorityPayload | null
  readonly attachments: readonly AttachmentPayload[]
  readonly blocks: readonly BlockPayload[]
}

/** `priority` is null if the object did not contain it, which compose rejects. */
export interface PriorityPayload {
  readonly priority: string | null
  readonly requested_ack: boolean
  readonly persistent_notifications: boolean
}

export interface AttachmentPayload {
  readonly fallback: string
  readonly color: string
  readonly pretext: string
  readonly author_name: string
  readonly author_link: string
  readonly author_icon: string
  readonly title: string
  readonly title_link: string
  readonly text: string
  readonly fields: readonly FieldPayload[]
  readonly image_url: string
  readonly thumb_url: string
  readonly footer: string
  readonly footer_icon: string
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
export interface ActionPayload {
  readonly path: string
  readonly id: string
  readonly type: string
  readonly name: string
  readonly text: string
  readonly value: string
  readonly style: string
  readonly url: string
  readonly tooltip: string
  readonly disabled: boolean
  readonly data_source: string
  readonly default_option: string
  readonly options: readonly ActionOption[]
  readonly integration: ActionIntegration | null
  readonly confirm: ActionConfirm | null
}

/** The question before a button acts; each text may be `''`. */
export interface ActionConfirm {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly deny: string
  readonly style: string
}

export interface ActionOption {
  readonly text: string
  readonly value: string
}

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
