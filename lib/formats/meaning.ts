import type { IncidentState } from '../model/incidents.js'
import type { Color } from './drafts/draft.js'

/** What an event means to readers: a word for it, the state of its incident and its colour. */
export interface Meaning {
  readonly word: string
  readonly state: IncidentState
  readonly color: Color
}
