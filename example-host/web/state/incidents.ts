import { durationText } from 'express-incoming-webhooks-ui/times'
import { memberOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import type { Post } from '../api/shapes.js'
import { sinceText } from './times.js'

/** What is known of the incident that a post reports about, such as an alert. */
export interface Incident {
  readonly state: 'open' | 'acknowledged' | 'closed'
  readonly count: number
  readonly since: number
  /** 0 while it is not closed. */
  readonly until: number
  /** Whether it ended badly, like a run that failed. */
  readonly isBad: boolean
}

const STATES: readonly Incident['state'][] = ['open', 'acknowledged', 'closed']
const WORDS = { open: 'Open', acknowledged: 'Acknowledged', closed: 'Resolved' } as const

/** Null if the post reports about nothing whose state is known. */
export function incidentOf({ props }: Pick<Post, 'props'>): Incident | null {
  const incident = memberOf(props, 'webhook_incident')
  const written = textOf(incident, 'state')
  const state = STATES.find((each) => each === written)
  if (state === undefined) return null
  const [count, since] = [numberOf(incident, 'count'), numberOf(incident, 'since')]
  return { state, count, since, until: numberOf(incident, 'until'), isBad: isBad(props) }
}

export function stateWord({ state, isBad }: Incident): string {
  return state === 'closed' && isBad ? 'Ended' : WORDS[state]
}

/** By the colour of its message. */
function isBad(props: unknown): boolean {
  const attachments = memberOf(props, 'attachments')
  const all: readonly unknown[] = Array.isArray(attachments) ? attachments : []
  const [first] = all
  return textOf(first, 'color') === 'danger'
}

/** `since 09:44`, `after 12 min`. */
export function lifeWords({ state, since, until }: Incident): string {
  return state === 'closed' ? `after ${durationText(until - since)}` : `since ${sinceText(since)}`
}

/** `Resolved after 12 min`; '' for other posts. */
export function incidentWords(post: Post): string {
  const incident = incidentOf(post)
  return incident ? `${stateWord(incident)} ${lifeWords(incident)}` : ''
}
