import { isOneOf } from '../model/json.js'
import type { DeliveryRecord } from '../model/records.js'
import { REQUEST_SHARES } from '../model/request-shares.js'
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
  webhookId: TEXT,
  share: member('a share', isShare),
  time: NUMBER,
  requestId: MAYBE_TEXT,
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
  skipped: FLAG,
}

/** A request whose missing members are empty. */
export function readDelivery(value: unknown): DeliveryRecord {
  return readMembers('requests that were appended', value, DELIVERY, storedIn)
}

function storedIn(record: Record<string, unknown>, name: string): unknown {
  const found = record[name]
  // Requests of other versions may have no share, or one that is unknown here: their status tells.
  if (name === 'share' && !isShare(found)) {
    return Number(record['status']) < 400 ? 'accepted' : 'refused'
  }
  // Databases without booleans return 1.
  return DELIVERY_FLAGS.has(name) ? found === true || found === 1 : found
}

const DELIVERY_FLAGS: ReadonlySet<string> = new Set<keyof DeliveryRecord>(['replayed', 'skipped'])

/** A line of the debug log. */
export function readLine(value: unknown): string {
  if (TEXT.is(value)) return value
  throw new WrongResult('', 'a list of strings', value)
}
