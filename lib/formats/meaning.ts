import type { IncidentState } from '../model/incidents.js'
import type { Color } from './drafts/draft.js'

/** What an event means to readers. */
export interface Meaning {
  /** A word or two that say what happened, such as `Resolved`. */
  readonly word: string
  /** The state of the incident after the event. Absent: not known. */
  readonly state?: IncidentState
  /** The colour of the bar beside the message. */
  readonly color: Color
  /** Whether it is skipped unless the owner of the webhook asks for this event. Default: false. */
  readonly isSkipped?: boolean
}
