import type { JsonValue } from '../model/records.js'
import type { ThingState } from '../model/things.js'
import type { Fields } from './fields.js'
import type { Draft } from './drafts/draft.js'

/**
 * A way in which other programs describe a message. Pure: no I/O, no clock, no state. A program's own
 * URL setting is never needed: the format of a request is recognised (docs/contract.md, Formats of other programs).
 */
export interface Format {
  /** `[a-z][a-z0-9-]{1,31}`: the end of the webhook's URL, and the name in recent requests. */
  readonly name: string
  /** The name for people, such as `GitHub`. */
  readonly title: string
  /** Other ends of the URL that mean this format. */
  readonly aliases?: readonly string[]
  /** What programs of this kind add to their URL, such as `/v2/enqueue`. */
  readonly paths?: readonly string[]
  /**
   * Whether the body bears a mark that nobody else writes, so that it is this format although it also
   * has a text of our own format, which says less.
   */
  readonly isMarked?: (body: JsonMembers) => boolean
  /**
   * What shows that a request is of this format: a header that only this sender writes, or members of
   * the body. Null: it is not. Called only where our own format finds nothing to show. It may look at
   * names of members, types and short constants, never at free text or `User-Agent`.
   */
  readonly detect?: (request: FormatRequest) => 'header' | 'body' | null
  /** Total: what is odd is left out or refused, never thrown. */
  readonly read: (request: FormatRequest) => FormatReading
  /**
   * Whether it reports alerts that begin and end: their events are one post unless the webhook says
   * otherwise, and an update replaces what the post said.
   */
  readonly isMonitoring?: boolean
  /** Methods besides POST that its senders use. */
  readonly methods?: readonly 'PUT'[]
  /** What the sender counts as success. Default: 200 with `ok`. */
  readonly answer?: (receipt: FormatReceipt) => FormatAnswer
}

export type JsonMembers = Readonly<Record<string, unknown>>

/** A request as formats see it. */
export interface FormatRequest {
  /** By lower-case name, at most 1,024 characters each. Credentials and cookies are left out. */
  readonly headers: Readonly<Record<string, string>>
  /** The first value of each name. */
  readonly query: Readonly<Record<string, string>>
  readonly body: FormatBody
}

/**
 * A body as it was sent: most are JSON, also in a field of a form. `text` is all of it; `''` for
 * multipart, and where a body parser of the host came first.
 */
export type FormatBody =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'fields'; readonly fields: Fields; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

export type FormatReading =
  | {
      readonly kind: 'message'
      readonly draft: Draft
      readonly event: EventFacts
      /** Hardly worth a message: shown only where the owner of the webhook asks for this event. */
      readonly isQuiet?: boolean
    }
  /** For a dialect of our own format: a payload in it, whose Markdown and mentions count. */
  | { readonly kind: 'payload'; readonly payload: JsonMembers; readonly event: EventFacts }
  /** Understood, and not worth a message. It is answered like success, which keeps the sender content. */
  | { readonly kind: 'skip'; readonly event: EventFacts }
  /** Not of this format: what is missing or wrong, and where. */
  | { readonly kind: 'refuse'; readonly path: string; readonly reason: string }

/** What a request is about. */
export interface EventFacts {
  /** What the owner may filter by, such as `pull_request.opened`. */
  readonly event: string
  /** The same for all events of one thing, such as an alert. At most 1,024 characters count. */
  readonly thing?: string
  readonly state?: ThingState
  /**
   * Whether an update of the thing stands beside what was said of it before, like a comment, and does
   * not replace it. Default: true.
   */
  readonly isRemark?: boolean
  /** Whether the event says nothing but its state, so that the post goes on showing what it shows. */
  readonly isBare?: boolean
  /** The sender's own id of this delivery. */
  readonly deliveryId?: string
  /** When it happened, in milliseconds since 1970. */
  readonly at?: number
  /**
   * For programs that do not say when they report something: when the thing became what it is, which
   * later reports repeat. Milliseconds since 1970.
   */
  readonly since?: number
}

/** What was done with a request, for its answer. */
export interface FormatReceipt {
  readonly request: FormatRequest
  /** What was stored. For an event that was skipped, one with the id `0` and the time of the request. */
  readonly posts: readonly ReceiptPost[]
  readonly event: string
}

/** The id in the receipt of an event that was skipped. */
export const SKIPPED_ID = '0'

export interface ReceiptPost {
  readonly id: string
  readonly channelId: string
  readonly webhookId: string
  /** Milliseconds since 1970. */
  readonly createAt: number
  readonly message: string
}

export interface FormatAnswer {
  readonly status: number
  /** JSON, a text, or nothing. */
  readonly body: JsonValue | undefined
}
