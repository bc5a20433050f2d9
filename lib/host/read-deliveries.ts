import { isObject } from '../model/json.js'
import type { DeliveryRecord } from '../model/records.js'
import { REQUEST_SHARES, type RequestShare } from '../model/request-shares.js'
import { isTexts, isWarnings, numberOf, textOf, valueOf } from './read-records.js'
import { WrongResult } from './wrong-result.js'

/** A request whose missing fields are empty. */
export function readDelivery(value: unknown): DeliveryRecord {
  if (!isObject(value)) throw new WrongResult('', 'requests that were appended', value)
  const { replayed, skipped } = value
  const list = 'the list that was appended'
  return {
    webhookId: textOf(value, 'webhookId'),
    share: shareOf(value),
    time: numberOf(value, 'time'),
    requestId: textOf(value, 'requestId', ''),
    status: numberOf(value, 'status'),
    errorId: textOf(value, 'errorId', ''),
    message: textOf(value, 'message', ''),
    detail: textOf(value, 'detail', ''),
    warnings: valueOf(value, 'warnings', list, isWarnings, []),
    ignored: valueOf(value, 'ignored', list, isTexts, []),
    size: numberOf(value, 'size', 0),
    userAgent: textOf(value, 'userAgent', ''),
    contentType: textOf(value, 'contentType', ''),
    headers: valueOf(value, 'headers', list, isTexts, []),
    duration: durationOf(value),
    response: textOf(value, 'response', ''),
    postIds: valueOf(value, 'postIds', list, isTexts, []),
    postedTo: valueOf<Place | null>(value, 'postedTo', PLACE, isPlace, null),
    // Databases without booleans return 1.
    replayed: replayed === true || replayed === 1,
    format: textOf(value, 'format', ''),
    event: textOf(value, 'event', ''),
    skipped: skipped === true || skipped === 1,
  }
}

/** Requests of other versions may have none, or one that is unknown here: their status tells. */
function shareOf(value: Record<string, unknown>): RequestShare {
  const share = REQUEST_SHARES.find((each) => each === value['share'])
  return share ?? (numberOf(value, 'status') < 400 ? 'accepted' : 'refused')
}

type Place = NonNullable<DeliveryRecord['postedTo']>

const PLACE = '{ channelId, name, requested }'

function isPlace(value: unknown): value is Place {
  if (!isObject(value)) return false
  const { channelId, name, requested } = value
  return typeof channelId === 'string' && typeof name === 'string' && typeof requested === 'boolean'
}

function durationOf(value: Record<string, unknown>): number | null {
  const { duration } = value
  return duration === undefined || duration === null ? null : numberOf(value, 'duration')
}

/** A line of the debug log. */
export function readLine(value: unknown): string {
  if (typeof value === 'string') return value
  throw new WrongResult('', 'a list of strings', value)
}
