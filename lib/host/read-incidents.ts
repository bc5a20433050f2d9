import { isObject } from '../model/json.js'
import { type HookIncident, INCIDENT_STATES, type IncidentState } from '../model/incidents.js'
import { numberOf, textOf, valueOf } from './read-records.js'
import { WrongResult } from './wrong-result.js'

export function readIncident(value: unknown): HookIncident {
  if (!isObject(value)) throw new WrongResult('', 'an incident', value)
  const timeOrNull = (name: string): number | null =>
    value[name] === null || value[name] === undefined ? null : numberOf(value, name)
  return {
    // What a newer version keeps of it is written again with the rest.
    ...value,
    webhookId: textOf(value, 'webhookId'),
    channelId: textOf(value, 'channelId'),
    key: textOf(value, 'key'),
    postId: textOf(value, 'postId'),
    title: textOf(value, 'title', ''),
    state: valueOf(value, 'state', 'open, update, acknowledged or closed', isState, 'update'),
    count: numberOf(value, 'count'),
    since: numberOf(value, 'since'),
    until: timeOrNull('until'),
    at: timeOrNull('at'),
    closedAt: timeOrNull('closedAt'),
    lastAt: numberOf(value, 'lastAt'),
    fingerprint: textOf(value, 'fingerprint'),
    expiresAt: numberOf(value, 'expiresAt'),
    version: numberOf(value, 'version'),
  }
}

function isState(value: unknown): value is IncidentState {
  return INCIDENT_STATES.some((state) => state === value)
}

export interface CheckedIncidents {
  readonly items: readonly HookIncident[]
  readonly total: number
}

export function readIncidents(value: unknown): CheckedIncidents {
  const items: unknown = isObject(value) ? value['items'] : undefined
  if (!isObject(value) || !Array.isArray(items)) {
    throw new WrongResult('', '{ items, total }, a list and a number', value)
  }
  return { items: items.map(readIncident), total: numberOf(value, 'total') }
}
