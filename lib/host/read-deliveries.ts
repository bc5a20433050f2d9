import { type DeliveryRecord, type NewDelivery, REQUEST_SHARES } from '../model/deliveries.js'
import type { Facts } from '../model/event-rules.js'
import { isObject, isOneOf } from '../model/json.js'
import { isOutcome, isUnknown } from '../model/last-result.js'
import {
  FLAG,
  holds,
  isTexts,
  isWarnings,
  MAYBE_TEXT,
  member,
  type Members,
  NUMBER,
  orNull,
  readMembers,
  TEXT,
} from './members.js'
import { WrongResult } from './wrong-result.js'

const LIST = 'the list that was appended'
const TEXTS = member<readonly string[]>(LIST, isTexts, [])
const PLACE = holds<NonNullable<DeliveryRecord['postedTo']>>({
  channelId: TEXT,
  name: TEXT,
  requested: FLAG,
})

const isShare = isOneOf(REQUEST_SHARES)
const DELIVERY: Members<DeliveryRecord> = {
  id: MAYBE_TEXT,
  webhookId: TEXT,
  share: member('a share', isShare),
  time: NUMBER,
  requestId: MAYBE_TEXT,
  outcome: member('an outcome', isOutcome),
  status: NUMBER,
  errorId: MAYBE_TEXT,
  message: MAYBE_TEXT,
  detail: MAYBE_TEXT,
  warnings: member(LIST, isWarnings, []),
  ignored: TEXTS,
  size: member('a number', NUMBER.is, 0),
  userAgent: MAYBE_TEXT,
  contentType: MAYBE_TEXT,
  headers: TEXTS,
  duration: orNull(NUMBER),
  response: MAYBE_TEXT,
  postIds: TEXTS,
  actions: TEXTS,
  postedTo: orNull(member('{ channelId, name, requested }', PLACE)),
  replayed: FLAG,
  format: MAYBE_TEXT,
  event: MAYBE_TEXT,
  incident: MAYBE_TEXT,
  facts: member<Facts>('the facts that were appended', isObject, {}),
  digest: MAYBE_TEXT,
  beside: MAYBE_TEXT,
  waited: member('a number', NUMBER.is, 0),
  address: MAYBE_TEXT,
  rules: member<readonly number[]>('a list of numbers', isNumbers, []),
  replayOf: orNull(TEXT),
  oldKey: MAYBE_TEXT,
}

/** A request whose missing members are empty. */
export function readDelivery(value: unknown): DeliveryRecord {
  return readMembers('requests that were appended', value, DELIVERY, storedIn)
}

/** A request with what was sent. */
export function readKeptDelivery(value: unknown): NewDelivery {
  const kept: unknown = isObject(value) ? value['kept'] : null
  return { ...readDelivery(value), kept: typeof kept === 'string' ? kept : null }
}

function storedIn(record: Record<string, unknown>, name: string) {
  const found = record[name]
  // Requests of other versions may have no share and no outcome: their status tells.
  if (name === 'share' && !isShare(found)) return isAnswered(record) ? 'accepted' : 'refused'
  if (name === 'outcome' && !isOutcome(found)) return outcomeOf(record)
  // Databases without booleans return 1.
  return name === 'replayed' ? found === true || found === 1 : found
}

function outcomeOf(record: Record<string, unknown>) {
  if (!isAnswered(record)) return isUnknown(Number(record['status'])) ? 'failed' : 'refused'
  return record['skipped'] === true || record['skipped'] === 1 ? 'skipped' : 'posted'
}

function isAnswered(record: Record<string, unknown>) {
  return Number(record['status']) < 400
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number')
}

/** A line of the debug log. */
export function readLine(value: unknown): string {
  if (TEXT.is(value)) return value
  throw new WrongResult('', 'a list of strings', value)
}
