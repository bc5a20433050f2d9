import { type LabelledBody, readSent } from '../../lib/native/body/sent.js'
import type { Payload, Step } from '../../lib/model/message.js'
import { parseNative } from '../../lib/native/payload/payload-schema.js'
import { Reading } from '../../lib/native/payload/reading.js'

/** A body as a payload of our own format. */
export function parse(request: LabelledBody): Step<Payload> {
  const warnings = new Reading()
  return warnings.step(parseNative(readSent(request, warnings), warnings))
}
