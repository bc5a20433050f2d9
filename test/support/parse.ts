import { type LabelledBody, readSent } from '../../lib/native/body/sent.js'
import type { Step } from '../../lib/model/message.js'
import type { Payload } from '../../lib/model/payload.js'
import { parseNative } from '../../lib/native/payload/parse.js'
import { Reading } from '../../lib/native/payload/reading.js'

/** A body as a payload of our own format. */
export function parse(request: LabelledBody): Step<Payload> {
  const warnings = new Reading()
  return warnings.step(parseNative(readSent(request, warnings), warnings))
}
