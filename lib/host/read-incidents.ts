import { isObject } from '../model/json.js'
import {
  type HookIncident,
  INCIDENT_STATES,
  type IncidentChange,
  type IncidentState,
} from '../model/incidents.js'
import {
  holds,
  MAYBE_TEXT,
  member,
  type Members,
  NUMBER,
  orNull,
  readMembers,
  TEXT,
} from './members.js'

const STATE = member('open, update, acknowledged or closed', isState, 'update')

const INCIDENT: Members<Omit<HookIncident, 'acknowledgedBy' | 'isRemark'>> = {
  webhookId: TEXT,
  channelId: TEXT,
  key: TEXT,
  postId: TEXT,
  title: MAYBE_TEXT,
  state: STATE,
  count: NUMBER,
  since: NUMBER,
  until: orNull(NUMBER),
  at: orNull(NUMBER),
  closedAt: orNull(NUMBER),
  // Those of 0.9 have none.
  history: member('a list of changes', isHistory, []),
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

function isHistory(value: unknown): value is readonly IncidentChange[] {
  return Array.isArray(value) && value.every(isChange)
}

const isChange = holds<IncidentChange>({ state: STATE, at: NUMBER })

function isState(value: unknown): value is IncidentState {
  return INCIDENT_STATES.some((state) => state === value)
}
