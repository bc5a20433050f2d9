import type { IncidentState } from '../model/incidents.js'
import type { Color } from './drafts/draft.js'
import { alike, entryOf, type Table } from './json-members.js'

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
  /** As in `EventFacts`. Default: true. */
  readonly isKnown?: boolean
}

function meaning(usual: Color, state?: IncidentState): (word: string, color?: Color) => Meaning {
  const known = state === undefined ? {} : { state }
  return (word, color = usual) => ({ word, color, ...known })
}

/** An incident begins, or goes on. The colour is `bad` unless it is given. */
export const open = meaning('bad', 'open')
/** Somebody looks after an incident. The colour is `warning` unless it is given. */
export const acknowledged = meaning('warning', 'acknowledged')
/** An incident is over. The colour is `good` unless it is given. */
export const closed = meaning('good', 'closed')
/** Something happened to an incident. The colour is `neutral` unless it is given. */
export const update = meaning('neutral', 'update')
/**
 * Something happened that does not belong to an incident. If the event names one all the same, that incident
 * begins. The colour is `neutral` unless it is given.
 */
export const note = meaning('neutral')

/** What is known of an event that its format does not know. */
export function notKnown(usual: Meaning): Meaning {
  return { ...usual, isSkipped: true, isKnown: false }
}

/** How bad something is, as programs call it. */
const LEVELS: Table<Color> = {
  ...alike('fatal critical error high major severe p1 p2', 'bad'),
  ...alike('warning medium moderate low p3', 'warning'),
  success: 'good',
  ...alike('info debug', 'neutral'),
}

/** The colour of a level or a severity; undefined for a word that is none. */
export function levelColor(level: string): Color | undefined {
  return entryOf(LEVELS, level.toLowerCase())
}

/** Words that say how something ended. */
const STATES: Table<Color> = {
  ...alike('failed failure error fatal critical alarm exceeded denied', 'bad'),
  ...alike('warning degraded pending expiring', 'warning'),
  ...alike('succeeded success successful completed finished resolved recovered passed', 'good'),
}

/** The colour of a state in lower case; undefined for a word that is none. */
export function stateColor(word: string): Color | undefined {
  return entryOf(STATES, word)
}
