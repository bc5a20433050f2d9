import { isObject, isOneOf } from '../model/json.js'
import { type HookIncident, INCIDENT_STATES, type IncidentChange } from '../model/incidents.js'
import {
  holds,
  isListOf,
  isTexts,
  MAYBE_TEXT,
  member,
  type Members,
  NUMBER,
  orNull,
  readMembers,
  TEXT,
} from './members.js'

const STATE = member('open, update, acknowledged or closed', isOneOf(INCIDENT_STATES), 'update')

const INCIDENT: Members<
  Omit<HookIncident, 'acknowledgedBy' | 'alerts' | 'isRemark' | 'mentioned'>
> = {
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
  history: member(
    'a list of changes',
    isListOf(holds<IncidentChange>({ state: STATE, at: NUMBER })),
    [],
  ),
  lastAt: NUMBER,
  fingerprint: TEXT,
  expiresAt: NUMBER,
  version: NUMBER,
}

/**
 * What a newer version keeps of an incident is written again with the rest. Lists that older versions did not
 * have are dropped if they are malformed, so that reports of the incident are still accepted.
 */
export function readIncident(value: unknown): HookIncident {
  const incident = readMembers('an incident', value, INCIDENT)
  if (!isObject(value)) return incident
  const { alerts, mentioned, ...others } = value
  return {
    ...others,
    ...incident,
    ...(isTexts(alerts) && { alerts }),
    ...(isTexts(mentioned) && { mentioned }),
  }
}
