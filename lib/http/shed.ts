import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission } from '../load/admission.js'
import { requestId, sendError } from './error-handler.js'

/** Returns whether the request was rejected, and so has a response. */
export type Shed = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * Rejects hook requests while there are too many, before Express: routing a request costs several
 * times as much as rejecting it.
 */
export function createShed(admission: Admission, hooksPath: string): Shed {
  const below = `${hooksPath}/`
  return (req, res) => {
    const refusal = admission.refusal()
    if (!refusal || req.method !== 'POST' || !req.url?.startsWith(below)) return false
    sendError(res, refusal, requestId(req))
    return true
  }
}
