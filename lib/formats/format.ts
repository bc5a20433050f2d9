import type { HookProps, JsonValue } from '../model/records.js'
import type { IncidentState } from '../model/incidents.js'
import type { FactSlots, PeopleSlots } from './facts.js'
import type { FormatRequest, JsonMembers } from './format-request.js'
import type { Draft } from './drafts/draft.js'

/**
 * Reads what other programs send, and describes it as a message. Pure: no I/O, no clock, no state.
 * Senders need no setting for it: the format of a request is recognised (docs/contract.md, Formats
 * of other programs). `reporter` makes one of a description of what a program sends.
 */
export interface Format {
  /** Matches `[a-z][a-z0-9-]{1,31}`: the end of the webhook's URL, and the name in the log of requests. */
  readonly name: string
  /** The name for people, such as `GitHub`. */
  readonly title: string
  /** Other ends of the URL that mean this format. Default: none. */
  readonly aliases?: readonly string[]
  /** Paths that programs of this kind add to their URL, such as `/v2/enqueue`. Default: none. */
  readonly paths?: readonly string[]
  /**
   * Whether the body has a mark that no other sender writes, so that it is of this format although
   * it also has a text of our own format. Default: never.
   */
  readonly isMarked?: (body: JsonMembers) => boolean
  /**
   * Returns what shows that a request is of this format: a header that only this sender writes, or
   * members of the body. Null: it is not. Called only if our own format finds nothing to show. It
   * may check names of members, types and short constants, but not free text or `User-Agent`.
   * Default: only the URL says so.
   */
  readonly detect?: (request: FormatRequest) => 'header' | 'body' | null
  /**
   * Whether a JSON body that nobody reads may be meant as this format, so that the error can say what
   * to do. Default: whether `detect` claims it.
   */
  readonly looksLike?: (body: unknown) => boolean
  /** What to do instead where a host does not read this format, such as `send "text" in its payload`. */
  readonly advice?: string
  /** Reads a request. It must not throw: leave out or refuse what is invalid. */
  readonly read: (request: FormatRequest) => FormatReading
  /**
   * Whether it reports alerts that begin and end. The events of each are one post unless the webhook
   * says otherwise. Default: false.
   */
  readonly isMonitoring?: boolean
  /** Where its events have facts about them, for the log of requests. Default: they have none. */
  readonly facts?: FactSlots
  /**
   * Of a forge: where its events say whom they ask, so that people who have claimed their logins are
   * mentioned. Default: only `@name` of its texts mentions somebody.
   */
  readonly people?: PeopleSlots
  /** What the paths of `facts` and `people` lead into. Default: the JSON, or the fields of the form. */
  readonly bodyOf?: (request: FormatRequest) => unknown
  /**
   * How long its senders wait for an answer, in milliseconds, if that is less than 8,000: a message that
   * the limit of its webhook does not let through waits in line no longer. Default: 8,000.
   */
  readonly patience?: number
  /**
   * Headers, in lower case, by which its senders choose: the name of the event, the id of the delivery.
   * Where a signature covers the body alone (docs/signatures.md), formats see no other headers, besides
   * `content-type`. Default: none.
   */
  readonly choosingHeaders?: readonly string[]
  /**
   * Other headers, in lower case, in which its senders say something, such as a title: two requests that
   * differ in them are not the same. Default: none.
   */
  readonly sayingHeaders?: readonly string[]
  /**
   * Methods besides POST that its senders use. `DELETE` counts only for a path with all of `pathWords`,
   * and where senders need not sign. Default: none.
   */
  readonly methods?: readonly ('PUT' | 'DELETE')[]
  /**
   * Names of path segments that may follow its name, such as `topic`: of `a-z`, `A-Z`, `0-9`, `_` and
   * `-`, at most 64. They are in the query of the request. Default: none.
   */
  readonly pathWords?: readonly string[]
  /**
   * Whether a message replaces the earlier one of its incident: the post is edited, and has no replies,
   * unless the webhook says otherwise. Default: false.
   */
  readonly isReplacing?: boolean
  /** The response that the sender counts as success. Default: 200 with `ok`. */
  readonly answer?: (receipt: FormatReceipt) => FormatAnswer
  /**
   * What its senders may do with their messages by `GET`, `PATCH` and `DELETE` of `/messages/{id}`, behind
   * its name and, for the first such format, behind the key. Default: nothing.
   */
  readonly messages?: FormatMessages
}

/** How senders of a format get, change and delete their messages. */
export interface FormatMessages {
  /** The response with a message, also after a change. */
  readonly show: (post: ReceiptPost) => FormatAnswer
  /** The response after a message was deleted. */
  readonly deleted: FormatAnswer
  /** Reads a change. Null: the body is not of this format. */
  readonly change: (request: FormatRequest) => FormatChange | null
}

/** A change of a message. */
export interface FormatChange {
  /** What was sent, as a message. */
  readonly draft: Draft
  /** What the post shows then, given what it has shown and what `draft` shows. */
  readonly merge: (before: ShownParts, after: ShownParts) => ShownParts
}

/** What a post shows. */
export interface ShownParts {
  /** The text. */
  readonly message: string
  /** The attachments, as in `props.attachments`. Empty where the host shows them as text. */
  readonly attachments: readonly JsonValue[]
}

/** What a format makes of a request. */
export type FormatReading =
  | {
      /** An event to show. */
      readonly kind: 'message'
      /** How to show it. */
      readonly draft: Draft
      /** What it is about. */
      readonly event: EventFacts
      /** Whether it is skipped unless the owner of the webhook asks for this event. Default: false. */
      readonly isSkipped?: boolean
    }
  | {
      /** A message in a dialect of our own format. */
      readonly kind: 'payload'
      /** The same message in our own format. Its Markdown and mentions count. */
      readonly payload: JsonMembers
      /** What it is about. */
      readonly event: EventFacts
    }
  | {
      /** An event that is not worth a message. The response is that of success. */
      readonly kind: 'skip'
      /** What it is about. */
      readonly event: EventFacts
    }
  | {
      /** Not of this format: the response is an error. */
      readonly kind: 'refuse'
      /** Where something is missing or wrong, such as `job.name`. */
      readonly path: string
      /** What is wrong there, such as `is missing`. */
      readonly reason: string
    }

/** What a request is about. */
export interface EventFacts {
  /** The name by which owners of webhooks filter, such as `pull_request.opened`. */
  readonly event: string
  /**
   * Whether the format knows what such an event means. One that it does not know is refused if only the
   * body says that it is of this format, because its sender may be another program. Default: true.
   */
  readonly isKnown?: boolean
  /**
   * The same text for all events of one incident, such as an alert. At most 1,024 characters count.
   * Absent: the event belongs to nothing.
   */
  readonly incident?: string
  /** What the incident is called, without its state. Absent: the first line of the message. */
  readonly incidentTitle?: string
  /** Who caused the event, such as who acknowledged the incident. Absent: not known. */
  readonly by?: string
  /** The state of the incident after the event. Absent: not known. */
  readonly state?: IncidentState
  /**
   * Whether an update of the incident is a remark, like a comment, which does not replace what was
   * said before. Default: true.
   */
  readonly isRemark?: boolean
  /**
   * Whether the event says nothing but its state, so that the post keeps what it shows. Default:
   * false.
   */
  readonly isBare?: boolean
  /** The sender's own id of this delivery. */
  readonly deliveryId?: string
  /** When it happened, in milliseconds since 1970. */
  readonly at?: number
  /**
   * When the current state began, in milliseconds since 1970. If `at` is given too: when the incident
   * began. Programs that do not say when they report something send it without `at`, and repeat it later.
   */
  readonly since?: number
  /**
   * Ids of the alerts that are in this state, of an incident that is a group of alerts. Without `at`, one
   * that no earlier report has named opens a closed incident, even if it began before the closing. Of more
   * than 200 in all, only the times count.
   */
  readonly alerts?: readonly string[]
}

/** What was done with a request, for its answer. */
export interface FormatReceipt {
  /** The request as the format has read it. */
  readonly request: FormatRequest
  /**
   * The posts that were stored. For a skipped event, one with the id `0` and the time of the
   * request.
   */
  readonly posts: readonly ReceiptPost[]
  /** The event as the format has named it. */
  readonly event: string
}

/** The id in the receipt of an event that was skipped. */
export const SKIPPED_ID = '0'

/** What a receipt says of a post. */
export interface ReceiptPost {
  /** The id of the post. */
  readonly id: string
  /** The id of its channel. */
  readonly channelId: string
  /** The id of the webhook. */
  readonly webhookId: string
  /** When it was stored, in milliseconds since 1970. */
  readonly createAt: number
  /** When it was last changed, in milliseconds since 1970. */
  readonly updateAt: number
  /** The text as it was stored. */
  readonly message: string
  /** What else it shows, such as `attachments`. */
  readonly props: HookProps
}

/** A response to a sender. */
export interface FormatAnswer {
  /** The status, such as 204. */
  readonly status: number
  /** Sent as JSON, a string as plain text. Undefined: no body. */
  readonly body: JsonValue | undefined
}
