import { holdMessage, payloadField } from '../body/fields.js'
import { readPayload } from './payload-schema.js'
import { Reading } from './reading.js'
import type { Step } from '../../model/message.js'
import type { Payload } from '../../model/payload.js'
import { type LabelledBody, NO_PAYLOAD, payloadOf, readSent, type Sent } from '../body/sent.js'

/** A body as a payload of our own format. Everything malformed is the same error. */
export function parse(request: LabelledBody): Step<Payload> {
  const warnings = new Reading()
  return warnings.step(parseNative(readSent(request, warnings), warnings))
}

/** The same for a body that has been taken apart. */
export function parseNative(sent: Sent, warnings: Reading): Payload {
  return readPayload(payloadOf(sent, warnings), warnings, nothingIn(sent))
}

/** The detail of a body that shows nothing, if it is more exact than that of the payload. */
function nothingIn(sent: Sent): string | undefined {
  if (sent.kind !== 'fields' || holdMessage(sent.fields)) return undefined
  return payloadField(sent.fields) ? undefined : NO_PAYLOAD
}
