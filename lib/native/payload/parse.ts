import { holdMessage, payloadField } from '../body/fields.js'
import { readPayload } from './payload-schema.js'
import { Reading } from './reading.js'
import type { Payload } from '../../model/payload.js'
import { NO_PAYLOAD, payloadOf, type Sent } from '../body/sent.js'

/** A body as a payload of our own format. Everything malformed is the same error. */
export function parseNative(sent: Sent, warnings: Reading): Payload {
  return readPayload(payloadOf(sent, warnings), warnings, nothingIn(sent))
}

/** The detail of a body that shows nothing, if it is more exact than that of the payload. */
function nothingIn(sent: Sent): string | undefined {
  if (sent.kind !== 'fields' || holdMessage(sent.fields)) return undefined
  return payloadField(sent.fields) ? undefined : NO_PAYLOAD
}
