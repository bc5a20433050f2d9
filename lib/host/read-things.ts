import type { CheckedThings } from '../adapters/checked.js'
import { isObject } from '../formats/reading.js'
import { type Thing, THING_STATES, type ThingState } from '../model/things.js'
import { numberOf, textOf, valueOf } from './read-records.js'
import { WrongResult } from './wrong-result.js'

export function readThing(value: unknown): Thing {
  if (!isObject(value)) throw new WrongResult('', 'a thing', value)
  const timeOrNull = (name: string): number | null =>
    value[name] === null || value[name] === undefined ? null : numberOf(value, name)
  return {
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

function isState(value: unknown): value is ThingState {
  return THING_STATES.some((state) => state === value)
}

export function readThings(value: unknown): CheckedThings {
  const items: unknown = isObject(value) ? value['items'] : undefined
  if (!isObject(value) || !Array.isArray(items)) {
    throw new WrongResult('', '{ items, total }, a list and a number', value)
  }
  return { items: items.map(readThing), total: numberOf(value, 'total') }
}
