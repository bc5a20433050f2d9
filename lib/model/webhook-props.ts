import type { JsonValue } from './records.js'
import type { IncidentChange, IncidentState } from './incidents.js'

/**
 * What the `props` of a stored post may hold. Every post of a webhook has `from_webhook`; everything
 * else may be missing. Beside these there are the names that the payload gave in its own `props`.
 */
export interface WebhookProps extends AuthorProps {
  /** The parts of a message that is more than text, in their order. Not set with the option `show`. */
  readonly attachments?: readonly WebhookAttachment[]
  /** Where this post belongs in a message that became several posts. */
  readonly webhook_part?: WebhookPart
  /** What is known of the incident that the post reports about, such as an alert. */
  readonly webhook_incident?: WebhookIncident
  /** The changes of the incident that a reply tells, where it tells several at once. */
  readonly webhook_changes?: readonly IncidentChange[]
  /** The message is plain text, not Markdown: the host's option `show` is `text`. */
  readonly webhook_plain_text?: true
  /** The payload asked for no notifications; `mentions` of the post is empty then. */
  readonly silent_notification?: true
  /** Markdown from the payload's `props.card`, for a panel beside the messages. */
  readonly card?: string
}

/** Who a post is from. */
export type AuthorProps = {
  /** A program wrote the post: show BOT beside the name, whatever the name is. */
  readonly from_webhook: 'true'
  /** The name that people gave the webhook; `''` if none. */
  readonly webhook_display_name?: string
  /** The author's name. Missing in direct messages, which show their owner's. */
  readonly override_username?: string
} & AuthorIcon

/** The picture beside a name. */
export type AuthorIcon = {
  /** An http or https address, or a path of the host's own, in place of the picture of the post's user. */
  readonly override_icon_url?: string
  /** An emoji in place of the picture of the post's user: a name, with colons or without, or the character. */
  readonly override_icon_emoji?: string
}

/** One of the consecutive posts of a long message. */
export type WebhookPart = {
  /** From 0. */
  readonly index: number
  /** How many posts the message has, 2 to 64. */
  readonly count: number
  /** The id of the post of index 0. */
  readonly first_id: string
}

/** What is known of the incident that a post reports about, such as an alert. */
export type WebhookIncident = {
  /** What it is called, without its state: `Checkout latency`. Text of the sender's, not Markdown. */
  readonly title: string
  /** Its state after the last event. */
  readonly state: IncidentState
  /** Events that were shown or noted. */
  readonly count: number
  /** When it began, in milliseconds since 1970, by the sender's clock if it says so. */
  readonly since: number
  /** When it was closed, in milliseconds since 1970; null while it is not. */
  readonly until: number | null
  /** The changes of its state, the first one first. Of more than 50, the first and the last 49. */
  readonly history: readonly IncidentChange[]
}

/** A part of a message with a title, fields, pictures or buttons. At least one member is there. */
export interface WebhookAttachment {
  /** Plain text for readers that show nothing else of the attachment. */
  readonly fallback?: string
  /** The colour of the bar: `#` and 3, 4, 6 or 8 hexadecimal digits, `good`, `warning`, `danger`, or another word. */
  readonly color?: string
  /** Markdown above the attachment, outside its bar. */
  readonly pretext?: string
  /** Plain text above the title. */
  readonly author_name?: string
  /** Like all addresses of links here: never `javascript:` or `data:`, perhaps a path or no address at all. */
  readonly author_link?: string
  /** Like all addresses of pictures here: http, https, or a path of the host's own. */
  readonly author_icon?: string
  /** Plain text. */
  readonly title?: string
  /** Where the title leads. */
  readonly title_link?: string
  /** Markdown. */
  readonly text?: string
  /** A table below the text. */
  readonly fields?: readonly WebhookField[]
  /** A large picture, below the text. */
  readonly image_url?: string
  /** A small picture, beside the text. */
  readonly thumb_url?: string
  /** Plain text: what the small picture shows. */
  readonly thumb_alt?: string
  /** Markdown. */
  readonly footer?: string
  /** A small picture beside the footer. */
  readonly footer_icon?: string
  /** Seconds since 1970. */
  readonly ts?: number
  /** Buttons and menus. */
  readonly actions?: readonly WebhookAction[]
  /** It goes on from what stands above it, the message or an attachment: both are parts of one card. */
  readonly continues?: true
  /** The buttons stand beside the end of the text rather than below it. */
  readonly accessory?: true
  /** The title of what may be folded, `open` or `closed` at first, or something below such a title. */
  readonly folds?: 'open' | 'closed' | 'within'
}

/** A row of an attachment's table. */
export interface WebhookField {
  /** Plain text; may be `''`. */
  readonly title: string
  /** Markdown. */
  readonly value: string
  /** Whether there is room for another one beside it. */
  readonly short: boolean
}

/** A button or a menu (docs/buttons.md). */
export interface WebhookAction {
  /** Unique in the message; the address of a press ends with it. */
  readonly id: string
  /** A button, or a menu of choices. */
  readonly type: 'button' | 'select'
  /** The label. */
  readonly name: string
  /** How a button looks: `default`, `primary`, `good`, `success`, `warning`, `danger` or a colour. */
  readonly style?: string
  /** A short explanation. */
  readonly tooltip?: string
  /** A button with an address opens it; nobody is notified. */
  readonly url?: string
  /** Shown, but cannot be pressed. */
  readonly disabled?: true
  /** A menu of all `users` or `channels`. */
  readonly data_source?: string
  /** The value that is chosen at first. */
  readonly default_option?: string
  /** The choices of a menu. */
  readonly options?: readonly {
    /** The label. */
    readonly text: string
    /** What the integration receives. */
    readonly value: string
  }[]
  /** Where a press goes. `toClientPost` takes it out: it must not reach a browser. */
  readonly integration?: {
    /** The http or https URL to call. */
    readonly url: string
    /** Sent along with every call. */
    readonly context: Readonly<Record<string, JsonValue>>
  }
  /** What to ask before a press is sent. */
  readonly confirm?: WebhookConfirm
}

/** A question before a button acts. All texts are plain; use your own words for those that are missing. */
export interface WebhookConfirm {
  /** At most 100 characters. */
  readonly title?: string
  /** At most 300 characters, perhaps several lines. */
  readonly text?: string
  /** The answer that presses the button. At most 30 characters. */
  readonly confirm?: string
  /** The answer that does not. At most 30 characters. */
  readonly deny?: string
  /** How the first answer looks. */
  readonly style?: 'primary' | 'danger'
}
