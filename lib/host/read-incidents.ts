import { isObject } from '../model/json.js'
import { type HookIncident, INCIDENT_STATES, type IncidentState } from '../model/incidents.js'
import { MAYBE_TEXT, member, type Members, NUMBER, orNull, readMembers, TEXT } from './members.js'

const INCIDENT: Members<HookIncident> = {
  webhookId: TEXT,
  channelId: TEXT,
  key: TEXT,
  postId: TEXT,
  title: MAYBE_TEXT,
  state: member('open, update, acknowledged or closed', isState, 'update'),
  count: NUMBER,
  since: NUMBER,
  until: orNull(NUMBER),
  at: orNull(NUMBER),
  closedAt: orNull(NUMBER),
  lastAt: NUMBER,
  fingerprint: TEXT,
  expiresAt: NUMBER,
  version: NUMBER,
}

/** What a newer version keeps of an incident is written again with the rest. */
export function readIncident(value: unknown): HookIncident {
  const incident = readMembers('an incident', value, INCIDENT)
  return isObject(value) ? { ...value, ...incident } : incident
}

function isState(value: unknown): value is IncidentState {
  return INCIDENT_STATES.some((state) => state === value)
}
