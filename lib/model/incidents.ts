/** How an incident is that a program reports about, such as an alert. `update`: only that something happened. */
export const INCIDENT_STATES = ['open', 'update', 'acknowledged', 'closed'] as const
/**
 * The state of an incident that a program reports about, such as an alert. `update` says only that
 * something happened.
 */
export type IncidentState = (typeof INCIDENT_STATES)[number]

/** One change of an incident's state, or of its title or its level alone. */
export type IncidentChange = {
  /** The state that it changed to; `update` where only its title or its level changed. */
  readonly state: IncidentState
  /** When, in milliseconds since 1970, by the sender's clock if it says so. */
  readonly at: number
  /** Who changed it; absent if nobody said. */
  readonly by?: string
  /** How bad its report called it, such as `Critical`; absent where it only named the state. */
  readonly level?: string
  /** What its report was called, where that is not the incident's title. */
  readonly title?: string
}

/** What is known of an incident, so that everything a program reports about it is shown in one post. */
export interface HookIncident {
  /** The webhook through which it was reported. */
  readonly webhookId: string
  /** The channel of its post. The same name in another channel is another incident. */
  readonly channelId: string
  /** What its sender calls it, at most 255 characters; of a longer name, its digest. */
  readonly key: string
  /** The post that shows it. */
  readonly postId: string
  /** What it is called, as plain text, without its state: `Checkout latency`. */
  readonly title: string
  /** Its state. `update` only until an event names another one. */
  readonly state: IncidentState
  /** Events that were shown or noted. */
  readonly count: number
  /** When it began, in milliseconds since 1970, by the sender's clock if it says so. */
  readonly since: number
  /** When it was closed; null while it is not. */
  readonly until: number | null
  /** When the sender says that it became what it is; null if it does not say. */
  readonly at: number | null
  /** When the sender says that it was last closed, kept when it opens again; null if it does not say. */
  readonly closedAt: number | null
  /** The changes of its state and its title, the first one first. Of more than 50, the first and the last 49. */
  readonly history: readonly IncidentChange[]
  /** Who took care of it with a button, until it is closed: reports do not change that. */
  readonly acknowledgedBy?: string | null
  /** Who was notified of it: ids of users, and `channel`, `here` or `all`; the last 100. */
  readonly mentioned?: readonly string[]
  /** Digests of the alerts that its reports have named, if it is a group of them; the last 200. */
  readonly alerts?: readonly string[]
  /**
   * Whether its post shows a remark, such as a comment, because nothing else was reported yet. The first
   * report gets a post of its own.
   */
  readonly isRemark?: boolean
  /** When the last event arrived. */
  readonly lastAt: number
  /** SHA-256 of what the post shows, in hexadecimal. */
  readonly fingerprint: string
  /** When it is forgotten. */
  readonly expiresAt: number
  /** Counts the changes. */
  readonly version: number
}
