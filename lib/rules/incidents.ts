import { INCIDENT_LIFETIME, MAX_INCIDENT_ALERTS, REOPEN_WITHIN } from '../model/limits.js'
import {
  type HookIncident,
  INCIDENT_STATES,
  type IncidentChange,
  type IncidentState,
} from '../model/incidents.js'
import type { WebhookIncident } from '../model/webhook-props.js'
import { levelIn, openedAt, retitled, withChange } from './incident-history.js'
import type { About } from './together.js'

// How the post of an incident follows what its program reports (docs/contract.md, One incident, one post).

/** What a program reports of an incident. */
export interface IncidentEvent extends Omit<About, 'key' | 'usualMode'> {
  /** When it arrived; of one that is sent again, when it first did. */
  readonly now: number
  /** SHA-256 of what it shows. */
  readonly fingerprint: string
  /** How bad it is called; `''` if it does not say. Default: ''. */
  readonly level?: string
  /**
   * Of a report that is sent again: when another one arrived last, also one that said nothing new and was
   * not stored; 0 if none did after it. Absent: its sender sends it.
   */
  readonly heardAt?: number | undefined
}

/** What is to be done about it. */
export type Course =
  /** It gets a post of its own, perhaps because the one of `earlier` is too old. */
  | {
      readonly kind: 'first'
      readonly incident: IncidentFacts
      readonly earlier: IncidentFacts | null
    }
  /** Nothing new. The incident is to be written only so that it is remembered. */
  | { readonly kind: 'unchanged'; readonly incident: IncidentFacts | null }
  /** Its post changes: all of it, or only what is known of the incident. */
  | {
      readonly kind: 'change'
      readonly incident: IncidentFacts
      readonly isShown: boolean
      readonly isShownApart: boolean
    }

/** An incident without what only its store needs. */
export type IncidentFacts = Omit<
  HookIncident,
  'webhookId' | 'channelId' | 'key' | 'postId' | 'version'
>

/** Repeats prolong the memory of an incident when a day of it has passed. */
const PROLONGED_AFTER = 24 * 3600 * 1000

/**
 * How long after the last event one arrives that was only late. A program that says later that an incident
 * is open means it, even if it says that it has been so since before the closing. Shorter than the five
 * minutes after which Alertmanager first says of a group what has changed, and then nothing for hours.
 */
const LATE_WITHIN = 4 * 60 * 1000

/** How far a sender's clock may be ahead of ours. Nothing is later than its report. */
const AHEAD = 5 * 60 * 1000

/** What follows from an event, given what is known of its incident. */
export function follow(before: IncidentFacts | null, reported: IncidentEvent): Course {
  const event = asNews(before, withPossibleTimes(reported))
  if (!before) return { kind: 'first', incident: first(event), earlier: null }
  if (before.isRemark && event.says !== 'remark') {
    const incident = { ...first(event), count: before.count + 1, ...heardOf(event, before) }
    return { kind: 'first', incident, earlier: null }
  }
  // Of two presses at once the first counts.
  if (event.isPressed === true && before.state !== 'open')
    return { kind: 'unchanged', incident: null }
  if (isLate(before, event)) return noted(before, event)
  const state = isOvertaken(before, event) ? before.state : nextState(before, event)
  if (state === 'open' && before.state === 'closed' && isTooOld(before, event)) {
    return { kind: 'first', incident: first(event), earlier: before }
  }
  if (state === before.state && event.fingerprint === before.fingerprint) {
    const isDue = event.now - before.lastAt > PROLONGED_AFTER
    return { kind: 'unchanged', incident: isDue ? { ...before, ...heardOf(event, before) } : null }
  }
  const isRemark = event.says === 'remark'
  return {
    kind: 'change',
    incident: changed(before, state, event),
    isShown: !isRemark,
    isShownApart: isRemark || state !== before.state,
  }
}

function withPossibleTimes(event: IncidentEvent): IncidentEvent {
  const { now } = event
  const possible = (time: number | null) => (time !== null && time > now + AHEAD ? now : time)
  return { ...event, at: possible(event.at), began: possible(event.began) }
}

/**
 * Of a group of alerts, one that began before another ended may be reported only afterwards. It does not
 * repeat what is known, so the order of arrival counts. A report with a time of its own keeps that time, and
 * a report that is sent again after a later one stays late.
 */
function asNews(before: IncidentFacts | null, event: IncidentEvent) {
  if (!before || event.state !== 'open' || event.at !== null || isOvertaken(before, event))
    return event
  const { alerts: known = [], closedAt } = before
  if (known.length === 0 || known.length >= MAX_INCIDENT_ALERTS) return event
  const isNews = event.alerts?.some((alert) => !known.includes(alert)) ?? false
  const isEarlier = (event.began ?? Infinity) <= (closedAt ?? -Infinity)
  return isNews && isEarlier ? { ...event, began: null } : event
}

/** Beyond so many, which alert is new is not known. */
function alertsIn(event: IncidentEvent, before?: IncidentFacts): Pick<HookIncident, 'alerts'> {
  const all = new Set([...(before?.alerts ?? []), ...(event.alerts ?? [])])
  return all.size === 0 ? {} : { alerts: [...all].slice(-MAX_INCIDENT_ALERTS) }
}

export function shownIncident(incident: IncidentFacts): WebhookIncident {
  const { title, state, count, since, until, history } = incident
  return { title, state, count, since, until, history }
}

function first(event: IncidentEvent): IncidentFacts {
  const { state, began, now, fingerprint, title } = event
  const known = state ?? 'open'
  const at = timeOf(event)
  const time = at ?? now
  // Of an incident that is only heard of when it ends, both are shown at once.
  const since = Math.min(began ?? time, time)
  return {
    title,
    state: known,
    count: 1,
    since,
    until: known === 'closed' ? time : null,
    at,
    closedAt: known === 'closed' ? at : null,
    history: known === 'update' ? [] : openedAt([changeOf(event, known)], since),
    fingerprint,
    ...(event.says === 'remark' && { isRemark: true }),
    ...alertsIn(event),
    ...heardOf({ now }),
  }
}

function changeOf(event: IncidentEvent, state: IncidentState): IncidentChange {
  const { by, level = '', now } = event
  // When an incident began says nothing of a report under another title.
  const at = (state === 'update' ? event.at : timeOf(event)) ?? now
  return { state, at, ...(by !== '' && { by }), ...(level !== '' && { level }) }
}

type Heard = Pick<HookIncident, 'lastAt' | 'expiresAt'>

/** What was heard later stays. */
function heardOf(
  { now }: Pick<IncidentEvent, 'now'>,
  before: Heard = { lastAt: 0, expiresAt: 0 },
): Heard {
  return {
    lastAt: Math.max(before.lastAt, now),
    expiresAt: Math.max(before.expiresAt, now + INCIDENT_LIFETIME),
  }
}

/** Whether it is sent again, and a report that arrived after it is known already. */
function isOvertaken({ lastAt }: IncidentFacts, { heardAt, now }: IncidentEvent) {
  return heardAt !== undefined && now < Math.max(lastAt, heardAt)
}

/** Whether what arrives now happened before what is shown. Without times, the order of arrival counts. */
function isLate(before: IncidentFacts, event: IncidentEvent) {
  const { state, now } = event
  if (isOvertaken(before, event)) return event.says !== 'remark'
  const at = timeOf(event)
  // An update stands for itself, whenever it comes.
  if (at === null || state === null || state === 'update') return false
  // A beginning is repeated by later reports.
  if (event.at === null && now - before.lastAt > LATE_WITHIN) return false
  const isSame = state === before.state
  if (before.closedAt !== null) {
    // Of two closings at the same time the later delivery counts.
    if (isSame && state === 'closed') return at < before.closedAt
    // Also the second delivery of a closing after which the incident has opened again.
    if (at <= before.closedAt) return true
  }
  // The times of groups of alerts are those of their members, which come and go.
  if (before.at === null || isSame) return false
  // They are named in the order in which they replace each other at the same time.
  const isOlder = INCIDENT_STATES.indexOf(state) < INCIDENT_STATES.indexOf(before.state)
  return at < before.at || (at === before.at && isOlder)
}

/** What is known now of earlier times; nothing else changes. */
function noted(before: IncidentFacts, event: IncidentEvent): Course {
  const { state } = event
  const at = timeOf(event)
  if (state !== 'open' || at === null) return { kind: 'unchanged', incident: null }
  const since = Math.min(before.since, at)
  // It had opened again before the closing that was last heard of.
  const isAgain = before.until !== null && at > before.until
  const until = isAgain ? (before.closedAt ?? before.until) : before.until
  if (since === before.since && until === before.until) return { kind: 'unchanged', incident: null }
  const history = openedAt(before.history, since)
  const incident = {
    ...before,
    since,
    until,
    history,
    count: before.count + 1,
    ...heardOf(event, before),
  }
  return { kind: 'change', incident, isShown: false, isShownApart: false }
}

/** An update, and who takes care of something closed, do not open it again. */
function nextState(before: IncidentFacts, event: IncidentEvent) {
  const { state } = event
  if (state === null || state === 'update') return before.state
  if (state === 'open' && before.state === 'acknowledged' && before.acknowledgedBy)
    return 'acknowledged'
  const isAfterwards = timeOf(event) !== null && before.closedAt !== null
  if (state === 'acknowledged' && before.state === 'closed' && !isAfterwards) return 'closed'
  return state
}

function isTooOld({ until }: IncidentFacts, event: IncidentEvent) {
  return until !== null && (timeOf(event) ?? event.now) - until > REOPEN_WITHIN
}

function changed(before: IncidentFacts, state: IncidentState, event: IncidentEvent): IncidentFacts {
  const { now, fingerprint, says } = event
  const title = says === 'report' ? event.title : before.title
  const at = timeOf(event)
  const isChange = state !== before.state
  const isClosing = isChange && state === 'closed'
  const until = state === 'closed' ? before.until : null
  // An update does not say when the incident became what it is.
  const became = event.state === 'update' ? null : at
  const opened = event.state === 'open' && at !== null ? at : before.since
  const began = (event.at === null ? null : event.began) ?? before.since
  const since = Math.min(before.since, opened, began)
  const told = openedAt(retitled(before.history, before.title, title), since)
  const by = event.isPressed === true ? event.by : before.acknowledgedBy
  // A sender that calls its report an update, such as of progress, has nothing that lasts.
  const isRenamed = title !== before.title && event.state !== 'update'
  const level = levelIn(before.history)
  const isGraded = level !== undefined && Boolean(event.level) && event.level !== level
  return {
    ...before,
    ...(by !== undefined && { acknowledgedBy: state === 'closed' ? null : by }),
    title,
    state,
    count: before.count + (event.isPressed === true ? 0 : 1),
    since,
    until: isClosing ? Math.max(at ?? now, before.since) : until,
    at: isChange ? became : latest(before.at, became),
    closedAt: state === 'closed' ? latest(before.closedAt, became) : before.closedAt,
    history:
      isChange || isRenamed || isGraded
        ? withChange(told, changeOf(event, isChange ? state : 'update'))
        : told,
    fingerprint,
    ...alertsIn(event, before),
    ...heardOf(event, before),
  }
}

/** When it happened, as far as the sender says. */
function timeOf({ at, began }: IncidentEvent) {
  return at ?? began
}

function latest(one: number | null, other: number | null) {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
