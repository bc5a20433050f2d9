import { INCIDENT_STATES, type IncidentChange, type IncidentState } from '../model/incidents.js'
import type { HookProps } from '../model/records.js'
import { type ShownChange, shownChanges, standingIn } from './incident-history.js'
import { listOf, type Members, membersOf, type PostToShow, propsOf, textOf } from './shown-post.js'

/** What is known of the incident that a post reports about, such as an alert. */
export interface ShownIncident {
  /** What it is called, in plain words, without its state; `''` in posts of version 0.9. */
  readonly title: string
  /** Its state after the last report. `update`: none has been named yet. */
  readonly state: IncidentState
  /** Reports so far. */
  readonly count: number
  /** When it began, in milliseconds since 1970. */
  readonly since: number
  /** When it was closed; null while it is not. */
  readonly until: number | null
  /** When it became what it is, in milliseconds since 1970; in posts of 0.9, when it ended or began. */
  readonly at: number
  /** Who made it so; `''` if nobody said. */
  readonly by: string
  /** Since when it is open, in milliseconds since 1970: when it was last reopened, or when it began. */
  readonly openSince: number
  /** How bad its program calls it, such as `Critical`; `''` if it does not say. */
  readonly level: string
  /** The changes, the first one first; of more than 9, the middle is counted. Empty in posts of 0.9. */
  readonly changes: readonly ShownChange[]
}

/**
 * What is known of the incident that a post reports about, for clients that draw its state and its history
 * themselves; `null` for other posts. Never throws.
 */
export function readIncident({ props }: Pick<PostToShow, 'props'>): ShownIncident | null {
  const incident = membersOf(propsOf(props)['webhook_incident'])
  const state = INCIDENT_STATES.find((each) => each === incident['state'])
  if (!state) return null
  const history = historyIn(incident)
  const times = { since: numberOf(incident, 'since') ?? 0, until: numberOf(incident, 'until') }
  return {
    title: textOf(incident, 'title'),
    state,
    count: numberOf(incident, 'count') ?? 1,
    ...times,
    ...standingIn(history, times),
    changes: shownChanges(history),
  }
}

/**
 * The changes that a reply tells at once, for clients that show their times in the zone of the reader in
 * place of its message; none of other posts. Never throws.
 */
export function readChanges({ props }: Pick<PostToShow, 'props'>): readonly ShownChange[] {
  const changes = listOf(propsOf(props), 'webhook_changes').flatMap(readChange)
  return shownChanges(changes, { most: changes.length, hasTitles: true, isLater: true })
}

/** The changes of the incident that a post reports about; of other posts, none. */
export function historyOf({ props }: Pick<PostToShow, 'props'>): readonly IncidentChange[] {
  return historyIn(membersOf(propsOf(props)['webhook_incident']))
}

function historyIn(incident: Members): readonly IncidentChange[] {
  return listOf(incident, 'history').flatMap(readChange)
}

function readChange(members: Members): readonly IncidentChange[] {
  const state = INCIDENT_STATES.find((each) => each === members['state'])
  const at = numberOf(members, 'at')
  if (!state || at === null) return []
  const text = (name: string) => textOf(members, name)
  return [{ state, at, by: text('by'), level: text('level'), title: text('title') }]
}

/** A time far beyond any that a date can be would throw where it is shown. */
const LATEST = 8.64e15

function numberOf(members: Members, name: string) {
  const value = members[name]
  return typeof value === 'number' && Math.abs(value) <= LATEST ? value : null
}

/**
 * The props of a post with what is known of its incident under today's name. Nodes of 0.9 write beside
 * this one: where their name is there, it is the latest, because it goes with every change made here.
 */
export function withIncident(props: HookProps): HookProps {
  if (props['webhook_thing'] === undefined) return props
  const { webhook_thing: incident, ...others } = props
  return { ...others, webhook_incident: incident }
}
