import { INCIDENT_LOOKS, type IncidentLook, lifeOf } from 'express-incoming-webhooks-ui/incident'
import { readIncident, readPost } from 'express-incoming-webhooks/render'
import type { Post } from '../api/shapes.js'

/** Of what is closed and ended badly, like a run that failed. */
const ENDED: IncidentLook = { word: 'Ended', tone: 'bad' }

export type Incident = NonNullable<ReturnType<typeof incidentOf>>

/** What is known of the incident that a post reports about, such as an alert; null without a known state. */
export function incidentOf(post: Pick<Post, 'message' | 'props'>) {
  const incident = readIncident(post)
  const look = incident && lookOf(incident.state, post)
  if (!incident || !look) return null
  const { count, changes, by } = incident
  return {
    ...incident,
    ...look,
    /** Who made it what it is, if nothing else has happened since; `''` if not known. */
    by: count === changes.length ? by : '',
    life: lifeOf(incident),
  }
}

/** `Disk full on db-1: Resolved, Critical, after 12 min`; '' for other posts. */
export function incidentWords(post: Post): string {
  const incident = incidentOf(post)
  if (!incident) return ''
  const { title, word, level, life } = incident
  const state = level === '' ? word : `${word}, ${level},`
  return `${title === '' ? '' : `${title}: `}${state} ${life}`
}

/** The word for a state that a post tells, and its tone; null of an unknown state. */
export function lookOf(state: string, post: Pick<Post, 'message' | 'props'>) {
  const [first] = readPost(post).attachments
  const isBad = state === 'closed' && first?.color === 'danger'
  return isBad ? ENDED : (INCIDENT_LOOKS.get(state) ?? null)
}
