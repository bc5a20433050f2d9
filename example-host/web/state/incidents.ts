import { durationText } from 'express-incoming-webhooks-ui/times'
import { readIncident, readPost } from 'express-incoming-webhooks/render'
import type { Post } from '../api/shapes.js'
import { sinceText } from './times.js'

/** The words for the states of an incident, and their tones. */
const STATES = new Map([
  ['open', { word: 'Open', tone: 'bad' }],
  ['acknowledged', { word: 'Acknowledged', tone: 'warn' }],
  ['closed', { word: 'Resolved', tone: 'ok' }],
])
/** Of what is closed and ended badly, like a run that failed. */
const ENDED = { word: 'Ended', tone: 'bad' }

export type Incident = NonNullable<ReturnType<typeof incidentOf>>

/** What is known of the incident that a post reports about, such as an alert; null without a known state. */
export function incidentOf(post: Pick<Post, 'message' | 'props'>) {
  const incident = readIncident(post)
  const look = incident && lookOf(incident.state, post)
  if (!incident || !look) return null
  const { state, title, count, since, until, at, by, changes } = incident
  const isClosed = until !== null
  // Posts of 0.9 do not say when they were acknowledged.
  const began = changes.length > 0 || state === 'open' ? 'since' : 'open since'
  return {
    ...look,
    state,
    title,
    count,
    since,
    changes,
    /** Who made it what it is, if nothing else has happened since; `''` if not known. */
    by: count === changes.length ? by : '',
    /** When it became what it is. */
    at,
    /** `since 09:44`, `by maria, since 09:44`, `after 12 min`. */
    life:
      (by && `by ${by}, `) +
      (isClosed ? `after ${durationText(at - since)}` : `${began} ${sinceText(at)}`),
  }
}

/** `Disk full on db-1: Resolved after 12 min`; '' for other posts. */
export function incidentWords(post: Post): string {
  const incident = incidentOf(post)
  if (!incident) return ''
  const { title, word, life } = incident
  return `${title === '' ? '' : `${title}: `}${word} ${life}`
}

/** The word for a state that a post tells, and its tone; null of an unknown state. */
export function lookOf(state: string, post: Pick<Post, 'message' | 'props'>) {
  const [first] = readPost(post).attachments
  const isBad = state === 'closed' && first?.color === 'danger'
  return isBad ? ENDED : (STATES.get(state) ?? null)
}
