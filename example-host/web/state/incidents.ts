import { durationText } from 'express-incoming-webhooks-ui/times'
import { listOf, memberOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import type { Post } from '../api/shapes.js'
import { sinceText } from './times.js'

/** The words for the states of an incident, and the looks of their badges. */
const STATES = new Map([
  ['open', { word: 'Open', look: 'badge--bad' }],
  ['acknowledged', { word: 'Acknowledged', look: 'badge--warn' }],
  ['closed', { word: 'Resolved', look: 'badge--ok' }],
])
/** Of what is closed and ended badly, like a run that failed. */
const ENDED = { word: 'Ended', look: 'badge--bad' }

/** What is known of the incident that a post reports about, such as an alert; null without a known state. */
export function incidentOf({ props }: Pick<Post, 'props'>) {
  const incident = memberOf(props, 'webhook_incident')
  const name = textOf(incident, 'state')
  const state = STATES.get(name)
  if (!state) return null
  const [since, until] = [numberOf(incident, 'since'), numberOf(incident, 'until')]
  const isClosed = name === 'closed'
  const [first] = listOf(memberOf(props, 'attachments'))
  return {
    ...(isClosed && textOf(first, 'color') === 'danger' ? ENDED : state),
    count: numberOf(incident, 'count'),
    /** When it began or ended. */
    at: isClosed ? until : since,
    /** `since 09:44`, `after 12 min`. */
    life: isClosed ? `after ${durationText(until - since)}` : `since ${sinceText(since)}`,
  }
}

/** `Resolved after 12 min`; '' for other posts. */
export function incidentWords(post: Post): string {
  const incident = incidentOf(post)
  return incident ? `${incident.word} ${incident.life}` : ''
}
